// Implements: docs/spec/08-authority-and-packs.md §8.1 (Authority levels (ordered, non-inheriting))
package dev.writ.kernel.repository;

import dev.writ.kernel.policy.SettingsSecrets;
import dev.writ.kernel.protection.GitConfigText;
import dev.writ.kernel.protection.GitVariables;
import dev.writ.kernel.protection.ReadingGitConfig;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds the programs that a repository's settings would make a reading Git start: a foreign
/// repository has its own settings, and the reader of a log did not agree to them. This starts no
/// program.
public final class RepositoryPrograms {
  private static final int MAX_BYTES = 1024 * 1024;
  /// The largest index that is read.
  static final int MAX_INDEX_BYTES = 512 * 1024 * 1024;

  /// Git's maximum depth of includes, and a limit on the number of files.
  private static final int MAX_DEPTH = 10;

  private static final int MAX_FILES = 500;

  private static final String POINTER = "gitdir: ";

  /// Texts that Git accepts as the head of a repository; it accepts others, too.
  private static final Pattern HEAD =
      Pattern.compile("(ref: refs/\\S+|[0-9a-f]{40}|[0-9a-f]{64})\n?");

  private static final Pattern LINE_ENDS = Pattern.compile("[\r\n]+\\z");

  private static final Pattern NO_TEXT = Pattern.compile("\uFFFD");

  private static final Pattern ELSEWHERE = Pattern.compile("^~|^%\\(|\uFFFD");

  private RepositoryPrograms() {}

  /// A program that would be started.
  ///
  /// @param setting the variable and its value, unless that is a secret
  /// @param file where it stands
  public record Named(String setting, Path file) {}

  /// The first program that Git would start which reads in a directory.
  public static Optional<Named> of(Path directory) {
    return of(directory, ReadingGitConfig::mayStart);
  }

  /// The first program that Git would start which takes files over from a directory.
  public static Optional<Named> storing(Path directory) {
    return of(directory, ReadingGitConfig::startsToStore);
  }

  private static Optional<Named> of(
      Path directory, Predicate<GitConfigText.GitConfigEntry> starts) {
    Reading reading = new Reading(starts);
    reading.from(directory);
    return reading.named();
  }

  /// One search.
  private static final class Reading {
    private final Predicate<GitConfigText.GitConfigEntry> starts;
    private final Set<Path> read = new HashSet<>();
    private Optional<Named> named = Optional.empty();
    private Optional<Named> fetching = Optional.empty();
    private boolean fetchesLater;

    Reading(Predicate<GitConfigText.GitConfigEntry> starts) {
      this.starts = starts;
    }

    Optional<Named> named() {
      return named.or(() -> fetching.filter(_ -> fetchesLater));
    }

    /// The repository that Git finds from a directory: also one without a working tree, which is
    /// any directory that looks like one. A directory that only resembles one is ignored, as by
    /// Git.
    void from(Path directory) {
      for (Path at = directory; at != null && named.isEmpty(); at = at.getParent()) {
        if (isRepository(at) || (Files.exists(at.resolve(".git")) && isRepository(at, git(at)))) {
          return;
        }
      }
    }

    private boolean isRepository(Path bare) {
      return Files.exists(bare.resolve("HEAD"))
          && (Files.exists(bare.resolve("commondir")) || Files.exists(bare.resolve("objects")))
          && isRepository(bare, bare);
    }

    /// Reads a directory that may be a repository.
    ///
    /// @return whether Git, too, takes it for one, so that it looks no further
    private boolean isRepository(Path top, Path directory) {
      repository(top, directory);
      Path common = common(directory);
      if (NO_TEXT.matcher(directory + "\n" + common).find()) {
        name("an unreadable place", directory);
      }
      boolean headed =
          !Files.isSymbolicLink(directory.resolve("HEAD"))
              && text(directory.resolve("HEAD"))
                  .filter(head -> HEAD.matcher(head).matches())
                  .isPresent();
      return headed
          && Files.isDirectory(common.resolve("objects"))
          && Files.isDirectory(common.resolve("refs"));
    }

    /// The repository that a working tree names, resolved by the system, with links.
    private static Path git(Path top) {
      Path git = top.resolve(".git");
      return text(git)
          .filter(pointer -> pointer.startsWith(POINTER))
          .map(pointer -> top.resolve(line(pointer.substring(POINTER.length()))))
          .orElse(git);
    }

