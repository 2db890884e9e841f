// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.file.PermissionText;
import dev.writ.kernel.file.WritableDirectories;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The restoration of one place of a record. The ledger is part of the repository, so its paths are
/// as untrusted as a model's.
sealed interface RestorePlan {
  /// By these changes; none where nothing is to be done.
  record PossibleRestore(List<FileChange> changes) implements RestorePlan {
    static PossibleRestore by(FileChange change) {
      return new PossibleRestore(List.of(change));
    }
  }

  /// Not at all.
  record Barred(WorkspacePath path, ToolError error) implements RestorePlan {}

  /// Something else stands there than the record left.
  static ToolError stale(WorkspacePath path, TraceRecord record) {
    return new ToolError(
        ErrorCode.STALE_FILE,
        DisplayText.named(path) + " changed since record " + record.id(),
        "Check the file; --force restores the old content anyway");
  }

  /// Looks for ways back in a workspace.
  final class Finder {
    /// By these something stands where nothing was.
    private static final Set<FileChange.ChangeKind> PUT =
        EnumSet.of(FileChange.ChangeKind.CREATE, FileChange.ChangeKind.RENAME);

    private final PathLocator locator;
    private final FileHand files;
    private final ObjectStore store;
    private final WritableDirectories opened;

    /// @param opened where nothing is closed meanwhile
    Finder(Hands hands, WritableDirectories opened) {
      this.opened = opened;
      this.locator = hands.locator();
      this.files = hands.files();
      this.store = hands.store();
    }

    /// The way back for one element of a record's `files`.
    ///
    /// @param force also over what changed since
    RestorePlan of(TraceRecord record, RecordedChange file, boolean force) throws IOException {
      WorkspacePath path = place(record, file.path());
      Optional<ToolError> unreachable = unreachable(record, path);
      if (unreachable.isPresent()) {
        return new Barred(path, unreachable.get());
      }
      if (file.is(FileChange.ChangeKind.DELETE) && unreachable(path).isPresent()) {
        return comesBack(file, path); // something else stands where the directory above was
      }
      if (!force && hasOtherMode(file, path)) {
        return new Barred(path, stale(path, record));
      }
      if (!file.is(FileChange.ChangeKind.RENAME)) {
        return file.isDirectory()
            ? directory(record, file, path, force)
            : content(record, file, path, force);
      }
      WorkspacePath from = place(record, file.from().orElse(""));
      unreachable = unreachable(record, from);
      if (unreachable.isPresent()) {
        return new Barred(from, unreachable.get());
      }
      return file.isDirectory()
          ? movedDirectory(record, path, from, force)
          : moved(record, file, path, from, force);
    }

    /// The way back where a directory came in the place of a file, or a file in that of a
    /// directory.
    ///
    /// @param gone what the record says of the one
    /// @param came what it says of the other
    RestorePlan ofReplaced(
        TraceRecord record, RecordedChange gone, RecordedChange came, boolean force)
        throws IOException {
      WorkspacePath path = place(record, came.path());
      Optional<ToolError> unreachable = unreachable(record, path);
      if (unreachable.isPresent()) {
        return new Barred(path, unreachable.get());
      }
      FileState exact = files.exact(path);
      FileState now = exact instanceof FileState.Directory ? exact : files.stateOrLink(path);
      boolean asLeft =
          came.isDirectory()
              ? now instanceof FileState.Directory
              : hash(now).equals(came.after().hash().orElse(""));
      if (!force && (!asLeft || hasOtherMode(came, path))) {
        return new Barred(path, stale(path, record));
      }
      Optional<FileState> before =
          gone.isDirectory()
              ? Optional.of(new FileState.Directory())
              : before(gone, new FileState.Absent());
      FileChange.Modes modes = new FileChange.Modes(mode(path), gone.formerMode());
      return before.isPresent()
          ? PossibleRestore.by(new FileChange(path, now, before.get()).with(modes))
          : new Barred(path, lost(path));
    }

    /// Whether somebody gave a place other permissions than the record left.
    private boolean hasOtherMode(RecordedChange file, WorkspacePath path) throws IOException {
      return PermissionText.differ(file.after().mode(), mode(path));
    }

    private Optional<String> mode(WorkspacePath path) throws IOException {
      Optional<String> closed = opened.mode(path);
      return closed.isPresent() ? closed : files.mode(path);
    }

    /// A place that a record names.
    ///
    /// @throws IOException where that is none of a workspace
    static WorkspacePath place(TraceRecord record, String path) throws IOException {
      try {
        return WorkspacePath.of(path);
      } catch (IllegalArgumentException e) {
        throw new IOException("record " + record.id() + " names no path of the workspace", e);
      }
    }

    private Optional<ToolError> unreachable(TraceRecord record, WorkspacePath path) {
      if (path.isRoot() || ProtectedNames.isProtected(path)) {
        String message = DisplayText.named(path) + " is protected: no record of it can be undone";
        return Optional.of(new ToolError(ErrorCode.PROTECTED_PATH, message));
      }
      return isBelowReplaced(record, path) ? Optional.empty() : unreachable(path);
    }

