// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.ViewDifference.Kind;
import dev.writ.kernel.comparison.ViewDifference.Node;
import dev.writ.kernel.file.DirectoryCursor;
import dev.writ.kernel.file.PermissionText;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.sandbox.namespace.OverlayView;
import dev.writ.sandbox.os.AccessList;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryStamp;
import dev.writ.sandbox.os.PlaceHandle;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The single steps in which differences of a view are applied. Each is one rename, removal or new
/// directory, and can be done again: what is done already is passed over.
///
/// A file that another program changed since it was read remains unchanged.
final class ApplicationSteps implements AutoCloseable {
  /// The order of the steps at one place: nothing is put where something still stands, and a
  /// directory that takes nothing in gets its permissions when it is full.
  enum ApplicationPhase {
    OPEN_DIRECTORIES,
    REMOVE_FILES,
    MAKE_DIRECTORIES,
    REMOVE_DIRECTORIES,
    PUT,
    /// What is in the directory comes or goes with it.
    SWAP,
    SET_PERMISSIONS
  }

  private static final int FOR_ITS_OWNER = 0700;
  private static final String COPY = "copy";

  private final Path upper;
  private final DiskPort disk;
  private final DirectoryCursor target;
  private final DirectoryCursor source;
  private final String origin = OverlayView.attributes() + "origin";
  private final String opaque = OverlayView.attributes() + "opaque";

  ApplicationSteps(WorkspaceRoot root, Path upper) {
    this.upper = upper;
    this.disk = root.disk();
    this.target = new DirectoryCursor(root.path());
    this.source = new DirectoryCursor(upper);
  }

  /// Another program was faster.
  static final class OvertakenException extends IOException {
    private static final long serialVersionUID = 1L;
    private final String what;

    OvertakenException(String what) {
      super(what);
      this.what = what;
    }

    @Override
    public String getMessage() {
      return what;
    }
  }

  /// Whether a step has something to do for a difference.
  static boolean concerns(ApplicationPhase phase, ViewDifference difference) {
    Kind before = difference.before().kind();
    Kind after = difference.after().kind();
    boolean directory = after == Kind.DIRECTORY;
    return switch (phase) {
      case OPEN_DIRECTORIES -> isClosed(difference.before());
      case REMOVE_FILES ->
          (before == Kind.FILE || before == Kind.LINK || before == Kind.OTHER)
              && (after == Kind.ABSENT || directory || after == Kind.TREE);
      case MAKE_DIRECTORIES -> directory;
      case SET_PERMISSIONS -> directory || isClosed(difference.before());
      case REMOVE_DIRECTORIES -> before == Kind.DIRECTORY && !directory;
      case PUT -> after == Kind.FILE || after == Kind.LINK || after == Kind.TREE;
      case SWAP -> difference.isSwap();
    };
  }

  /// Takes a step.
  ///
  /// @param applied whether the difference was applied so far
  void take(ApplicationPhase phase, ViewDifference difference, boolean applied) throws IOException {
    WorkspacePath path = difference.path();
    DirectoryHandle above;
    try {
      above = target.at(path.parent());
    } catch (NoSuchFileException | NotDirectoryException e) {
      if (difference.after().isAbsent()) {
        return; // it was removed before, with the directory that it was in
      }
      throw e;
    }
    String name = path.name();
    DirectoryEntry now = above.entry(name);
    switch (phase) {
      case OPEN_DIRECTORIES -> {
        if (now != null && now.isDirectory()) {
          open(path, above, now);
        }
      }
      case REMOVE_FILES -> {
        if (now != null && !now.isDirectory()) {
          if (isOther(difference, now)) {
            throw new OvertakenException("it changed meanwhile");
          }
          disk.perform(Operation.DELETE, path, () -> above.remove(name));
        }
      }
      case MAKE_DIRECTORIES -> {
        if (now == null) {
          disk.perform(Operation.CREATE, path, () -> above.makeDirectory(name, FOR_ITS_OWNER));
        } else if (!now.isDirectory()) {
          throw new OvertakenException("another file exists there now");
        } else {
          open(path, above, now);
        }
      }
      case REMOVE_DIRECTORIES -> {
        if (now != null && now.isDirectory()) {
          disk.perform(Operation.DELETE, path, () -> above.removeDirectory(name));
        }
      }
      case PUT -> put(difference, now);
      case SWAP -> swap(difference, now);
      case SET_PERMISSIONS -> {
        Node is = applied ? difference.after() : difference.before();
        if (now != null && now.isDirectory() && is.isDirectory() && bits(now) != is.permissions()) {
          disk.perform(Operation.WRITE, path, () -> above.setPermissions(name, is.permissions()));
        }
      }
    }
  }

