// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.json.Json;
import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.direnv.DirenvFile;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.objects.GitObjects;
import dev.writ.kernel.objects.NestedIndexes;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.program.PersonIgnoreFiles;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.workspace.LaterMoves;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.ledger.Ledger;
import dev.writ.sandbox.protection.RightfulWriters;
import dev.writ.sandbox.snapshot.ExemptDirectories;
import dev.writ.sandbox.snapshot.ExemptPlaces;
import dev.writ.sandbox.snapshot.GitIndex;
import dev.writ.sandbox.snapshot.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Detects the changes of a command: compares the workspace's state before and after, and backs up
/// contents beforehand.
public final class WorkspaceChangeDetector {
  private static final WorkspacePath RECORDS = WorkspacePath.of(Ledger.PATH).parent();

  private static final int MAX_RULES_BYTES = 1 << 20;

  private final Hands hands;
  private final WorkspaceRoot root;
  private final ObjectStore store;
  private final GitObjects git;
  private final NestedIndexes nested;
  private final SessionSandbox sandbox;
  private final PersonIgnoreFiles ignoreFiles;
  private final Supplier<Predicate<WorkspacePath>> obeyed;
  private Optional<Snapshot> last = Optional.empty();
  private Optional<TrackedSinceFirst> first = Optional.empty();

  /// A witness of that workspace.
  ///
  /// @param head finds the repository
  /// @param sandbox where Git is asked for old contents
  /// @param obeyed finds the places that programs obey, as configuration is when it is asked for
  public WorkspaceChangeDetector(
      Hands hands,
      GitHead head,
      ProgramEnvironment programs,
      SessionSandbox sandbox,
      Supplier<Predicate<WorkspacePath>> obeyed) {
    this.obeyed = obeyed;
    this.hands = hands;
    this.root = hands.root();
    this.store = hands.store();
    this.sandbox = sandbox;
    this.ignoreFiles = new PersonIgnoreFiles(root, store);
    this.git = new GitObjects(hands.root().path(), head, programs, sandbox);
    this.nested = new NestedIndexes(hands.root().path());
  }

  /// A command is about to run.
  ///
  /// @param before the state of the workspace at that time
  /// @param outputs names of what its programs make
  /// @param others who else may change what it may not
  /// @param objects where Git's objects were, and when
  public record Watching(
      Snapshot before,
      Set<String> outputs,
      RightfulWriters.WriterWatch others,
      ObjectDirectories objects) {}

  /// Looks before a command.
  ///
  /// @param outputs names of its programs' build outputs, which are not reported
  /// @throws IOException where the workspace can't be read; then nothing may be run
  public Watching before(Set<String> outputs) throws IOException {
    return before(outputs, sandbox.repository().watch());
  }

  /// The same before one with Git in it: what changes in the workspace's repository meanwhile is
  /// judged, whosever it is.
  ///
  /// @throws IOException where the workspace can't be read; then nothing may be run
  public Watching beforeGit(Set<String> outputs) throws IOException {
    return before(outputs, sandbox.repository().nested().watch());
  }

  private synchronized Watching before(Set<String> outputs, RightfulWriters.WriterWatch others)
      throws IOException {
    ownDirectories();
    ExemptDirectories exempt = rules(outputs);
    Snapshot now = Snapshot.take(root.path(), exempt, last);
    PreimageBackup backup = new PreimageBackup(hands, git);
    try {
      now.keep(
          (place, row) -> {
            if (place.name().equals(DirenvFile.NAME)) {
              boolean _ =
                  obeyed.get().test(place); // what it says counts, whatever the command makes of it
            }
            return backup.keep(place, row);
          });
    } finally {
      now.shut(_ -> false);
    }
    if (!now.undecoded().isEmpty()) {
      throw new IOException(
          "what a command changes in '%s' can't be compared, because its name is not UTF-8:"
                  .formatted(now.undecoded().getFirst())
              + " rename it, or run Writ where commands can have views of the workspace");
    }
    last = Optional.of(now);
    ObjectDirectories objects =
        ObjectDirectories.of(root.path(), now.directories(".git").keySet(), Instant.now());
    return new Watching(now, outputs, others, objects);
  }

  /// The files that Git tracks; empty outside a repository.
  public GitIndex tracked() {
    return git.index();
  }

  /// Whether the workspace is in a repository.
  public boolean isInRepository() {
    return git.repository().isPresent();
  }

  /// A build output, which is not recorded.
  ///
  /// @param outputs names of what the command's programs make
  ///
  /// @throws IOException where the ledger can't be read
  public synchronized ExemptDirectories rules(Set<String> outputs) throws IOException {
    ignoreFiles.refresh();
    Predicate<WorkspacePath> places = obeyed.get();
    return new ExemptDirectories(
        above(),
        ignoreFiles,
        trackedAtFirst().and(git.index(), nested.renewed()),
        outputs,
        path -> ProtectedNames.isProtected(path) || places.test(path));
  }

  /// What Git tracks, and tracked at this session's first look: a command that takes a file out of
  /// the index takes it out of no comparison.
  ///
  /// @param unstaged what an earlier session may have taken out
  /// @param below what is tracked within other repositories
  private record TrackedSinceFirst(
      GitIndex index,
      GitIndex first,
      Set<String> unstaged,
      NestedIndexes nested,
      Map<WorkspacePath, GitIndex> below)
      implements ExemptDirectories.Tracked {
    TrackedSinceFirst and(GitIndex now, Map<WorkspacePath, GitIndex> nestedNow) {
      return new TrackedSinceFirst(now, first, unstaged, nested, nestedNow);
    }

    @Override
    public boolean tracksWithin(WorkspacePath place) {
      return nested.track(place);
    }

    @Override
    public boolean isRepository(WorkspacePath directory) {
      return nested.isRepository(directory);
    }

    @Override
    public boolean tracks(WorkspacePath place) {
      String path = place.toString();
      return index.tracks(path) || first.tracks(path) || unstaged.contains(path);
    }
  }