    private Optional<ToolError> unreachable(WorkspacePath path) {
      return switch (locator.locateItself(path.toString())) {
        case PathLocation.RefusedLocation(String _, ToolError error) -> Optional.of(error);
        case PathLocation.Inside(String _, WorkspacePath real, var _) ->
            real.equals(path)
                ? Optional.empty()
                : Optional.of(
                    new ToolError(
                        ErrorCode.NOT_A_FILE,
                        DisplayText.named(path) + " now leads through a link"));
      };
    }

    /// Whether a directory above a place was created or deleted by the same record: it goes with
    /// all that is in it, or comes back.
    private static boolean isBelow(
        TraceRecord record, FileChange.ChangeKind kind, WorkspacePath path) {
      return record.files().stream()
          .filter(file -> file.isDirectory())
          .filter(file -> file.is(kind))
          .map(RecordedChange::place)
          .anyMatch(above -> path.within(above) && !path.equals(above));
    }

    /// The former content of a directory that another entry has replaced.
    private RestorePlan comesBack(RecordedChange file, WorkspacePath path) throws IOException {
      FileState now = new FileState.Absent();
      Optional<FileState> before =
          file.isDirectory() ? Optional.of(new FileState.Directory()) : before(file, now);
      FileChange.Modes modes = new FileChange.Modes(Optional.empty(), file.formerMode());
      return before.isPresent()
          ? PossibleRestore.by(new FileChange(path, now, before.get()).with(modes))
          : new Barred(path, lost(path));
    }

    /// Whether by the same record a file or link came in the place of a directory above.
    private static boolean isBelowReplaced(TraceRecord record, WorkspacePath path) {
      return isBelow(record, FileChange.ChangeKind.DELETE, path)
          && record.files().stream()
              .filter(file -> !file.isDirectory())
              .filter(file -> file.is(FileChange.ChangeKind.CREATE))
              .map(RecordedChange::place)
              .anyMatch(above -> path.within(above) && !path.equals(above));
    }

    /// A file that was created, changed or deleted.
    private RestorePlan content(
        TraceRecord record, RecordedChange file, WorkspacePath path, boolean force)
        throws IOException {
      FileState now = files.ofOwner(path);
      if (now instanceof FileState.Unusable(ToolError error)) {
        boolean large = error.code() == ErrorCode.TOO_LARGE;
        if (!large || !force) {
          return new Barred(path, large ? tooLarge(error) : error);
        }
      }
      if (!force && !hash(now).equals(file.after().hash().orElse(""))) {
        return new Barred(path, stale(path, record));
      }
      Optional<FileState> before = before(file, now);
      if (before.isEmpty()) {
        return new Barred(path, lost(path));
      }
      FileChange.Modes modes = new FileChange.Modes(mode(path), file.formerMode());
      return replaced(new FileChange(path, now, before.get()).with(modes));
    }

    /// A file gets another content, and stays its owner's.
    private RestorePlan replaced(FileChange back) throws IOException {
      WorkspacePath path = back.from().orElse(back.path());
      boolean isReplaced =
          back.before() instanceof FileState.Present
              && back.after() instanceof FileState.Present
              && !back.before().equals(back.after());
      return (isReplaced ? files.irreplaceable(path) : Optional.<String>empty())
          .map(why -> new ToolError(ErrorCode.IO_ERROR, why, "--force restores everything else"))
          .<RestorePlan>map(error -> new Barred(path, error))
          .orElseGet(() -> PossibleRestore.by(back));
    }

    /// A file that was moved, perhaps with a change.
    private RestorePlan moved(
        TraceRecord record,
        RecordedChange file,
        WorkspacePath path,
        WorkspacePath from,
        boolean force)
        throws IOException {
      FileState now = files.ofOwner(path);
      FileState old = files.stateOrLink(from);
      boolean isThere = now instanceof FileState.Present || now instanceof FileState.Link;
      if (now instanceof FileState.Unusable(ToolError error)) {
        return new Barred(path, error);
      }
      if (old instanceof FileState.Unusable(ToolError error)) {
        return new Barred(from, error);
      }
      boolean asLeft = isThere && hash(now).equals(file.after().hash().orElse(""));
      WorkspacePath changed = asLeft ? from : path;
      if (!force && !(asLeft && old instanceof FileState.Absent)) {
        return new Barred(changed, stale(changed, record));
      }
      Optional<FileState> before = before(file, now);
      if (before.isEmpty()) {
        return new Barred(path, lost(path));
      }
      if (isThere
          && old instanceof FileState.Absent
          && !isBelow(record, FileChange.ChangeKind.CREATE, path)) {
        return replaced(FileChange.moved(path, from, now, before.get()));
      }
      Optional<String> mode = mode(path);
      FileChange back = new FileChange(from, old, before.get());
      List<FileChange> changes = new ArrayList<>(List.of(back));
      if (now instanceof FileState.Present) {
        FileChange.Modes modes = new FileChange.Modes(mode, Optional.empty());
        changes.set(0, back.with(new FileChange.Modes(mode(from), mode)));
        changes.add(new FileChange(path, now, new FileState.Absent()).with(modes));
      } else if (isThere) { // a link has no mode of its own
        changes.add(new FileChange(path, now, new FileState.Absent()));
      }
      return new PossibleRestore(changes);
    }

