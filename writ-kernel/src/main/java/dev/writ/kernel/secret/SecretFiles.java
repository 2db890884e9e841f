// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.comparison.WorkspaceChangeDetector;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.program.CommandWorkplace;
import dev.writ.kernel.workspace.KnownDirectories;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.PathBytes;
import dev.writ.sandbox.os.PlaceHandle;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The secret files of the workspace, which programs don't see unless a person agreed to exactly
/// that.
///
/// Their places are known from a walk before a session's first command, and from others after
/// commands that may have changed something, outside any waiting time. In between only the places
/// where such files usually appear are checked: the root and the directories on the way to the
/// command's directory. So a command's waiting time does not grow with the workspace.
public final class SecretFiles {
  /// A larger file of a kind whose content decides is a secret.
  private static final int MAX_BYTES = 1 << 20;

  /// How many times as long as a walk no other one begins.
  private static final int PAUSE = 10;

  /// Of how many files the contents are looked for in outputs.
  private static final int MOST_READ = 64;

  private final WorkspaceRoot root;
  private final WorkspaceChangeDetector detector;
  private final List<GlobPattern> visible;
  private final Set<WorkspacePath> found = new HashSet<>();
  private final Set<Path> nameless = new HashSet<>();
  private final Set<Path> repositories = new HashSet<>();
  private final Set<Path> settings = new HashSet<>();
  private KnownDirectories directories = new KnownDirectories();
  private final Set<Path> stores = new HashSet<>();
  private boolean begun;
  private boolean renewing;
  private long renewable = System.nanoTime();

  /// @param detector knows what Git tracks
  /// @param visible places that every program may see (`safety.visible_secrets`)
  public SecretFiles(
      WorkspaceRoot root, WorkspaceChangeDetector detector, List<GlobPattern> visible) {
    this.root = root;
    this.detector = detector;
    this.visible = List.copyOf(visible);
  }

  /// All directories of a workspace in which a repository begins, but for its root.
  public static Set<Path> repositoriesIn(Path workspace) {
    SecretWalk walk = new SecretWalk(workspace);
    walk.all();
    return walk.repositories();
  }

  /// The secret files that a line names: a person was asked about them.
  static Set<WorkspacePath> named(Effect.RunCommand run) {
    Set<WorkspacePath> named = new HashSet<>();
    for (PathLocation location : run.locations()) {
      named.addAll(ProtectedNames.secrets(location));
    }
    return named;
  }

  /// One of the secret files that a line doesn't name.
  public Optional<WorkspacePath> anyUnnamed(Effect.RunCommand run) {
    return unnamed(run).stream()
        .findFirst()
        .or(() -> nameless().stream().map(this::shown).findFirst());
  }

  /// The secret files that a line doesn't name, in the order of their paths.
  List<WorkspacePath> unnamed(Effect.RunCommand run) {
    Set<WorkspacePath> likely = new LinkedHashSet<>(List.of(WorkspacePath.ROOT));
    way(run.directory().toString(), likely);
    for (Command command : run.line().commands()) {
      String own = command.directory().plain();
      way(own.startsWith("/") || own.isEmpty() ? own : run.directory() + "/" + own, likely);
    }
    SecretWalk walk = new SecretWalk(root.path());
    likely.forEach(walk::list);
    Set<WorkspacePath> now = new HashSet<>(current(walk));
    now.removeAll(named(run));
    return now.stream().filter(this::isHidden).sorted().toList();
  }

  /// A directory with those above it.
  private static void way(String directory, Set<WorkspacePath> places) {
    try {
      for (WorkspacePath at = WorkspacePath.of(directory); !at.isRoot(); at = at.parent()) {
        places.add(at);
      }
    } catch (IllegalArgumentException _) {
      // Outside: nothing runs there.
    }
  }

  /// The subset that Git itself must not see either: untracked files. Git would treat an unreadable
  /// tracked file as removed.
  List<Path> untracked(List<Path> places) {
    GitIndex index = detector.tracked();
    return places.stream().filter(place -> !index.tracks(shown(place).toString())).toList();
  }

  /// The places of files.
  List<Path> absolute(List<WorkspacePath> places) {
    return places.stream().map(root::absolute).toList();
  }

  Path workspace() {
    return root.path();
  }

