// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.protection.GitConfigText;
import dev.writ.kernel.protection.GitVariables;
import dev.writ.kernel.repository.OuterRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the files of a workspace in which Git keeps settings, and its logs of references, in which
/// addresses of servers stand: of the repositories, and of their submodules and further working
/// trees. What settings include, [#included] finds.
final class RepositorySettings {
  /// The store of a `credential.helper = store --file=PATH` (git-credential-store(1)).
  private static final Pattern STORE = Pattern.compile("store\\b.*--file(?:=|\\s+)(\\S+).*");

  private static final String HELPER = "credential.helper";

  private static final String LOGS = "logs";
  private static final String POINTER = "gitdir: ";
  private static final int MAX_POINTER = 4096;

  private final Path workspace;
  private final Set<Path> files = new LinkedHashSet<>();

  private RepositorySettings(Path workspace) {
    this.workspace = workspace;
  }

  /// Their own files, also of the workspace's where it lies outside.
  ///
  /// @param repositories where a `.git` is known to be, beside the workspace itself
  static Set<Path> files(Path workspace, Set<Path> repositories) {
    RepositorySettings found = new RepositorySettings(workspace);
    found.top(workspace);
    repositories.forEach(found::top);
    OuterRepository.of(workspace).ifPresent(found::repository);
    return found.files;
  }

  private void top(Path directory) {
    Path git = directory.resolve(".git");
    if (Files.isDirectory(git)) {
      repository(git);
    } else if (isFile(git)) {
      try {
        String text = Files.size(git) > MAX_POINTER ? "" : Files.readString(git).strip();
        Path kept = directory.resolve(text.substring(Math.min(POINTER.length(), text.length())));
        if (text.startsWith(POINTER) && kept.normalize().startsWith(workspace)) {
          repository(kept.normalize());
        }
      } catch (IOException | InvalidPathException _) {
        // Nor does Git find it.
      }
    }
  }

  /// A directory in which Git keeps a repository, a submodule or a part of its working tree.
  private void repository(Path git) {
    add(git);
    log(git.resolve(LOGS + "/HEAD"));
    logs(git.resolve(LOGS + "/refs"));
    Path modules = git.resolve("modules");
    if (Files.isDirectory(modules)) {
      modules(modules);
    }
    Path trees = git.resolve("worktrees");
    if (Files.isDirectory(trees)) {
      entries(trees).stream().filter(RepositorySettings::isDirectory).forEach(this::repository);
    }
  }

  /// The names of submodules are paths by default.
  private void modules(Path directory) {
    for (Path module : entries(directory)) {
      if (isFile(module.resolve("HEAD"))) {
        repository(module);
      } else if (isDirectory(module)) {
        add(module);
        modules(module);
      }
    }
  }

  /// The names of branches have slashes.
  private void logs(Path directory) {
    for (Path entry : entries(directory)) {
      log(entry);
      if (isDirectory(entry)) {
        logs(entry);
      }
    }
  }

  private void log(Path file) {
    if (isFile(file)) {
      files.add(file);
    }
  }

  /// Whether one of the files is a log.
  static boolean isLog(Path file) {
    return file.toString().contains("/" + LOGS + "/");
  }

  private void add(Path directory) {
    entries(directory).stream()
        .filter(file -> isFile(file) && (isSettings(file) || isStore(file)))
        .forEach(files::add);
  }

  /// Whether it has the name of Git's settings, or of a copy by an editor or a person.
  private static boolean isSettings(Path file) {
    String name = file.getFileName().toString();
    return name.contains("config") || name.endsWith(".cfg");
  }

  /// Whether a file of a Git directory has a name for secrets.
  static boolean isStore(Path file) {
    String name = file.getFileName().toString();
    return file.toString().contains("/.git/")
        && (name.contains("credential") || ProtectedNames.isSecret(WorkspacePath.of(name)));
  }

  /// The files that settings include, under whatever condition, and those in which they have Git
  /// store passwords.
  ///
  /// @param text each byte as a character
  static List<Path> included(Path file, String text, Path home) {
    List<Path> included = new ArrayList<>();
    for (GitConfigText.GitConfigEntry entry : GitConfigText.entries(text)) {
      Matcher store = STORE.matcher(entry.value());
      boolean stores = entry.key().equals(HELPER) && store.matches();
      if (stores || GitVariables.isInclude(entry)) {
        byte[] bytes =
            (stores ? store.group(1) : entry.value()).getBytes(StandardCharsets.ISO_8859_1);
        String path = new String(bytes, StandardCharsets.UTF_8);
        Path beside = Objects.requireNonNull(file.getParent());
        add(path, path.startsWith("~/") ? home : beside, included);
        if (stores) {
          add(path, beside.resolve(".."), included); // from where Git runs
        }
      }
    }
    return included;
  }

  private static void add(String path, Path base, List<Path> included) {
    try {
      included.add(base.resolve(path.startsWith("~/") ? path.substring(2) : path).normalize());
    } catch (InvalidPathException _) {
      // Nor does Git find it.
    }
  }

  static boolean isFile(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isDirectory(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /// What is in a directory; nothing where it can't be listed, because a program can't either.
  static List<Path> entries(Path directory) {
    List<Path> entries = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
        stream.forEach(entries::add);
      } catch (IOException _) {
        return entries;
      }
    }
    return entries;
  }
}