  private TrackedSinceFirst trackedAtFirst() throws IOException {
    if (first.isEmpty()) {
      try {
        first =
            Optional.of(
                new TrackedSinceFirst(
                    git.index(), git.index(), git.unstaged(), nested, nested.renewed()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("the look at what Git tracks was interrupted", e);
      }
    }
    return first.get();
  }

  /// The existing directories that are not compared: those that Git ignores, and outputs.
  ///
  /// @param obeyed finds the places that programs obey, and directories in which such places may
  ///     come to be
  /// @throws IOException where the workspace can't be read
  public List<Path> exempt(Set<String> outputs, Predicate<WorkspacePath> obeyed)
      throws IOException {
    return ExemptPlaces.of(root.path(), rules(outputs), obeyed).stream()
        .map(root::absolute)
        .toList();
  }

  /// Sees to it that Writ's own directories are there: where one isn't, what another session makes
  /// there while the command runs would be taken for the command's and be removed.
  private void ownDirectories() throws IOException {
    store.prepare();
    if (root.attributes(RECORDS).isEmpty()) {
      Files.createDirectories(root.absolute(RECORDS));
    }
  }

  /// The rules that hold in the workspace's root: those of the directories above it in the
  /// repository, and the repository's own list.
  private IgnoreRules above() {
    IgnoreRules rules = IgnoreRules.NONE;
    Optional<GitHead.Repository> repository = git.repository();
    if (repository.isEmpty()) {
      return rules;
    }
    Path exclude = repository.get().directory().resolve("info/exclude");
    return outside(exclude)
        .map(text -> IgnoreRules.NONE.with(WorkspacePath.ROOT, text))
        .orElse(rules);
  }

  private static Optional<String> outside(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MAX_RULES_BYTES
          ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Notes a command that is about to run, for the case that this process is killed.
  ///
  /// @param about whose command it is
  /// @param mark the file that gets a content when this process was killed
  /// @throws IOException where that can't be done; then nothing may be run
  public PendingCommand note(Json.Obj about, Optional<Path> mark, Watching watching)
      throws IOException {
    return PendingCommand.note(hands, about, mark, watching);
  }

  /// Looks after a command whose process was killed.
  ///
  /// @param until the end of the command; later changes belong to other programs
  /// @param alone as for [#after(Watching, boolean)], until then
  /// @throws IOException where the workspace can't be read, or the look before
  public synchronized WorkspaceComparison after(
      PendingCommand command, Optional<Instant> until, boolean alone) throws IOException {
    ExemptDirectories exempt = rules(command.outputs());
    Optional<Snapshot> before = command.before(root.path(), exempt);
    if (before.isEmpty()) {
      MovedRepositories none = new MovedRepositories(root, Map.of(), Instant.MAX, _ -> false);
      return new WorkspaceComparison(hands, git, Optional.empty(), List.of(), none);
    }
    Set<WorkspacePath> later = new HashSet<>();
    LaterMoves moves = new LaterMoves(root, until.orElse(Instant.MAX));
    if (until.isPresent()) {
      long end = ChronoUnit.NANOS.between(Instant.EPOCH, until.get());
      for (Snapshot.SnapshotDifference one : before.get().difference(before.get().again())) {
        one.after().filter(is -> is.changed() > end).ifPresent(_ -> later.add(one.path()));
      }
    }
    CountedPlaces counted = path -> !later.contains(path) && !moves.contain(path);
    return compared(before.get(), ObjectDirectories.NONE, alone, counted);
  }

  /// Looks after a command.
  ///
  /// @param alone whether only the command can have changed something: then repositories that it
  ///     moved are where they were
  /// @throws IOException where the workspace can't be read
  public synchronized WorkspaceComparison after(Watching watching, boolean alone)
      throws IOException {
    return compared(
        watching.before(),
        watching.objects(),
        alone,
        path -> !watching.others().mayHaveChanged(root.absolute(path)));
  }

  /// Whether a place's difference can be the command's.
  interface CountedPlaces {
    boolean test(WorkspacePath path) throws IOException;
  }

  private WorkspaceComparison compared(
      Snapshot before, ObjectDirectories objects, boolean alone, CountedPlaces counted)
      throws IOException {
    demandSameRoot();
    Map<Long, WorkspacePath> homes = MovedRepositories.homes(before);
    homes.putAll(objects.packs());
    MovedRepositories moved = new MovedRepositories(root, homes, objects.since(), counted);
    WorkspaceComparison found = compared(before, counted, moved);
    while (alone && found.movesBack()) {
      found.close();
      found = compared(before, counted, moved);
    }
    return found;
  }

  /// Nothing at the root's path is compared, opened or restored that was not there before.
  private void demandSameRoot() throws IOException {
    try {
      root.check();
    } catch (FileSystemException e) {
      String why = e.getReason() + " where it is now: what the command changed is compared there";
      throw new FileSystemException(e.getFile(), null, why);
    }
  }

  private WorkspaceComparison compared(
      Snapshot before, CountedPlaces counted, MovedRepositories moved) throws IOException {
    Snapshot now = before.again();
    last = Optional.of(now);
    List<Snapshot.SnapshotDifference> differences = new ArrayList<>();
    for (Snapshot.SnapshotDifference one : before.difference(now)) {
      if (counted.test(one.path())) {
        differences.add(one);
      }
    }
    return new WorkspaceComparison(hands, git, last, differences, moved);
  }
}