  private static boolean isClosed(Node directory) {
    return directory.isDirectory() && (directory.permissions() & FOR_ITS_OWNER) != FOR_ITS_OWNER;
  }

  /// Lets its owner change what is in it.
  private void open(WorkspacePath path, DirectoryHandle above, DirectoryEntry directory)
      throws IOException {
    if (isClosed(Node.of(directory))) {
      int permissions = bits(directory) | FOR_ITS_OWNER;
      disk.perform(
          Operation.WRITE, path, () -> above.setPermissions(directory.name(), permissions));
    }
  }

  private static int bits(DirectoryEntry directory) {
    return directory.mode() & PermissionText.BITS;
  }

  private void put(ViewDifference difference, @Nullable DirectoryEntry now) throws IOException {
    WorkspacePath path = difference.path();
    String name = path.name();
    DirectoryHandle to = target.at(path.parent());
    Node after = difference.after();
    DirectoryHandle from;
    try {
      from = source.at(path.parent());
    } catch (NotDirectoryException _) {
      finish(after, name, to); // it came with the directory that it is in
      return;
    }
    DirectoryEntry fresh = from.entry(name);
    if (fresh == null) {
      finish(after, name, to); // it was put before
      return;
    }
    if (now != null && difference.isNewObject()) {
      return; // Git names objects by their content
    }
    if (after.isShared() && isCopied(fresh, from, now, to)) {
      return; // it was cut off in between
    }
    demandUnchanged(difference, now);
    if (after.kind() != Kind.TREE && !isJudged(fresh, after)) {
      throw new OvertakenException("it changed after it was judged");
    }
    if (after.setsId()) {
      from.setPermissions(name, after.permissions());
    }
    AccessList.keep(name, to, from);
    if (after.isShared()) {
      disk.perform(Operation.RENAME, path, () -> putCopy(fresh, from, to));
      try {
        disk.perform(Operation.DELETE, path, () -> from.remove(name));
      } catch (IOException | Error _) {
        // It is removed with the view, and recovery finds the copy.
      }
      return;
    }
    disk.perform(
        Operation.RENAME,
        path,
        () -> {
          if (after.kind() == Kind.TREE) {
            from.moveToFree(name, to, name);
          } else {
            from.move(name, to, name);
          }
        });
    finish(after, name, to);
  }

  /// A file and a directory change places at once: whoever looks finds one of them.
  private void swap(ViewDifference difference, @Nullable DirectoryEntry now) throws IOException {
    WorkspacePath path = difference.path();
    String name = path.name();
    DirectoryHandle to = target.at(path.parent());
    if (!isSwapped(difference, now)) {
      DirectoryHandle from = source.at(path.parent());
      disk.perform(Operation.RENAME, path, () -> from.exchange(name, to));
    }
    finish(difference.after(), name, to);
  }

  private static boolean isSwapped(ViewDifference difference, @Nullable DirectoryEntry now) {
    return now != null && now.stamp().inode() == difference.after().stamp().inode();
  }

  /// Whether a file and a directory can't change places because another program changed one of
  /// them, or because not all that comes or goes with the directory was judged.
  ///
  /// @param judged all places of the repository that were
  boolean isOvertaken(ViewDifference swap, Set<WorkspacePath> judged) throws IOException {
    WorkspacePath path = swap.path();
    DirectoryEntry now = entry(target, path);
    if (isSwapped(swap, now)) {
      return false;
    }
    if (now == null || now.isDirectory() != swap.before().isDirectory()) {
      return true;
    }
    return swap.before().isDirectory()
        ? holdsOthers(target.at(path.parent()), path, judged)
        : isOther(swap, now) || holdsOthers(source.at(path.parent()), path, judged);
  }