    private static Path common(Path directory) {
      return text(directory.resolve("commondir"))
          .map(shared -> directory.resolve(line(shared)))
          .orElse(directory);
    }

    private static String line(String text) {
      return LINE_ENDS.matcher(text).replaceAll("");
    }

    private void repository(Path top, Path directory) {
      if (named.isPresent() || !read.add(directory)) {
        return;
      }
      Path common = common(directory);
      config(common.resolve("config"), 0);
      config(directory.resolve("config.worktree"), 0);
      modules(common.resolve("modules"), 0);
      submodules(top, directory.resolve("index"));
    }

    /// Git looks into submodules to say whether they changed.
    private void submodules(Path top, Path index) {
      try {
        if (!Files.isRegularFile(index)) {
          return;
        }
        GitIndex tracked =
            Files.size(index) > MAX_INDEX_BYTES
                ? GitIndex.NONE
                : GitIndex.read(Files.readAllBytes(index), 0, "");
        if (!tracked.isKnown()) {
          name("an unreadable index", index);
          return;
        }
        for (String special : tracked.specials()) {
          Path place = top.resolve(special);
          if (Files.exists(place.resolve(".git"))) {
            from(place);
          }
        }
      } catch (IOException | InvalidPathException e) {
        name("an unreadable index: " + e.getMessage(), index);
      }
    }

    private void modules(Path directory, int depth) {
      if (depth > MAX_DEPTH || read.size() > MAX_FILES || !Files.isDirectory(directory)) {
        return;
      }
      try (Stream<Path> all = Files.list(directory)) {
        for (Path module : all.limit(MAX_FILES).toList()) {
          config(module.resolve("config"), 0);
          config(module.resolve("config.worktree"), 0);
          modules(
              Files.exists(module.resolve("HEAD")) ? module.resolve("modules") : module, depth + 1);
        }
      } catch (IOException | UncheckedIOException e) {
        name("an unreadable file: " + e.getMessage(), directory);
      }
    }

    private void config(Path file, int depth) {
      if (named.isPresent() || !Files.exists(file) || !read.add(file)) {
        return;
      }
      Optional<String> text = text(file);
      if (text.isEmpty() || depth > MAX_DEPTH || read.size() > MAX_FILES) {
        name("unreadable settings", file);
        return;
      }
      List<Path> included = new ArrayList<>();
      for (GitConfigText.GitConfigEntry entry : GitConfigText.entries(text.get())) {
        fetchesLater |= ReadingGitConfig.fetchesLater(entry);
        if (ReadingGitConfig.startsToFetch(entry)) {
          fetching = fetching.or(() -> Optional.of(new Named(words(entry), file)));
        }
        if (starts.test(entry)) {
          name(words(entry), file);
        } else if (GitVariables.isInclude(entry)) {
          include(entry, file).ifPresent(included::add);
        }
      }
      included.forEach(next -> config(next, depth + 1));
    }

    private static String words(GitConfigText.GitConfigEntry entry) {
      String between = entry.subsection().isEmpty() ? "" : "." + entry.subsection();
      String line = entry.name() + " = " + entry.value();
      return entry.section() + between + "." + SettingsSecrets.of("config", line).text();
    }

    /// The target of an include, resolved by the system, with links.
    private Optional<Path> include(GitConfigText.GitConfigEntry entry, Path file) {
      String written = entry.value();
      String home = System.getProperty("user.home", "/");
      boolean persons = written.startsWith("~/");
      if (!persons && ELSEWHERE.matcher(written).find()) {
        name(words(entry), file); // another user's home, or bytes that are not text
        return Optional.empty();
      }
      try {
        return Optional.of(
            persons ? Path.of(home, written.substring(2)) : file.resolveSibling(written));
      } catch (InvalidPathException _) {
        return Optional.empty(); // Git finds nothing either
      }
    }

    private void name(String setting, Path file) {
      named = named.or(() -> Optional.of(new Named(setting, file)));
    }

    private static Optional<String> text(Path file) {
      try {
        return Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES
            ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
            : Optional.empty();
      } catch (IOException _) {
        return Optional.empty();
      }
    }
  }
}
