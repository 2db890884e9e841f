// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.repository;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.protection.ConfiguredPlaces;
import dev.writ.kernel.protection.GitConfigText;
import dev.writ.kernel.protection.GitVariables;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads from the person's own configuration of Git, and of Mercurial and Jujutsu in the workspace,
/// which files of the workspace they obey. No program is run. It is read when something is first
/// written, and again where a file of it has changed.
public final class GitConfiguration {
  private static final int MAX_BYTES = 1024 * 1024;

  /// Git's maximum depth of includes, and a limit on the number of files.
  private static final int MAX_DEPTH = 10;

  private static final int MAX_FILES = 500;
  private static final int MODULE_DEPTH = 8;

  /// Configuration beside Git's own, whose every word is looked at.
  private static final List<String> OTHERS =
      List.of(
          ".hg/hgrc", ".hg/hgrc-not-shared", ".jj/repo/config.toml", ".jj/workspace-config.toml");

  private final WorkspaceRoot root;
  private final Map<String, String> environment;
  private final Map<Path, Loaded> loaded = new HashMap<>();

  /// @param environment the variables that Writ was started with
  public GitConfiguration(WorkspaceRoot root, Map<String, String> environment) {
    this.root = root;
    this.environment = Map.copyOf(environment);
  }

  /// The settings, and the files with their states that they were read from.
  private record Loaded(ConfiguredPlaces places, Map<Path, String> stamps) {
    boolean holds() {
      for (Map.Entry<Path, String> stamp : stamps.entrySet()) {
        if (!stamp(stamp.getKey()).equals(stamp.getValue())) {
          return false;
        }
      }
      return true;
    }
  }

  /// The obeyed places as the configuration around the workspace says.
  public ConfiguredPlaces places() {
    return around(root.path());
  }

  /// The same for a repository within the workspace that a place is in; empty if it is in none.
  public Optional<ConfiguredPlaces> nested(WorkspacePath place) {
    for (WorkspacePath at = place.parent(); !at.isRoot(); at = at.parent()) {
      Path directory = root.absolute(at);
      if (Files.exists(directory.resolve(".git"))) {
        return Optional.of(around(directory));
      }
    }
    return Optional.empty();
  }

  private synchronized ConfiguredPlaces around(Path directory) {
    Loaded known = loaded.get(directory);
    if (known == null || !known.holds()) {
      known = new Reading(directory).read();
      loaded.put(directory, known);
    }
    return known.places();
  }

  private static Path directoryOf(Path file) {
    Path parent = file.getParent();
    return parent == null ? file : parent;
  }

