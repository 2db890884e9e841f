// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.ViewDifference.Kind;
import dev.writ.kernel.comparison.ViewDifference.Node;
import dev.writ.kernel.file.DirectoryCursor;
import dev.writ.kernel.file.PermissionText;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.sandbox.namespace.OverlayView;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryStamp;
import dev.writ.sandbox.os.PlaceHandle;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Applies judged and recorded differences of a view to the workspace, under its lock. Each step is
/// one rename, removal or new directory, and can be done again: after a crash the same list is
/// applied once more, and what is done already is passed over.
///
/// A file that another program changed since it was read remains unchanged.
final class ViewApplication {
  /// The steps' order: nothing is put where something still stands, and a directory that takes
  /// nothing in gets its permissions when it is full.
  private enum Phase {
    OPEN_DIRECTORIES,
    REMOVE_FILES,
    MAKE_DIRECTORIES,
    REMOVE_DIRECTORIES,
    PUT,
    SET_PERMISSIONS
  }

  private static final int FOR_ITS_OWNER = 0700;
  private static final String COPY = "copy";

  private final Path workspace;
  private final Path upper;
  private final DiskPort disk;
  private final String origin = OverlayView.attributes() + "origin";
  private final Map<WorkspacePath, ToolError> refused = new LinkedHashMap<>();

  ViewApplication(WorkspaceRoot root, Path upper) {
    this.workspace = root.path();
    this.upper = upper;
    this.disk = root.disk();
  }

  /// Applies all that can be applied.
  ///
  /// @return the places that are not as they should be, each with the reason
  Map<WorkspacePath, ToolError> apply(List<ViewDifference> differences) {
    for (Phase phase : Phase.values()) {
      try (Pair pair = new Pair()) {
        for (ViewDifference difference : ordered(phase, differences)) {
          boolean goesOn =
              phase == Phase.SET_PERMISSIONS || !refused.containsKey(difference.path());
          if (concerns(phase, difference) && goesOn) {
            try {
              take(phase, difference, pair);
            } catch (IOException | RuntimeException | Error e) {
              refused.put(difference.path(), reason(e));
            }
          }
        }
      }
    }
    return refused;
  }

  /// Nothing can be closed any more in a directory that is closed itself.
  private static List<ViewDifference> ordered(Phase phase, List<ViewDifference> differences) {
    return phase == Phase.SET_PERMISSIONS
        ? differences.stream()
            .sorted(Comparator.comparing(ViewDifference::path).reversed())
            .toList()
        : differences;
  }

  private static ToolError reason(Throwable e) {
    return switch (e) {
      case OvertakenException o -> new ToolError(ErrorCode.STALE_FILE, o.getMessage());
      case FileSystemException f when f.getReason() != null ->
          new ToolError(ErrorCode.IO_ERROR, f.getReason());
      case IOException io -> new ToolError(ErrorCode.IO_ERROR, String.valueOf(io.getMessage()));
      // a defect, or too little memory: one place's failure all the same
      default -> new ToolError(ErrorCode.IO_ERROR, e.toString());
    };
  }

  /// Another program was faster.
  private static final class OvertakenException extends IOException {
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

  private static boolean concerns(Phase phase, ViewDifference difference) {
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
    };
  }

