// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.repository;

import dev.writ.kernel.protection.GitConfigText;
import dev.writ.kernel.protection.GitVariables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The person's own ignore lists, beside a project's (gitignore(5)): a Git in the sandbox sees
/// neither them nor the settings that name them. All that settings name count, under whatever
/// condition; of a repository's own settings only a list in the workspace, because they may be
/// somebody else's. No program is run.
///
/// @param environment the variables that Writ was started with
public record PersonalIgnores(Map<String, String> environment) {
  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_FILES = 100;
  private static final String KEY = "core.excludesfile";

  public PersonalIgnores {
    environment = Map.copyOf(environment);
  }

  /// Their lines, each byte as a character; empty where there are none.
  public String lines(Path workspace) {
    Set<Path> lists = new LinkedHashSet<>();
    Set<Path> read = new HashSet<>();
    settings().forEach(file -> named(file, workspace, read, lists));
    if (lists.isEmpty()) {
      ownDirectory().ifPresent(own -> lists.add(own.resolve("ignore")));
    }
    Set<Path> theirs = new LinkedHashSet<>();
    new GitHead(workspace)
        .gitDirectory()
        .map(GitHead::common)
        .ifPresent(git -> named(git.resolve("config"), workspace, read, theirs));
    theirs.stream().filter(list -> isIn(workspace, list)).forEach(lists::add);
    StringBuilder lines = new StringBuilder();
    lists.forEach(list -> text(list).ifPresent(text -> append(text, lines)));
    return lines.toString();
  }

  private static void append(String text, StringBuilder lines) {
    lines.append(text.startsWith("\u00EF\u00BB\u00BF") ? text.substring(3) : text);
    lines.append(text.endsWith("\n") ? "" : "\n");
  }

  /// The files of settings, the most general first.
  private List<Path> settings() {
    List<Path> files = new ArrayList<>(List.of(Path.of("/etc/gitconfig")));
    String global = environment.getOrDefault("GIT_CONFIG_GLOBAL", "");
    if (!global.isEmpty()) {
      path(global, Path.of("/")).ifPresent(files::add);
      return files;
    }
    ownDirectory().ifPresent(own -> files.add(own.resolve("config")));
    path("~/.gitconfig", Path.of("/")).ifPresent(files::add);
    return files;
  }

  private Optional<Path> ownDirectory() {
    String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
    return path((xdg.isEmpty() ? "~/.config" : xdg) + "/git", Path.of("/"));
  }

  private void named(Path file, Path workspace, Set<Path> read, Set<Path> lists) {
    if (read.size() > MAX_FILES || !read.add(file)) {
      return;
    }
    for (GitConfigText.GitConfigEntry entry :
        text(file).map(GitConfigText::entries).orElse(List.of())) {
      String value =
          new String(entry.value().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
      if (GitVariables.isInclude(entry)) {
        path(value, Objects.requireNonNull(file.getParent()))
            .ifPresent(next -> named(next, workspace, read, lists));
      } else if (entry.key().equals(KEY) && !value.isEmpty()) {
        path(value, workspace).ifPresent(lists::add);
      }
    }
  }

  private Optional<Path> path(String written, Path base) {
    String home = environment.getOrDefault("HOME", "");
    try {
      if (!written.startsWith("~/")) {
        return Optional.of(base.resolve(written).normalize());
      }
      return home.startsWith("/")
          ? Optional.of(Path.of(home).resolve(written.substring(2)).normalize())
          : Optional.empty();
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  private static boolean isIn(Path workspace, Path list) {
    try {
      return list.toRealPath().startsWith(workspace);
    } catch (IOException _) {
      return false;
    }
  }

  private static Optional<String> text(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES
          ? Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty(); // nor can Git
    }
  }
}
