// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.kernel.file;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import dev.writ.records.journal.InterruptShield;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Changes several places as one. Each step that was made knows how it is taken back; where one
/// fails, those before it are taken back in reverse order. A directory that goes or moves does so
/// in one rename, with all that is in it.
final class Rearrangement {
  /// The beginning of permissions by which the owner can change what is in a directory.
  private static final String OPEN = "rwx";

  private final WorkspaceRoot root;
  private final ObjectStore store;
  private final FileTraits traits;
  private final Map<FileChange, ObjectStore.Staged> staged = new HashMap<>();
  private final Deque<Step> back = new ArrayDeque<>();

  /// Permissions by which nothing can be changed in a directory any more.
  private final Deque<Step> closing = new ArrayDeque<>();
  private final Set<ObjectStore.Staged> waste = new LinkedHashSet<>();
  private final Set<ObjectStore.Staged> gone = new LinkedHashSet<>();
  private final Set<WorkspacePath> made = new LinkedHashSet<>();

  /// Places at which a directory will stand, perhaps in the place of a file.
  private final Set<WorkspacePath> becoming = new HashSet<>();
  private final Set<WorkspacePath> touched = new LinkedHashSet<>();

  /// Something that can be done, and may fail.
  @FunctionalInterface
  private interface Step {
    void take() throws IOException;
  }

  Rearrangement(WorkspaceRoot root, ObjectStore store, FileTraits traits) {
    this.root = root;
    this.store = store;
    this.traits = traits;
  }

  /// Does what changes nothing yet: stages the new content, looks whether its parents can be made.
  void prepare(FileChange change) throws IOException {
    if (change.after() instanceof FileState.Link(FileContent target)) {
      ObjectStore.Staged fresh = store.stageLink(target.bytes());
      waste.add(fresh);
      staged.put(change, fresh);
    } else if (change.after() instanceof FileState.Present(FileContent content)
        && !(change.from().isPresent() && change.before().equals(change.after()))) {
      ObjectStore.Staged fresh = store.stage(content.bytes());
      waste.add(fresh);
      staged.put(change, fresh);
    }
    if (change.after() instanceof FileState.Directory) {
      becoming.add(change.path());
    }
    if (!(change.after() instanceof FileState.Absent) && !isBelowBecoming(change.path())) {
      missingParent(change.path());
    }
  }

  private boolean isBelowBecoming(WorkspacePath place) {
    for (WorkspacePath at = place; !at.isRoot(); at = at.parent()) {
      if (becoming.contains(at.parent())) {
        return true;
      }
    }
    return false;
  }

  /// Makes one change, whose expected state was found before.
  ///
  /// @param expected everything that goes or moves with it
  void make(FileChange change, PlaceInventory expected) throws IOException {
    touched.add(change.path().parent());
    if (!(change.after() instanceof FileState.Absent)) {
      createParents(change.path());
    }
    if (change.from().isPresent()) {
      move(change, change.from().get(), expected);
    } else if (change.after() instanceof FileState.Absent) {
      remove(change.path(), expected);
    } else if (change.after() instanceof FileState.Directory) {
      makeDirectory(change);
    } else {
      put(change, expected);
    }
  }

  private void put(FileChange change, PlaceInventory expected) throws IOException {
    WorkspacePath place = change.path();
    ObjectStore.Staged fresh = stagedFor(change);
    boolean link = change.after() instanceof FileState.Link;
    if (change.before() instanceof FileState.Present(FileContent old) && !link) {
      traits.handOn(place, store.place(fresh));
      setMode(store.place(fresh), change);
      demandUnchanged(place, old);
      root.rename(store.place(fresh), place);
      back.push(() -> putBack(place, old, change.modes().before()));
    } else {
      inherit(store.place(fresh), change);
      setMode(store.place(fresh), change);
      if (change.before() instanceof FileState.Directory) {
        remove(place, expected);
      } else if (change.before() instanceof FileState.Unusable
          || change.before() instanceof FileState.Present
          || change.before() instanceof FileState.Link) {
        setAside(change);
      } else {
        vacant(place);
      }
      root.rename(store.place(fresh), place);
      back.push(() -> root.rename(place, store.place(fresh)));
    }
  }