  private void take(Phase phase, ViewDifference difference, Pair pair) throws IOException {
    WorkspacePath path = difference.path();
    DirectoryHandle target;
    try {
      target = pair.workspace(path.parent());
    } catch (NoSuchFileException | NotDirectoryException e) {
      if (difference.after().isAbsent()) {
        return; // it was removed before, with the directory that it was in
      }
      throw e;
    }
    String name = path.name();
    DirectoryEntry now = target.entry(name);
    switch (phase) {
      case OPEN_DIRECTORIES -> {
        if (now != null && now.isDirectory()) {
          open(path, target, now);
        }
      }
      case REMOVE_FILES -> {
        if (now != null && !now.isDirectory()) {
          if (isOther(difference, now)) {
            throw new OvertakenException("it changed meanwhile");
          }
          disk.perform(Operation.DELETE, path, () -> target.remove(name));
        }
      }
      case MAKE_DIRECTORIES -> {
        if (now == null) {
          disk.perform(Operation.CREATE, path, () -> target.makeDirectory(name, FOR_ITS_OWNER));
        } else if (!now.isDirectory()) {
          throw new OvertakenException("another file exists there now");
        } else {
          open(path, target, now);
        }
      }
      case REMOVE_DIRECTORIES -> {
        if (now != null && now.isDirectory()) {
          disk.perform(Operation.DELETE, path, () -> target.removeDirectory(name));
        }
      }
      case PUT -> put(difference, now, pair);
      case SET_PERMISSIONS -> {
        Node is = refused.containsKey(path) ? difference.before() : difference.after();
        if (now != null && now.isDirectory() && is.isDirectory() && bits(now) != is.permissions()) {
          disk.perform(Operation.WRITE, path, () -> target.setPermissions(name, is.permissions()));
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

  private void put(ViewDifference difference, @Nullable DirectoryEntry now, Pair pair)
      throws IOException {
    WorkspacePath path = difference.path();
    String name = path.name();
    DirectoryHandle source = pair.upper(path.parent());
    DirectoryEntry fresh = source.entry(name);
    Node after = difference.after();
    if (fresh == null) {
      finish(after, name, pair.workspace(path.parent())); // it was put before
      return;
    }
    if (after.isShared() && isCopied(fresh, source, now, pair.workspace(path.parent()))) {
      return; // it was cut off in between
    }
    demandUnchanged(difference, now);
    if (after.kind() != Kind.TREE && !isJudged(fresh, after)) {
      throw new OvertakenException("it changed after it was judged");
    }
    if (after.setsId()) {
      source.setPermissions(name, after.permissions());
    }
    DirectoryHandle target = pair.workspace(path.parent());
    if (after.isShared()) {
      disk.perform(Operation.RENAME, path, () -> putCopy(fresh, source, target));
      try {
        disk.perform(Operation.DELETE, path, () -> source.remove(name));
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
            source.moveToFree(name, target, name);
          } else {
            source.move(name, target, name);
          }
        });
    finish(after, name, target);
  }

  /// The steps that can wait until the file is in its place: the kernel's own attribute is removed,
  /// and permissions opened for reading are closed again.
  private void finish(Node after, String name, DirectoryHandle target) throws IOException {
    DirectoryEntry now = target.entry(name);
    if (now == null || now.isLink() || now.stamp().inode() != after.stamp().inode()) {
      return;
    }
    if (after.isFile()) {
      try (PlaceHandle place = target.place(name)) {
        place.removeAttribute(origin);
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

  /// The directories that were used last, in the workspace and in the view.
  private final class Pair implements AutoCloseable {
    private final DirectoryCursor target = new DirectoryCursor(workspace);
    private final DirectoryCursor source = new DirectoryCursor(upper);

    DirectoryHandle workspace(WorkspacePath directory) throws IOException {
      return target.at(directory);
    }

    DirectoryHandle upper(WorkspacePath directory) throws IOException {
      return source.at(directory);
    }

    @Override
    public void close() {
      target.close();
      source.close();
    }
  }

  /// Makes the directories durable in which something changed.
  void force(List<ViewDifference> differences) throws IOException {
    List<WorkspacePath> parents = new ArrayList<>();
    Predicate<ViewDifference> recorded = d -> d.role() != ViewDifference.Role.OUTPUT;
    differences.stream()
        .filter(recorded)
        .map(d -> d.path().parent())
        .distinct()
        .forEach(parents::add);
    final int few = 16;
    if (parents.size() > few) {
      try (DirectoryHandle root = DirectoryHandle.open(workspace)) {
        disk.perform(Operation.FORCE, workspace, root::forceFileSystem);
      } catch (FileSystemException _) {
        // The contents were forced, and it was all renamed.
      }
      return;
    }
    for (WorkspacePath parent : parents) {
      try (DirectoryCursor cursor = new DirectoryCursor(workspace)) {
        disk.perform(Operation.FORCE, parent, () -> cursor.at(parent).force());
      } catch (FileSystemException _) {
        // It was removed or replaced itself.
      }
    }
  }
}