  /// Whether the workspace is in a repository, so that Git can show its history.
  boolean isInRepository() {
    return detector.isInRepository();
  }

  /// The secret files that no line can name, as of the last [#unnamed]: a part of their paths is
  /// not UTF-8. Nobody can be asked about them, and a setting shows them only by a wildcard.
  synchronized List<Path> nameless() {
    return nameless.stream().filter(path -> !isVisible(shown(path))).sorted().toList();
  }

  /// The directories in which a `.git` was, as of the last [#unnamed].
  synchronized Set<Path> repositories() {
    return Set.copyOf(repositories);
  }

  /// Where settings of tools were that aren't Git's, as of the last [#unnamed].
  synchronized List<Path> settings() {
    return settings.stream().filter(RepositorySettings::isFile).sorted().toList();
  }

  /// The stores of projects below the root that are there, as of the last [#unnamed].
  ///
  /// @param at where they are looked for
  synchronized List<Path> stores(CommandWorkplace at) {
    Path reached = at.root().reached(WorkspacePath.ROOT);
    return stores.stream()
        .filter(
            store ->
                Files.isDirectory(
                    reached.resolve(root.path().relativize(store)), LinkOption.NOFOLLOW_LINKS))
        .toList();
  }

  private WorkspacePath shown(Path path) {
    return WorkspacePath.of(root.path().relativize(path).toString());
  }

  /// The known places, with the present findings. If one of them is missing, it may have been
  /// moved: then the whole workspace is searched at once.
  private synchronized Set<WorkspacePath> current(SecretWalk now) {
    if (!begun
        || !found.stream().map(root::absolute).allMatch(SecretFiles::isThere)
        || !nameless.stream().allMatch(SecretFiles::isThere)) {
      lookThrough();
    }
    add(now);
    return Set.copyOf(found);
  }

  private void lookThrough() {
    begun = true;
    found.clear();
    nameless.clear();
    addAll(all());
  }

  /// The directories of the workspace, as of the last walk.
  public synchronized KnownDirectories directories() {
    if (!begun) {
      lookThrough();
    }
    return directories;
  }

  /// What a walk through the whole workspace found.
  private void addAll(SecretWalk walk) {
    add(walk);
    directories = walk.directories();
  }

  private void add(SecretWalk walk) {
    found.addAll(walk.found());
    nameless.addAll(walk.nameless());
    repositories.addAll(walk.repositories());
    settings.addAll(walk.settings());
    stores.addAll(walk.stores());
  }

  private static boolean isThere(Path place) {
    return Files.exists(place, LinkOption.NOFOLLOW_LINKS);
  }

  /// A command that may have changed something has ended: searches the workspace, outside any
  /// waiting time, unless this would take most of the time.
  public synchronized void renew() {
    if (begun && !renewing && System.nanoTime() - renewable >= 0) {
      renewing = true;
      Thread.ofPlatform().daemon().name("secrets").start(this::scan);
    }
  }

  private void scan() {
    long start = System.nanoTime();
    SecretWalk all = all();
    synchronized (this) {
      addAll(all);
      renewing = false;
      long end = System.nanoTime();
      renewable = end + PAUSE * (end - start);
    }
  }

  private SecretWalk all() {
    SecretWalk walk = new SecretWalk(root.path());
    walk.all();
    detector
        .tracked()
        .paths(SecretWalk::isPassedOver)
        .forEach(path -> tracked(path).ifPresent(walk.found()::add));
    return walk;
  }

  /// A tracked secret in a directory that walks pass over.
  private Optional<WorkspacePath> tracked(String path) {
    WorkspacePath place = WorkspacePath.of(path);
    return ProtectedNames.isSecret(place) && Files.isRegularFile(root.absolute(place))
        ? Optional.of(place)
        : Optional.empty();
  }