  private ObjectStore.Staged stagedFor(FileChange change) {
    ObjectStore.Staged fresh = staged.get(change);
    if (fresh == null) {
      throw new IllegalStateException("nothing was staged for " + change.path());
    }
    return fresh;
  }

  /// What comes back with its permissions gets no list that might open it to others.
  private void inherit(WorkspacePath fresh, FileChange change) throws IOException {
    traits.inherit(change.path(), fresh);
    if (change.modes().after().isEmpty() && !(change.after() instanceof FileState.Link)) {
      traits.inheritList(change.path(), fresh);
    }
  }

  private void setMode(WorkspacePath place, FileChange change) throws IOException {
    if (change.modes().after().isPresent() && !(change.after() instanceof FileState.Link)) {
      traits.set(place, change.modes().after().get());
    }
  }

  private void putBack(WorkspacePath place, FileContent old, Optional<String> mode)
      throws IOException {
    ObjectStore.Staged again = store.stage(old.bytes());
    waste.add(again);
    traits.handOn(place, store.place(again));
    if (mode.isPresent()) {
      traits.set(store.place(again), mode.get());
    }
    root.rename(store.place(again), place);
  }

  private void remove(WorkspacePath place, PlaceInventory expected) throws IOException {
    ObjectStore.Staged away = setAside(place);
    // An entry that is neither file nor directory has no content to compare; its kind was compared,
    // under the lock.
    FileState state = expected.items().getFirst().state();
    if (!(state instanceof FileState.Unusable || state instanceof FileState.Link)) {
      compare(store.place(away), place, expected);
    }
  }

  /// What somebody saves between the comparison and the rename would be nowhere any more: all new
  /// contents are staged and recorded meanwhile.
  private void demandUnchanged(WorkspacePath place, FileContent old) throws IOException {
    FileContent now =
        traits.isClosed(place)
            ? closed(place)
            : FileContent.of(root.read(place, WorkspaceRoot.MAX_FILE_BYTES));
    if (!now.equals(old)) {
      throw new FileSystemException(place.toString(), null, "it changed at the same moment");
    }
  }

  private void setAside(FileChange change) throws IOException {
    if (change.before() instanceof FileState.Present(FileContent old)) {
      demandUnchanged(change.path(), old);
    }
    setAside(change.path());
  }

  /// Takes something out of the way; it is thrown away only at the end.
  private ObjectStore.Staged setAside(WorkspacePath place) throws IOException {
    ObjectStore.Staged away = store.free();
    gone.add(away);
    root.rename(place, store.place(away));
    back.push(() -> root.rename(store.place(away), place));
    return away;
  }

  private void move(FileChange change, WorkspacePath from, PlaceInventory expected)
      throws IOException {
    touched.add(from.parent());
    vacant(change.path());
    if (staged.containsKey(change)) {
      ObjectStore.Staged fresh = stagedFor(change);
      traits.handOn(from, store.place(fresh));
      root.rename(store.place(fresh), change.path());
      back.push(() -> root.rename(change.path(), store.place(fresh)));
      remove(from, expected);
    } else {
      root.rename(from, change.path());
      back.push(() -> root.rename(change.path(), from));
      compare(change.path(), from, expected);
    }
  }

  /// The removed entry is the expected one: no other program was faster.
  private void compare(WorkspacePath now, WorkspacePath was, PlaceInventory expected)
      throws IOException {
    PlaceInventory found =
        traits.isClosed(now)
            ? PlaceInventory.of(was, new FileState.Present(closed(now)))
            : root.in(
                now.parent(),
                directory -> InventoryReader.of(directory, now.name(), was, root.absolute(now)));
    if (!found.equals(expected)) {
      throw new FileSystemException(was.toString(), null, "it changed at the same moment");
    }
  }

