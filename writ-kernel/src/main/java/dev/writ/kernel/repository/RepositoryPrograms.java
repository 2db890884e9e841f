// Implements: docs/spec/08-authority-and-packs.md §8.1 (Authority levels (ordered, non-inheriting))
package dev.writ.kernel.repository;

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
import java.util.stream.Stream;

/// Finds what the settings of a repository would have a Git start that only reads: a repository
/// that somebody else made brings its settings along, and nobody who reads a log agreed to them. No
/// program is run for this.
public final class RepositoryPrograms {
  private static final int MAX_BYTES = 1024 * 1024;
  private static final int MAX_INDEX_BYTES = 512 * 1024 * 1024;

  /// How deep Git follows includes, and more files than anybody has.
  private static final int MAX_DEPTH = 10;

  private static final int MAX_FILES = 500;

  private RepositoryPrograms() {}

  /// A program that would be started.
  ///
  /// @param setting the variable and its value
  /// @param file where it stands
  public record Named(String setting, Path file) {}

  /// The first program that Git would start which reads in a directory.
  public static Optional<Named> of(Path directory) {
    Reading reading = new Reading();
    find(directory).ifPresent(reading::repository);
    return reading.named;
  }

  /// The repository that Git finds from a directory: also one without a working tree, which is any
  /// directory that looks like one.
  private static Optional<GitHead.Repository> find(Path directory) {
    for (Path at = directory; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".git"))) {
        return new GitHead(at).repository();
      }
      if (Files.exists(at.resolve("HEAD"))
          && (Files.exists(at.resolve("commondir")) || Files.exists(at.resolve("objects")))) {
        return Optional.of(new GitHead.Repository(at, at));
      }
    }
    return Optional.empty();
  }

  /// One search.
  private static final class Reading {
    private final Set<Path> read = new HashSet<>();
    private Optional<Named> named = Optional.empty();

    void repository(GitHead.Repository repository) {
      Path directory = repository.directory();
      if (named.isPresent() || !read.add(directory)) {
        return;
      }
      Path common =
          text(directory.resolve("commondir"))
              .map(shared -> directory.resolve(shared.strip()).normalize())
              .orElse(directory);
      config(common.resolve("config"), 0);
      config(directory.resolve("config.worktree"), 0);
      modules(common.resolve("modules"), 0);
      submodules(repository.top(), directory.resolve("index"));
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
          name("an index that can't be read", index);
          return;
        }
        for (String special : tracked.specials()) {
          Path place = top.resolve(special);
          if (Files.exists(place.resolve(".git"))) {
            new GitHead(place).repository().ifPresent(this::repository);
          }
        }
      } catch (IOException | InvalidPathException e) {
        name("an index that can't be read: " + e.getMessage(), index);
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
        name("what can't be read: " + e.getMessage(), directory);
      }
    }

    private void config(Path file, int depth) {
      if (named.isPresent() || !Files.exists(file) || !read.add(file)) {
        return;
      }
      Optional<String> text = text(file);
      if (text.isEmpty() || depth > MAX_DEPTH || read.size() > MAX_FILES) {
        name("settings that can't be read", file);
        return;
      }
      List<Path> included = new ArrayList<>();
      for (GitConfigText.Entry entry : GitConfigText.entries(text.get())) {
        if (ReadingGitConfig.mayStart(entry)) {
          String between = entry.subsection().isEmpty() ? "" : "." + entry.subsection();
          name(
              "%s%s.%s = %s".formatted(entry.section(), between, entry.name(), entry.value()),
              file);
        } else if (GitVariables.isInclude(entry)) {
          include(entry.value(), file).ifPresent(included::add);
        }
      }
      included.forEach(next -> config(next, depth + 1));
    }

    private static Optional<Path> include(String written, Path file) {
      try {
        String home = System.getProperty("user.home", "/");
        return Optional.of(
            written.startsWith("~/")
                ? Path.of(home, written.substring(2))
                : file.resolveSibling(written).normalize());
      } catch (InvalidPathException _) {
        return Optional.empty();
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
