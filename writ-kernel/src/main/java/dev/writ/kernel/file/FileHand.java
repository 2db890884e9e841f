// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.kernel.file;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.UnsettledRecordException;
import dev.writ.sandbox.os.LinkTarget;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The hand that changes files and directories: whole contents, atomically, all places of a change
/// or none, and only if each place is in the expected state.
public final class FileHand {
  private final WorkspaceRoot root;
  private final ObjectStore store;
  private final FileTraits traits;

  /// A hand for that root that stages through that store.
  public FileHand(WorkspaceRoot root, ObjectStore store) {
    this.root = root;
    this.store = store;
    this.traits = new FileTraits(root);
  }

  /// How a change ended.
  public sealed interface WriteOutcome {
    /// It is done and durable.
    record Done() implements WriteOutcome {}

    /// Something else stands there than was expected; nothing was changed.
    record Stale(WorkspacePath path, FileState now) implements WriteOutcome {}
  }

  /// The present state of a place; a directory is unusable.
  public FileState state(WorkspacePath place) throws IOException {
    FileState exact = exact(place);
    return exact instanceof FileState.Directory
        ? unusable(ErrorCode.NOT_A_FILE, DisplayText.named(place) + " is a directory, not a file")
        : exact;
  }

  /// The present state of a place, which distinguishes links; a directory is unusable.
  public FileState stateOrLink(WorkspacePath place) throws IOException {
    Optional<BasicFileAttributes> attributes = root.attributes(place);
    if (attributes.isEmpty() || !attributes.get().isSymbolicLink()) {
      return state(place);
    }
    // By path is safe here: what comes of it is only compared and kept.
    return new FileState.Link(FileContent.of(LinkTarget.read(root.absolute(place))));
  }

  /// The present state of a place, which distinguishes directories.
  public FileState exact(WorkspacePath place) throws IOException {
    Optional<BasicFileAttributes> attributes = root.attributes(place);
    if (attributes.isEmpty()) {
      return new FileState.Absent();
    }
    if (attributes.get().isDirectory()) {
      return new FileState.Directory();
    }
    if (!attributes.get().isRegularFile()) {
      return unusable(
          ErrorCode.NOT_A_FILE,
          DisplayText.named(place) + " is " + WorkspaceRoot.kind(attributes.get()));
    }
    try {
      return new FileState.Present(FileContent.of(root.read(place, WorkspaceRoot.MAX_FILE_BYTES)));
    } catch (NoSuchFileException _) {
      return new FileState.Absent();
    } catch (AccessDeniedException _) {
      // What a command left is recorded even so.
      return unusable(
          ErrorCode.IO_ERROR, DisplayText.named(place) + " may not be read: permission denied");
    } catch (WorkspaceRoot.TooLargeException e) {
      return unusable(ErrorCode.TOO_LARGE, DisplayText.named(place) + ": " + e.getReason());
    }
  }

  /// The present state of a file, also where its owner can't read it.
  public FileState ofOwner(WorkspacePath place) throws IOException {
    FileState seen = stateOrLink(place);
    if (!(seen instanceof FileState.Unusable) || !traits.isClosed(place)) {
      return seen;
    }
    try {
      return new FileState.Present(
          FileContent.of(traits.readOpened(place, WorkspaceRoot.MAX_FILE_BYTES)));
    } catch (IOException _) {
      return seen;
    }
  }

  /// Reads a file that its owner may not read: opens it for that moment.
  ///
  /// @throws IOException where it belongs to another user, is larger than `limit` bytes, or no file
  public byte[] readOpened(WorkspacePath place, int limit) throws IOException {
    return traits.readOpened(place, limit);
  }

  private static FileState unusable(ErrorCode code, String message) {
    return new FileState.Unusable(new ToolError(code, message));
  }