  private FileContent closed(WorkspacePath place) throws IOException {
    return FileContent.of(traits.readOpened(place, WorkspaceRoot.MAX_FILE_BYTES));
  }

  private void vacant(WorkspacePath place) throws IOException {
    if (root.attributes(place).isPresent()) {
      throw new FileAlreadyExistsException(place.toString(), null, "another program created it");
    }
  }

  private void makeDirectory(FileChange change) throws IOException {
    WorkspacePath place = change.path();
    Optional<BasicFileAttributes> there = root.attributes(place);
    if (change.before() instanceof FileState.Present || change.before() instanceof FileState.Link) {
      if (there.isPresent()) {
        setAside(change);
      }
      createDirectory(change);
    } else if (there.isEmpty()) {
      createDirectory(change);
    } else if (!(change.before() instanceof FileState.Directory)
        && !(made.contains(place) && there.get().isDirectory())) {
      throw new FileAlreadyExistsException(place.toString());
    }
    if (change.modes().after().filter(mode -> !mode.startsWith(OPEN)).isPresent()) {
      closing.push(() -> setDirectoryMode(place, change));
    } else {
      setDirectoryMode(place, change);
    }
  }

  private void setDirectoryMode(WorkspacePath place, FileChange change) throws IOException {
    String was = traits.mode(place).orElse("");
    setMode(place, change);
    back.push(() -> traits.set(place, was));
  }

  /// Creates missing directories by renaming empty ones into place from the staging directory: the
  /// JDK's handles can't make directories, but they can move them.
  private void createParents(WorkspacePath place) throws IOException {
    for (Optional<WorkspacePath> missing = missingParent(place);
        missing.isPresent();
        missing = missingParent(place)) {
      createDirectory(
          new FileChange(missing.get(), new FileState.Absent(), new FileState.Directory()));
    }
  }

  /// The outermost directory that is missing above a place.
  ///
  /// @throws IOException if something else stands in the way
  private Optional<WorkspacePath> missingParent(WorkspacePath place) throws IOException {
    Optional<WorkspacePath> missing = Optional.empty();
    WorkspacePath at = place.parent();
    Optional<BasicFileAttributes> there = root.attributes(at);
    while (there.isEmpty()) {
      missing = Optional.of(at);
      at = at.parent();
      there = root.attributes(at);
    }
    if (!there.get().isDirectory()) {
      throw new FileSystemException(at.toString(), null, "not a directory");
    }
    return missing;
  }

  private void createDirectory(FileChange change) throws IOException {
    WorkspacePath place = change.path();
    ObjectStore.Staged fresh = store.stageDirectory();
    waste.add(fresh);
    inherit(store.place(fresh), change);
    root.rename(store.place(fresh), place);
    made.add(place);
    touched.add(place.parent());
    back.push(() -> root.removeDirectory(place));
  }

  /// Makes what is left when each change was: directories get permissions that would have been in
  /// the way, the innermost first.
  void close() throws IOException {
    while (!closing.isEmpty()) {
      closing.pop().take();
    }
  }

  /// Everything was done.
  void finish() {
    touched.forEach(root::syncDirectory);
    gone.forEach(store::drop);
  }

  /// Reverts the performed changes, regardless of interrupts. A change that cannot be reverted is
  /// reported with its cause.
  ///
  /// @return whether everything is as before
  boolean rollBack(Throwable cause) {
    try {
      return InterruptShield.call(() -> takeBack(cause));
    } catch (IOException e) {
      cause.addSuppressed(e);
      return false;
    }
  }

  private boolean takeBack(Throwable cause) {
    int before = cause.getSuppressed().length;
    for (Step step : back) {
      try {
        step.take();
      } catch (IOException | RuntimeException | Error e) {
        cause.addSuppressed(e);
      }
    }
    boolean whole = cause.getSuppressed().length == before;
    if (whole) {
      waste.forEach(store::drop);
    } // else what lies there is all that is left of it
    touched.forEach(root::syncDirectory);
    return whole;
  }
}
