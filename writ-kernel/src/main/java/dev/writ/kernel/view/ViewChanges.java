// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.comparison.ClosedPlaces;
import dev.writ.kernel.comparison.JudgedChanges;
import dev.writ.kernel.comparison.RecordedStateFinder;
import dev.writ.kernel.comparison.ViewContents;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.WorkspaceChangeDetector;
import dev.writ.kernel.file.DirectoryCursor;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.file.PermissionText;
import dev.writ.kernel.file.WritableDirectories;
import dev.writ.kernel.protection.PlaceLookup;
import dev.writ.kernel.store.ContentBatch.FileSystemForce;
import dev.writ.kernel.workspace.PlaceReader;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.journal.InterruptShield;
import dev.writ.sandbox.os.DirectoryHandle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The changes of programs in a view, in the upper directory of its overlay: they can be read,
/// recorded and applied.
public final class ViewChanges implements JudgedChanges, AutoCloseable {
  private final Hands hands;
  final CommandViewFiles files;
  private final ViewContents contents;

  /// When the view was opened, by the clock of the workspace's file system, in nanoseconds since
  /// 1970.
  private final long openedAt;

  private final StandingDirectories standing;
  private final ClosedPlaces closed = new ClosedPlaces();
  private final Map<WorkspacePath, DirectoryHandle.DirectoryStamp> copies = new HashMap<>();
  private End end = End.DROPPED;

  /// The handling of a view when it is closed.
  private enum End {
    DROPPED,
    /// For a person to look at.
    KEPT,
    /// Kept unchanged for the next session, which continues with it.
    LEFT
  }

  ViewChanges(Hands hands, CommandViewFiles files, StandingDirectories standing)
      throws IOException {
    this.hands = hands;
    this.standing = standing;
    this.files = files;
    this.openedAt = files.openedAt();
    this.contents =
        new ViewContents(hands.files(), hands.root(), WorkspaceRoot.open(files.upper()));
  }

  /// Its differences from the workspace.
  ///
  /// @param detector knows what is an output
  /// @param outputs names of what the command's programs make
  /// @param asks whether a change of a place has to be judged by itself, also in an output
  /// @throws IOException where that can't be read; then nothing may be applied
  public List<ViewDifference> differences(
      WorkspaceChangeDetector detector, Set<String> outputs, OutputGuard asks) throws IOException {
    ViewReader reader =
        new ViewReader(
            detector.rules(outputs), asks, closed, new ViewReader.ViewPast(openedAt, standing));
    return reader.read(hands.root().path(), files.upper(), contents).stream()
        .filter(difference -> !isUntouchedCopy(difference))
        .toList();
  }

  /// Notes what Writ itself had copied into the view before any program ran there: as long as
  /// nothing happens to such a copy, it is no change.
  public void copied(List<WorkspacePath> places) throws IOException {
    try (DirectoryCursor upper = new DirectoryCursor(files.upper())) {
      for (WorkspacePath place : places) {
        DirectoryHandle.DirectoryEntry copy = upper.at(place.parent()).entry(place.name());
        if (copy != null) {
          copies.put(place, copy.stamp());
        }
      }
    }
  }

  private boolean isUntouchedCopy(ViewDifference difference) {
    return difference.after().stamp().equals(copies.get(difference.path()));
  }