  /// Everything that stands at a place.
  public PlaceInventory inventory(WorkspacePath place) throws IOException {
    try {
      return root.in(
          place.parent(),
          directory -> InventoryReader.of(directory, place.name(), place, root.absolute(place)));
    } catch (NoSuchFileException _) {
      return PlaceInventory.unusable(
          new ToolError(ErrorCode.FILE_NOT_FOUND, "There is no " + DisplayText.named(place)));
    }
  }

  /// The directories that are missing on the way to a place and the place itself, outermost first.
  public List<WorkspacePath> missing(WorkspacePath place) throws IOException {
    return missing(place, Set.of());
  }

  /// The same, below places that are made otherwise.
  ///
  /// @param made whatever stands there now says nothing
  public List<WorkspacePath> missing(WorkspacePath place, Set<WorkspacePath> made)
      throws IOException {
    List<WorkspacePath> missing = new ArrayList<>();
    WorkspacePath at = place;
    while (!made.contains(at) && root.attributes(at).isEmpty()) {
      missing.addFirst(at);
      at = at.parent();
    }
    return missing;
  }

  /// The permission bits of a place, as `rwxr-xr-x`; empty if nothing is there. Where it has an
  /// access control list, those that open it to nobody whom that keeps out.
  public Optional<String> mode(WorkspacePath place) throws IOException {
    return traits.modeWithoutList(place);
  }

  /// Why a file can't be replaced by one with another content, though nothing else bars it: this
  /// user may not give that one its owner and group. Tried out, where it has others than Writ's own
  /// files.
  public Optional<String> irreplaceable(WorkspacePath file) throws IOException {
    if (traits.hasOwnersOf(file, ObjectStore.OBJECTS)) {
      return Optional.empty();
    }
    ObjectStore.Staged probe = store.stageDirectory();
    try {
      traits.handOwnerOn(file, store.place(probe));
      return Optional.empty();
    } catch (FileTraits.ForeignOwnerException e) {
      return Optional.of(DisplayText.named(file) + " can't be replaced: " + e.getReason());
    } finally {
      store.drop(probe);
    }
  }

  /// Gives a file its own inode, with the same content and the same traits.
  ///
  /// @throws IOException if that fails; then the file is unchanged
  public void separate(WorkspacePath place) throws IOException {
    root.check();
    boolean _ =
        store.locked(
            () -> {
              if (exact(place) instanceof FileState.Present(FileContent content)) {
                ObjectStore.Staged fresh = store.stage(content.bytes());
                traits.handOn(place, store.place(fresh));
                root.rename(store.place(fresh), place);
              }
              return true;
            });
  }

  /// Takes the set-user-id bit and the like from what stands at a place; permissions stay.
  ///
  /// @throws IOException if that can't be done
  public void dropSpecialBits(WorkspacePath place) throws IOException {
    root.check();
    boolean _ =
        store.locked(
            () -> {
              Optional<String> mode = traits.mode(place);
              if (mode.isPresent()) {
                traits.set(place, PermissionText.plain(mode.get()));
              }
              return true;
            });
  }

  /// Removes everything that stands at a place, unrecorded.
  ///
  /// @throws IOException if that fails; then the file is unchanged
  public void discard(WorkspacePath place) throws IOException {
    root.check();
    boolean _ =
        store.locked(
            () -> {
              ObjectStore.Staged away = store.free();
              root.rename(place, store.place(away));
              store.drop(away);
              return true;
            });
  }

  /// The actions under the lock, immediately before the first change.
  @FunctionalInterface
  public interface Before {
    /// Does it; when it throws, everything stays as it is.
    void change() throws IOException;
  }