  private static String stamp(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return now.fileKey() + " " + now.size() + " " + now.lastModifiedTime();
    } catch (IOException _) {
      return "";
    }
  }

  /// One reading of everything.
  private final class Reading {
    private final Path start;
    private final ConfiguredPlaces places = new ConfiguredPlaces();
    private final Map<Path, String> stamps = new HashMap<>();
    private Path top;

    Reading(Path start) {
      this.start = start;
      this.top = start;
    }

    Loaded read() {
      Optional<GitHead.Repository> repository = new GitHead(start).repository();
      repository.ifPresent(found -> top = found.top());
      for (Path file : personal()) {
        git(file, 0);
      }
      repository.ifPresent(found -> repository(found.directory()));
      others();
      return new Loaded(places, stamps);
    }

    private List<Path> personal() {
      List<Path> files = new ArrayList<>(List.of(Path.of("/etc/gitconfig")));
      String global = environment.getOrDefault("GIT_CONFIG_GLOBAL", "");
      Optional<Path> home = home();
      if (!global.isEmpty()) {
        path(global, start).ifPresent(files::add);
      } else if (home.isPresent()) {
        String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
        path(xdg.isEmpty() ? "~/.config" : xdg, start)
            .ifPresent(directory -> files.add(directory.resolve("git/config")));
        files.add(home.get().resolve(".gitconfig"));
      }
      return files;
    }

    private void repository(Path directory) {
      Path common = directory;
      Optional<String> shared = text(directory.resolve("commondir"));
      if (shared.isPresent()) {
        common = path(shared.get().strip(), directory).orElse(directory);
      }
      git(common.resolve("config"), 0);
      git(directory.resolve("config.worktree"), 0);
      modules(common.resolve("modules"), 0);
    }

    /// The configuration of submodules, whose names may be paths.
    private void modules(Path directory, int depth) {
      stamps.put(directory, stamp(directory));
      if (depth > MODULE_DEPTH || stamps.size() > MAX_FILES || !Files.isDirectory(directory)) {
        return;
      }
      for (Path module : children(directory)) {
        if (Files.exists(module.resolve("HEAD"))) {
          git(module.resolve("config"), 0);
          modules(module.resolve("modules"), depth + 1);
        } else {
          modules(module, depth + 1);
        }
      }
    }

    private static List<Path> children(Path directory) {
      try (Stream<Path> all = Files.list(directory)) {
        return all.limit(MAX_FILES).toList();
      } catch (IOException | UncheckedIOException _) {
        return List.of();
      }
    }

    private void others() {
      for (Path at = start; at != null; at = at.getParent()) {
        for (String name : OTHERS) {
          Path file = at.resolve(name);
          if (at.equals(root.path()) || Files.exists(file)) {
            Path from = at;
            text(file).ifPresent(text -> words(text, file, from));
          }
        }
      }
    }

    private void words(String text, Path file, Path directory) {
      for (String word : GitVariables.words(text)) {
        place(word, directory).ifPresent(place -> places.addFile(place, "", file.toString()));
        place(word, directoryOf(file))
            .ifPresent(place -> places.addFile(place, "", file.toString()));
      }
    }

    private void git(Path file, int depth) {
      if (depth > MAX_DEPTH || stamps.size() > MAX_FILES || stamps.containsKey(file)) {
        return;
      }
      Optional<String> text = text(file);
      if (text.isEmpty()) {
        return;
      }
      List<GitConfigText.GitConfigEntry> entries = GitConfigText.entries(text.get());
      List<Path> bases = bases(entries, file);
      for (GitConfigText.GitConfigEntry entry : entries) {
        if (GitVariables.isDriver(entry)) {
          places.addDriver(entry.key(), file.toString());
        }
        for (String word : GitVariables.words(entry)) {
          name(entry, word, file, bases);
        }
        if (GitVariables.isInclude(entry)) {
          path(entry.value(), directoryOf(file)).ifPresent(next -> git(next, depth + 1));
        }
      }
    }

    /// Paths are relative to the top of the work tree, included files to the file itself; all are
    /// taken. A submodule's configuration says where its work tree is.
    private List<Path> bases(List<GitConfigText.GitConfigEntry> entries, Path file) {
      List<Path> bases = new ArrayList<>(List.of(top, directoryOf(file)));
      for (GitConfigText.GitConfigEntry entry : entries) {
        if (entry.key().equals("core.worktree")) {
          path(entry.value(), directoryOf(file)).ifPresent(bases::add);
        }
      }
      return bases;
    }

    private void name(
        GitConfigText.GitConfigEntry entry, String word, Path file, List<Path> bases) {
      for (Path base : bases) {
        for (WorkspacePath place : placesOf(word, base)) {
          if (GitVariables.isDirectory(entry)) {
            places.addTree(place, entry.key(), file.toString());
          } else if (!place.isRoot()) {
            places.addFile(place, entry.key(), file.toString());
          }
        }
      }
    }

    private Optional<WorkspacePath> place(String word, Path base) {
      return placesOf(word, base).stream().filter(place -> !place.isRoot()).findFirst();
    }

    /// The place as it is written, and where it really is.
    private List<WorkspacePath> placesOf(String word, Path base) {
      Optional<Path> path = path(word, base);
      if (path.isEmpty()) {
        return List.of();
      }
      List<WorkspacePath> found = new ArrayList<>();
      inside(path.get()).ifPresent(found::add);
      real(path.get())
          .flatMap(this::inside)
          .filter(real -> !found.contains(real))
          .ifPresent(found::add);
      return found;
    }

    /// The target of a path. For a missing or unreachable path the nearest existing parent counts.
    private static Optional<Path> real(Path path) {
      for (Path at = path; at != null; at = at.getParent()) {
        try {
          return Optional.of(at.toRealPath().resolve(at.relativize(path)));
        } catch (IOException _) {
          // not this one
        }
      }
      return Optional.empty();
    }

    private Optional<WorkspacePath> inside(Path path) {
      if (!path.startsWith(root.path())) {
        return Optional.empty();
      }
      Path below = root.path().relativize(path);
      return Optional.of(WorkspacePath.of(below.toString()));
    }

    private Optional<Path> home() {
      String home = environment.getOrDefault("HOME", "");
      return home.startsWith("/") ? Optional.of(Path.of(home)) : Optional.empty();
    }

    private Optional<Path> path(String written, Path base) {
      try {
        if (written.startsWith("~/")) {
          return home().map(home -> home.resolve(written.substring(2)).normalize());
        }
        return Optional.of(base.resolve(written).toAbsolutePath().normalize());
      } catch (InvalidPathException _) {
        return Optional.empty();
      }
    }

    private Optional<String> text(Path file) {
      stamps.put(file, stamp(file));
      try {
        if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
          return Optional.empty();
        }
        return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
      } catch (IOException _) {
        return Optional.empty();
      }
    }
  }
}