    /// A directory that was created or deleted.
    private RestorePlan directory(
        TraceRecord record, RecordedChange file, WorkspacePath path, boolean force)
        throws IOException {
      FileState now = files.exact(path);
      boolean wanted = !file.is(FileChange.ChangeKind.CREATE);
      FileChange.Modes modes = new FileChange.Modes(mode(path), file.formerMode());
      if (now instanceof FileState.Absent && wanted) {
        return PossibleRestore.by(new FileChange(path, now, new FileState.Directory()).with(modes));
      }
      if (now instanceof FileState.Directory && file.is(FileChange.ChangeKind.MODIFY)) {
        return PossibleRestore.by(new FileChange(path, now, now).with(modes));
      }
      if (now instanceof FileState.Directory && !wanted) {
        // Later additions must not be lost: then the directory remains, if the record created it
        // for its own content, or with force; otherwise everything remains.
        boolean stays =
            isAbove(record, path) ? holdsOthers(record, path) : force && holdsMore(path);
        return stays
            ? new PossibleRestore(List.of())
            : PossibleRestore.by(
                new FileChange(path, now, new FileState.Absent())
                    .with(new FileChange.Modes(modes.before(), Optional.empty())));
      }
      boolean done = wanted == now instanceof FileState.Directory;
      if (done && wanted && modes.after().isPresent() && !modes.after().equals(modes.before())) {
        return PossibleRestore.by(
            new FileChange(path, now, now).with(modes)); // files in it were brought back first
      }
      return done || force ? new PossibleRestore(List.of()) : new Barred(path, stale(path, record));
    }

    private boolean holdsMore(WorkspacePath directory) throws IOException {
      return files.inventory(directory).holdsMore();
    }

    /// Whether the record put something into a directory.
    private static boolean isAbove(TraceRecord record, WorkspacePath directory) {
      return put(record).anyMatch(path -> path.within(directory) && !path.equals(directory));
    }

    /// Whether anything is in a directory that the record did not put there.
    private boolean holdsOthers(TraceRecord record, WorkspacePath directory) throws IOException {
      PlaceInventory inventory = files.inventory(directory);
      Set<WorkspacePath> own = put(record).collect(Collectors.toSet());
      return inventory.fault().isPresent()
          || !inventory.items().stream()
              .map(PlaceInventory.InventoryItem::path)
              .allMatch(own::contains);
    }

    private static Stream<WorkspacePath> put(TraceRecord record) {
      return record.files().stream()
          .filter(file -> PUT.stream().anyMatch(file::is))
          .map(RecordedChange::place);
    }

    /// A directory that was moved. By force its files are moved back one by one; where a directory
    /// above was made for it, it goes with that one, and another is made.
    private RestorePlan movedDirectory(
        TraceRecord record, WorkspacePath path, WorkspacePath from, boolean force)
        throws IOException {
      FileState now = files.exact(path);
      FileState old = files.exact(from);
      if (force) {
        return new PossibleRestore(List.of());
      }
      if (!(now instanceof FileState.Directory && old instanceof FileState.Absent)) {
        return new Barred(path, stale(path, record));
      }
      if (!isBelow(record, FileChange.ChangeKind.CREATE, path)) {
        return PossibleRestore.by(FileChange.moved(path, from, now, now));
      }
      FileChange.Modes modes = new FileChange.Modes(Optional.empty(), mode(path));
      return new PossibleRestore(
          List.of(
              new FileChange(from, old, now).with(modes),
              new FileChange(path, now, new FileState.Absent())));
    }

    private static String hash(FileState state) {
      return LedgerEntry.hash(state).orElse("");
    }

    /// Its present content can neither be compared nor kept.
    private static ToolError tooLarge(ToolError error) {
      return new ToolError(
          error.code(),
          error.message(),
          "Check the file; --force restores the old content, and the present one is gone");
    }

    private static ToolError lost(WorkspacePath path) {
      return new ToolError(
          ErrorCode.IO_ERROR,
          "The old content of " + DisplayText.named(path) + " is no longer kept",
          "--force restores everything else");
    }

    private Optional<FileState> before(RecordedChange file, FileState now) throws IOException {
      Optional<String> hash = file.before().hash();
      if (hash.isEmpty()) {
        // Only what was created wasn't there; of the rest the old content was never known.
        return file.before().vacant() ? Optional.of(new FileState.Absent()) : Optional.empty();
      }
      return hash.get().equals(hash(now))
          ? Optional.of(now)
          : store
              .get(hash.get())
              .map(
                  old ->
                      file.before().link() ? new FileState.Link(old) : new FileState.Present(old));
    }
  }
}