  private static boolean holdsOthers(
      DirectoryHandle above, WorkspacePath directory, Set<WorkspacePath> judged)
      throws IOException {
    try (DirectoryHandle opened = above.child(directory.name())) {
      for (DirectoryEntry entry : opened.entries()) {
        WorkspacePath path = directory.child(entry.name());
        if (!judged.contains(path) || (entry.isDirectory() && holdsOthers(opened, path, judged))) {
          return true;
        }
      }
    }
    return false;
  }

  /// The steps that can wait until the file is in its place: the kernel's own attribute is removed,
  /// and permissions opened for reading are closed again.
  private void finish(Node after, String name, DirectoryHandle target) throws IOException {
    DirectoryEntry now = target.entry(name);
    if (now == null || now.isLink() || now.stamp().inode() != after.stamp().inode()) {
      return;
    }
    if (after.isFile() || after.isDirectory()) {
      try (PlaceHandle place = target.place(name)) {
        place.removeAttribute(after.isFile() ? origin : opaque);
      }
    }
    int bits = now.isDirectory() ? bits(now) : now.permissions();
    if (bits != after.permissions()) {
      target.setPermissions(name, after.permissions());
    }
  }

  /// Whether it is unchanged since; for a file with further names, which are linked one after the
  /// other, the last change is the removal of the previous name.
  private static boolean isJudged(DirectoryEntry fresh, Node judged) {
    DirectoryStamp now = fresh.stamp();
    DirectoryStamp then = judged.stamp();
    return judged.isShared()
        ? now.inode() == then.inode()
            && now.size() == then.size()
            && now.modified() == then.modified()
        : now.equals(then);
  }

  /// A file with another name remains the same file for users of the other name.
  private void putCopy(DirectoryEntry file, DirectoryHandle source, DirectoryHandle target)
      throws IOException {
    try (DirectoryHandle beside = DirectoryHandle.open(Objects.requireNonNull(upper.getParent()));
        PlaceHandle place = source.place(file.name())) {
      place.copy(file, beside, COPY);
      beside.move(COPY, target, file.name());
    }
  }

  /// Whether a copy of a file stands at its place already, and only the file itself is still there.
  private static boolean isCopied(
      DirectoryEntry file,
      DirectoryHandle source,
      @Nullable DirectoryEntry now,
      DirectoryHandle target)
      throws IOException {
    boolean alike =
        now != null
            && now.size() == file.size()
            && now.stamp().modified() == file.stamp().modified()
            && now.mode() == file.mode();
    if (!alike) {
      return false;
    }
    try (PlaceHandle one = source.place(file.name());
        PlaceHandle two = target.place(file.name())) {
      return one.hasContentOf(two);
    }
  }

  /// A file is replaced only if it is the one that was judged; anything else needs a free name.
  private static void demandUnchanged(ViewDifference difference, @Nullable DirectoryEntry now)
      throws IOException {
    boolean replaces = difference.before().isLeaf() && difference.after().isLeaf();
    if (replaces ? now == null || isOther(difference, now) : now != null) {
      throw new OvertakenException("it changed meanwhile");
    }
  }

  private static boolean isOther(ViewDifference difference, DirectoryEntry now) {
    DirectoryStamp was = difference.before().stamp();
    DirectoryStamp is = now.stamp();
    boolean isOpened =
        difference.before().isClosed() && difference.before().permissions() == now.permissions();
    return isOpened
        ? !is.equals(new DirectoryStamp(was.inode(), was.size(), was.modified(), is.changed()))
        : !is.equals(was);
  }

  /// Whether another program changed a place that is not applied yet.
  boolean isOvertaken(ViewDifference difference) throws IOException {
    WorkspacePath path = difference.path();
    Node before = difference.before();
    Node after = difference.after();
    if (before.isDirectory() || after.isDirectory() || after.isShared()) {
      return false; // each of their steps looks for itself
    }
    DirectoryEntry now = entry(target, path);
    if (after.isAbsent()) {
      return now != null && isOther(difference, now);
    }
    boolean isDone = entry(source, path) == null;
    return !isDone && (now == null ? !before.isAbsent() : isOther(difference, now));
  }

  private static @Nullable DirectoryEntry entry(DirectoryCursor cursor, WorkspacePath path)
      throws IOException {
    try {
      return cursor.at(path.parent()).entry(path.name());
    } catch (NoSuchFileException | NotDirectoryException _) {
      return null;
    }
  }

  @Override
  public void close() {
    target.close();
    source.close();
  }
}