  /// Makes all of these changes or none of them, and only if each place is in the expected state.
  ///
  /// @param changes compared by content, never by time. The contents of a directory that is deleted
  ///     or moved follow it in the list
  /// @param before records the changes once nothing but renames is left
  /// @throws UnsettledRecordException if it refuses, and not everything could be taken back
  /// @throws IOException if the operating system refuses; everything is then as it was
  public WriteOutcome change(List<FileChange> changes, Before before) throws IOException {
    root.check();
    return store.locked(
        () -> {
          List<Task> tasks = tasks(changes);
          Optional<WriteOutcome.Stale> stale = stale(tasks);
          if (stale.isPresent()) {
            return stale.get();
          }
          Rearrangement rearrangement = new Rearrangement(root, store, traits);
          try {
            for (Task task : tasks) {
              rearrangement.prepare(task.change());
            }
            before.change();
            for (Task task : tasks) {
              rearrangement.make(task.change(), task.expected());
            }
            rearrangement.close();
          } catch (IOException | RuntimeException | Error e) {
            if (!rearrangement.rollBack(e)) {
              throw new UnsettledRecordException(e);
            }
            throw e;
          }
          rearrangement.finish();
          return new WriteOutcome.Done();
        });
  }

  /// A change with everything that goes or moves by it.
  private record Task(FileChange change, PlaceInventory expected) {}

  private static List<Task> tasks(List<FileChange> changes) {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      FileChange change = changes.get(i);
      WorkspacePath place = change.from().orElse(change.path());
      List<PlaceInventory.InventoryItem> items = new ArrayList<>();
      items.add(new PlaceInventory.InventoryItem(place, change.before()));
      if (change.before() instanceof FileState.Directory && !staysDirectory(change)) {
        while (i + 1 < changes.size() && goesWith(changes.get(i + 1), change)) {
          FileChange next = changes.get(++i);
          items.add(
              new PlaceInventory.InventoryItem(next.from().orElse(next.path()), next.before()));
        }
      }
      tasks.add(new Task(change, new PlaceInventory(items, Optional.empty())));
    }
    return tasks;
  }

  /// Only its permissions change; what is in it is another matter.
  private static boolean staysDirectory(FileChange change) {
    return change.after() instanceof FileState.Directory && change.from().isEmpty();
  }

  private static boolean goesWith(FileChange inner, FileChange outer) {
    return inner.from().isPresent() == outer.from().isPresent()
        && inner.from().orElse(inner.path()).within(outer.from().orElse(outer.path()))
        && inner.path().within(outer.path())
        && (inner.from().isPresent() || inner.after() instanceof FileState.Absent);
  }

  private Optional<WriteOutcome.Stale> stale(List<Task> tasks) throws IOException {
    List<WorkspacePath> replaced = new ArrayList<>();
    for (Task task : tasks) {
      FileChange change = task.change();
      // Nothing can be below a link that a directory replaces.
      boolean fresh =
          change.before() instanceof FileState.Absent
              && replaced.stream().anyMatch(change.path()::within);
      Optional<WriteOutcome.Stale> stale = fresh ? Optional.empty() : stale(task);
      if (stale.isPresent()) {
        return stale;
      }
      if (change.before() instanceof FileState.Link
          && change.after() instanceof FileState.Directory) {
        replaced.add(change.path());
      }
    }
    return Optional.empty();
  }

  private Optional<WriteOutcome.Stale> stale(Task task) throws IOException {
    FileChange change = task.change();
    WorkspacePath place = change.from().orElse(change.path());
    FileState now =
        switch (change.before()) {
          case FileState.Link _ -> stateOrLink(place);
          case FileState.Present _ -> ofOwner(place);
          case FileState.Absent _, FileState.Directory _, FileState.Unusable _ -> exact(place);
        };
    if (!now.equals(change.before())) {
      return Optional.of(new WriteOutcome.Stale(place, now));
    }
    if (now instanceof FileState.Directory
        && !staysDirectory(change)
        && !inventory(place).equals(task.expected())) {
      return Optional.of(new WriteOutcome.Stale(place, now));
    }
    if (change.from().isPresent()) {
      FileState target = exact(change.path());
      if (!(target instanceof FileState.Absent)) {
        return Optional.of(new WriteOutcome.Stale(change.path(), target));
      }
    }
    return Optional.empty();
  }
}