  /// Whether anything was changed; a file that was only opened for writing wasn't.
  ///
  /// @throws IOException where that can't be read
  public boolean hasChanges(WorkspaceChangeDetector detector, Set<String> outputs)
      throws IOException {
    for (ViewDifference difference : differences(detector, outputs, OutputGuard.NONE)) {
      if (!difference.isRecorded() || !changes(difference).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /// Works while no other session changes files of the workspace: what is judged then, and so by
  /// what is around it then, is what is applied. Until something is applied, it is kept.
  ///
  /// @throws IOException where another session has the workspace for too long, or the work fails
  public <T> T locked(LockedWork<T> work) throws IOException {
    keep();
    return hands.store().locked(() -> work.with(new LockedChanges()));
  }

  /// Work while no other session changes files of the workspace.
  @FunctionalInterface
  public interface LockedWork<T> {
    /// Does it.
    T with(LockedChanges changes) throws IOException;
  }

  /// The changes while no other session changes files of the workspace.
  public final class LockedChanges {
    private LockedChanges() {}

    /// What they are changes of.
    public ViewChanges view() {
      return ViewChanges.this;
    }

    /// Records and applies differences.
    ///
    /// @param accepted judged under this lock
    /// @param recording writes the records; when it throws, nothing is applied
    /// @return the places that are not as they should be, each with the reason; their records are
    ///     taken back
    /// @throws IOException where they can't be recorded: nothing was applied, and the view is kept;
    ///     or where what could not be applied can't be taken back: the next session does it
    public Map<WorkspacePath, ToolError> apply(List<ViewDifference> accepted, Recording recording)
        throws IOException {
      end = End.LEFT; // whatever happens before the records and the files agree
      decide(accepted, recording);
      ViewApplication application = new ViewApplication(hands.root(), files.upper());
      Map<WorkspacePath, ToolError> refused = application.apply(accepted, Set.of());
      try (WritableDirectories opened = new WritableDirectories(hands.root())) {
        refused.keySet().forEach(place -> opened.open(place.parent()));
        recording.takeBack(refused.keySet());
      }
      application.force(accepted);
      end = End.DROPPED;
      return refused; // the plan goes with the view
    }
  }

  private void decide(List<ViewDifference> accepted, Recording recording) throws IOException {
    ViewPlan plan = new ViewPlan(files);
    try {
      plan.begin(recording.about());
      recording.record(() -> forceContents(accepted));
      plan.decide(accepted, recording.ledger());
    } catch (IOException | RuntimeException | Error e) {
      try {
        plan.withdraw(recording.ledger());
        recording.takeBack(accepted.stream().map(ViewDifference::path).collect(Collectors.toSet()));
        end = End.KEPT;
      } catch (IOException | RuntimeException | Error also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  /// Writes records.
  public interface Recording {
    /// Whose changes they are, and how long the ledger is: what the next session needs after a
    /// crash.
    Json.Obj about() throws IOException;

    /// Records the changes, durably.
    ///
    /// @param contents forces what the places are going to hold, and all else that is on the
    ///     workspace's file system: before the first record is written
    void record(FileSystemForce contents) throws IOException;

    /// How long the ledger is.
    long ledger() throws IOException;

    /// Takes back what was recorded of these places and is not so.
    void takeBack(Set<WorkspacePath> places) throws IOException;
  }

  /// The data of a place is on disk before its record.
  private void forceContents(List<ViewDifference> accepted) throws IOException {
    boolean some = accepted.stream().anyMatch(d -> d.role() != ViewDifference.Role.OUTPUT);
    if (some) {
      try (DirectoryHandle upper = DirectoryHandle.open(files.upper())) {
        hands.root().disk().perform(Operation.FORCE, files.upper(), upper::forceFileSystem);
      }
    }
  }

  @Override
  public PlaceLookup.PlaceKind kindBefore(WorkspacePath place) throws IOException {
    return new PlaceReader(hands.root()).inside(place);
  }

  /// The states that records of its changes name.
  public RecordedStateFinder states() {
    return new RecordedStateFinder(hands, Optional.of(files.upper()));
  }

  /// The changes to record for differences, with both contents; none of one whose states are equal.
  ///
  /// @throws IOException where one can't be read
  public List<FileChange> changes(List<ViewDifference> differences) throws IOException {
    return contents.changes(differences);
  }

  /// The change to record for a difference, with both contents; empty if they are equal.
  ///
  /// @throws IOException where one can't be read
  public List<FileChange> changes(ViewDifference difference) throws IOException {
    return contents.changes(difference);
  }

  @Override
  public Optional<String> textAfter(ViewDifference difference) throws IOException {
    return contents.text(difference);
  }

  @Override
  public boolean isRewritten(ViewDifference difference) throws IOException {
    long size = difference.before().stamp().size();
    return difference.before().isFile()
        && difference.after().isFile()
        && difference.after().stamp().size() == size
        && size <= WorkspaceRoot.MAX_FILE_BYTES
        && changes(difference).isEmpty();
  }

  @Override
  public Optional<byte[]> bytesBefore(WorkspacePath place) throws IOException {
    return kindBefore(place) == PlaceLookup.PlaceKind.FILE
        ? Optional.of(hands.root().read(place, WorkspaceRoot.MAX_FILE_BYTES))
        : Optional.empty();
  }

  @Override
  public boolean isProgramBefore(WorkspacePath place) throws IOException {
    return hands.files().mode(place).filter(PermissionText::isProgram).isPresent();
  }

  @Override
  public String textBefore(ViewDifference difference) throws IOException {
    return contents.textBefore(difference, hands.root());
  }

  @Override
  public Optional<byte[]> bytesAfter(ViewDifference difference) throws IOException {
    return contents.file(difference);
  }

  @Override
  public boolean canBeKept(ViewDifference difference) throws IOException {
    final int everybodyReads = 0444;
    ViewDifference.Node before = difference.before();
    return !before.isFile()
        || (before.permissions() & everybodyReads) == everybodyReads
        || Files.isReadable(hands.root().reached(difference.path()))
        || !(hands.files().ofOwner(difference.path()) instanceof FileState.Unusable);
  }

  @Override
  public Path fileAfter(WorkspacePath place) {
    Path changed = files.upper().resolve(place.toString());
    return Files.exists(changed, LinkOption.NOFOLLOW_LINKS) ? changed : hands.root().reached(place);
  }

  @Override
  public long beganAt() {
    return openedAt;
  }

  /// The name under which people find it while it is kept.
  public String name() {
    return files.name();
  }

  /// Keeps it when it is closed, for a person to look at.
  public void keep() {
    end = End.KEPT;
  }

  /// Removes it when it is closed, after all.
  public void drop() {
    end = End.DROPPED;
  }

  /// Removes it, unless it is kept or the next session has to continue with it.
  @Override
  public void close() throws IOException {
    contents.close();
    InterruptShield.run(
        () -> {
          switch (end) {
            case DROPPED -> files.drop();
            case KEPT -> {
              closed.closeAgain(files.upper());
              files.keep(standing);
              KeptView.dropOldest(hands);
            }
            case LEFT -> files.release();
          }
        });
  }
}
