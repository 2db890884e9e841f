// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.code;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.objects.IndexFile;
import dev.writ.kernel.protection.ObedienceRule;
import dev.writ.kernel.protection.ObeyedName;
import dev.writ.kernel.protection.ObeyedNames;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The places of the workspace that programs obey under another name: a link leads there from Git's
/// hooks, from an obeyed name of the workspace, or from one of the person's home. What was found in
/// this session goes on to count: a command may have removed a link.
public final class ObeyedLinks {
  /// Names in a home begin with few directories; most of them hold few files.
  private static final int MAX_DEPTH = 4;

  private static final int MOST_ENTRIES = 5_000;
  private static final int MOST_DIRECTORIES = 300;
  private static final int LONGEST_CHAIN = 8;

  /// What a person starts from there is known to be the project's.
  private static final String SEARCH_PATH = "the shell's search path";

  private static final String HOOKS = "hooks";
  /// What Git obeys in its own directory, for whoever made a link of it.
  private static final List<String> GITS = List.of(HOOKS, "config", "config.worktree");

  private static final ObeyedName GIT =
      new ObeyedName(ObedienceRule.ASKS, ".git", "Git", "gitrepository-layout(5)");

  private final Path root;
  private final Optional<Path> home;
  private final IndexFile index;
  private final Map<List<String>, Set<ObeyedLink>> found = new ConcurrentHashMap<>();
  private final Map<Path, String> stamps = new HashMap<>();
  private GitIndex tracked = GitIndex.NONE;

  /// A link.
  ///
  /// @param name by which programs obey it, from the workspace's root or from the home on
  private record ObeyedLink(Path link, WorkspacePath name, boolean isGits) {}

  /// @param environment the variables that Writ was started with
  public ObeyedLinks(WorkspaceRoot root, Map<String, String> environment) {
    this.root = root.path();
    this.index = new IndexFile(root.path(), new GitHead(root.path()));
    String written = environment.getOrDefault("HOME", "");
    this.home = written.startsWith("/") ? Optional.of(Path.of(written)) : Optional.empty();
  }