  private boolean isVisible(WorkspacePath place) {
    for (GlobPattern glob : visible) {
      if (glob.matches(place)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a place that gets a content in Git usually holds secrets. So may a key for tests: once
  /// Git tracks it, programs see it.
  public boolean mayBeSecret(WorkspacePath place) {
    return ProtectedNames.isSecret(place)
        && !isVisible(place)
        && (!ProtectedNames.isSecretByContent(place)
            || (isThere(root.absolute(place)) && isHidden(place)));
  }

  private boolean isHidden(WorkspacePath place) {
    return isHidden(place, root, /* isGits= */ false);
  }

  /// @param where its content is looked at
  /// @param isGits whether it comes from a repository, whatever the index says
  private boolean isHidden(WorkspacePath place, WorkspaceRoot where, boolean isGits) {
    if (isVisible(place)) {
      return false;
    }
    if (ProtectedNames.isTestKey(place)
        && (isGits || detector.tracked().tracks(place.toString()))) {
      return false; // every owner of the repository has it
    }
    if (!ProtectedNames.isSecretByContent(place)) {
      return true;
    }
    try {
      String content = new String(where.read(place, MAX_BYTES), StandardCharsets.ISO_8859_1);
      return ProtectedNames.isSecretContent(place, content);
    } catch (IOException _) {
      return true;
    }
  }

  /// The files to hide where a line works, of those in the workspace.
  ///
  /// @param places absolute
  List<Path> paths(List<Path> places, CommandWorkplace at) {
    List<Path> paths = new ArrayList<>();
    for (Path place : places) {
      Path reached = reached(place, at);
      if (Files.isRegularFile(reached, LinkOption.NOFOLLOW_LINKS)) {
        paths.add(place);
      } else if (Files.isSymbolicLink(reached)) {
        target(place).ifPresent(paths::add);
      }
    }
    return paths;
  }

  private Path reached(Path place, CommandWorkplace at) {
    return at.root().reached(WorkspacePath.ROOT).resolve(root.path().relativize(place));
  }

  /// The secret files of a view that are nowhere in the workspace: an earlier part of the line
  /// moved or brought them.
  ///
  /// @param places known in the workspace; the view is looked through where one of them is gone
  /// @param mayHaveMore whether it is anyway, because a Git may have brought some
  /// @throws IOException if the view can't be looked through
  List<Path> broughtIn(List<Path> places, CommandWorkplace at, boolean mayHaveMore)
      throws IOException {
    if (at.view().isEmpty()
        || !(mayHaveMore || places.stream().anyMatch(place -> !isThere(reached(place, at))))) {
      return List.of();
    }
    SecretWalk walk = new SecretWalk(root.path());
    walk.allIn(at.root().reached(WorkspacePath.ROOT));
    List<Path> paths = new ArrayList<>(walk.nameless());
    for (WorkspacePath place : walk.found()) {
      if (!at.locator().isBlocked(place) && isHidden(place, at.root(), mayHaveMore)) {
        paths.add(root.absolute(place));
      }
    }
    paths.removeIf(SecretFiles::isThere);
    paths.removeIf(path -> !Files.isRegularFile(reached(path, at), LinkOption.NOFOLLOW_LINKS));
    return paths;
  }

  /// The file of the workspace that a link leads to.
  private Optional<Path> target(Path place) {
    try {
      Path real = place.toRealPath();
      return real.startsWith(root.path()) && Files.isRegularFile(real)
          ? Optional.of(real)
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty(); // it leads nowhere
    }
  }

  /// The texts of files, as far as they are texts of the usual length.
  List<String> contents(List<WorkspacePath> places) {
    return texts(places, place -> root.read(place, MAX_BYTES));
  }

  /// The same of files that no line can name.
  List<String> namelessContents(List<Path> places) {
    return texts(places, SecretFiles::bytes);
  }

  /// Reads a file.
  @FunctionalInterface
  private interface Reading<P> {
    /// Its bytes.
    byte[] of(P place) throws IOException;
  }

  private static <P> List<String> texts(List<P> places, Reading<P> reading) {
    List<String> texts = new ArrayList<>();
    for (P place : places.subList(0, Math.min(places.size(), MOST_READ))) {
      try {
        texts.add(new String(reading.of(place), StandardCharsets.UTF_8));
      } catch (IOException _) {
        // An unreadable file cannot be shown.
      }
    }
    return texts;
  }

  private static byte[] bytes(Path place) throws IOException {
    String whole = new String(PathBytes.of(place), StandardCharsets.ISO_8859_1);
    Path parent = Objects.requireNonNull(place.getParent());
    try (DirectoryHandle directory = DirectoryHandle.openForBytes(parent);
        PlaceHandle file = directory.file(whole.substring(whole.lastIndexOf('/') + 1))) {
      return file.entry().isFile() ? file.bytes(MAX_BYTES) : new byte[0];
    }
  }
}