  /// The name that makes a place obeyed.
  public Optional<ObeyedName> find(WorkspacePath place) {
    List<String> segments = found.isEmpty() ? List.of() : folded(place);
    for (int length = segments.size(); length >= 0; length--) {
      for (ObeyedLink link : found.getOrDefault(segments.subList(0, length), Set.of())) {
        List<String> under = new ArrayList<>(link.name().segments());
        under.addAll(place.segments().subList(length, segments.size()));
        Optional<ObeyedName> name = link.isGits() ? Optional.of(GIT) : find(under);
        if (name.isPresent()) {
          return name.map(
              is ->
                  new ObeyedName(
                      ObedienceRule.ASKS, place.toString(), is.program(), link.link().toString()));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<ObeyedName> find(List<String> segments) {
    WorkspacePath place = new WorkspacePath(segments);
    return ObeyedNames.SHIPPED
        .find(place)
        .or(() -> VersionFile.row(place))
        .filter(name -> !name.program().equals(SEARCH_PATH));
  }

  /// Whether a place where a link leads lies below a directory.
  public boolean holds(WorkspacePath directory) {
    List<String> segments = folded(directory);
    return found.keySet().stream()
        .anyMatch(
            place ->
                place.size() > segments.size()
                    && place.subList(0, segments.size()).equals(segments));
  }

  /// Looks for links, where something has changed since they were looked for.
  public synchronized void look() {
    GitIndex now = index.now();
    if (now == tracked
        && !stamps.isEmpty()
        && stamps.entrySet().stream().allMatch(at -> stamp(at.getKey()).equals(at.getValue()))) {
      return;
    }
    tracked = now;
    stamps.clear();
    list(root, WorkspacePath.ROOT, 0);
    home.filter(at -> !at.equals(root)).ifPresent(at -> list(at, WorkspacePath.ROOT, 0));
    for (String path : now.links()) {
      WorkspacePath place = WorkspacePath.of(path);
      if (mayBeObeyed(place)) {
        Path link = root.resolve(path);
        stamps.put(link, stamp(link));
        add(new ObeyedLink(link, place, false));
      }
    }
    new GitHead(root).repository().ifPresent(is -> repository(GitHead.common(is.directory()), 0));
  }

  private static boolean mayBeObeyed(WorkspacePath place) {
    return ObeyedNames.SHIPPED.find(place).isPresent()
        || ObeyedNames.SHIPPED.begins(place)
        || VersionFile.is(place);
  }

  /// The links of a directory, and of those in it that obeyed names begin with.
  private void list(Path directory, WorkspacePath name, int depth) {
    for (Path entry : entries(directory)) {
      WorkspacePath place;
      try {
        place = name.child(entry.getFileName().toString());
      } catch (IllegalArgumentException _) {
        continue; // no obeyed name
      }
      if (!mayBeObeyed(place)) {
        continue;
      }
      if (Files.isSymbolicLink(entry)) {
        add(new ObeyedLink(entry, place, false));
      } else if (depth < MAX_DEPTH && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        list(entry, place, depth + 1);
      }
    }
  }

  /// The hooks and settings of a repository and of its submodules.
  private void repository(Path git, int depth) {
    WorkspacePath name = WorkspacePath.of(GIT.pattern());
    for (String one : GITS) {
      Path place = git.resolve(one);
      stamps.put(place, stamp(place));
      if (Files.isSymbolicLink(place)) {
        add(new ObeyedLink(place, name, true));
      }
    }
    for (Path hook : entries(git.resolve(HOOKS))) {
      if (Files.isSymbolicLink(hook)) {
        add(new ObeyedLink(hook, name, true));
      }
    }
    modules(git.resolve("modules"), depth);
  }

  private void modules(Path modules, int depth) {
    for (Path module : depth > MAX_DEPTH ? List.<Path>of() : entries(modules)) {
      if (Files.exists(module.resolve("HEAD"))) {
        repository(module, depth + 1);
      } else if (Files.isDirectory(module, LinkOption.NOFOLLOW_LINKS)) {
        modules(module, depth + 1);
      }
    }
  }

  private List<Path> entries(Path directory) {
    if (stamps.size() >= MOST_DIRECTORIES) {
      return List.of();
    }
    stamps.put(directory, stamp(directory));
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.limit(MOST_ENTRIES).toList();
    } catch (IOException | UncheckedIOException _) {
      return List.of(); // nor can a program of the person's read it
    }
  }

  /// Each place on the way counts, as it is written and as it really is.
  private void add(ObeyedLink link) {
    Path at = link.link();
    for (int i = 0; i < LONGEST_CHAIN && Files.isSymbolicLink(at); i++) {
      try {
        // Read again as a text: a target may end in a slash, and its path then has an empty name.
        Path target = Path.of(Files.readSymbolicLink(at).toString());
        at = at.resolveSibling(target).normalize();
      } catch (IOException | InvalidPathException _) {
        return;
      }
      put(at, link);
      put(real(at), link);
    }
  }

  private void put(Path target, ObeyedLink link) {
    if (target.startsWith(root)) {
      String below = root.relativize(target).toString();
      WorkspacePath place = below.isEmpty() ? WorkspacePath.ROOT : WorkspacePath.of(below);
      if (!place.equals(link.name())) {
        found.computeIfAbsent(folded(place), _ -> ConcurrentHashMap.newKeySet()).add(link);
      }
    }
  }

  /// Of what isn't there the nearest directory counts.
  private static Path real(Path path) {
    for (Path at = path; at != null; at = at.getParent()) {
      try {
        return at.toRealPath().resolve(at.relativize(path)).normalize();
      } catch (IOException _) {
        // not this one
      }
    }
    return path;
  }

  private static String stamp(Path file) {
    try {
      BasicFileAttributes now =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return now.fileKey() + " " + now.lastModifiedTime();
    } catch (IOException _) {
      return "";
    }
  }

  private static List<String> folded(WorkspacePath place) {
    return place.segments().stream().map(ObeyedNames::fold).toList();
  }
}
