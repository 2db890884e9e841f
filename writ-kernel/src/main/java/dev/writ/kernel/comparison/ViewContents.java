// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.comparison.ViewDifference.Node;
import dev.writ.kernel.file.DirectoryCursor;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.file.PermissionText;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.change.FileChange;
import dev.writ.sandbox.os.AccessList;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.PlaceHandle;
import dev.writ.sandbox.snapshot.FilePreimage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the contents on both sides of a view's differences.
public final class ViewContents implements AutoCloseable {
  private static final int MAX_TEXT_BYTES = 1 << 20;

  private final FileHand workspace;
  private final WorkspaceRoot root;
  private final WorkspaceRoot upper;
  private final FileHand view;

  public ViewContents(FileHand workspace, WorkspaceRoot root, WorkspaceRoot upper) {
    this.workspace = workspace;
    this.root = root;
    this.upper = upper;
    this.view = new FileHand(upper, new ObjectStore(upper)); // only read through
  }

  /// The changes of places: two of one if a directory replaces a file, or a file a directory.
  public List<FileChange> changes(List<ViewDifference> differences) throws IOException {
    List<FileChange> changes = new ArrayList<>();
    try (DirectoryCursor before = new DirectoryCursor(root.path());
        DirectoryCursor after = new DirectoryCursor(upper.path())) {
      for (ViewDifference difference : differences) {
        WorkspacePath path = difference.path();
        FileChange change =
            new FileChange(
                path,
                state(workspace, before, path, difference.before()),
                state(view, after, path, difference.after()));
        changes.addAll(split(change.with(listed(difference)), difference));
      }
    }
    return changes;
  }

  /// One step, or two where a directory stands in the place of something else or the other way
  /// round; none where nothing is changed.
  static List<FileChange> split(FileChange change, ViewDifference difference) {
    boolean was = change.before() instanceof FileState.Directory;
    boolean is = change.after() instanceof FileState.Directory;
    if (was == is
        || change.before() instanceof FileState.Absent
        || change.after() instanceof FileState.Absent) {
      return change.isChange() ? List.of(change) : List.of();
    }
    FileChange gone = new FileChange(change.path(), change.before(), new FileState.Absent());
    FileChange came = new FileChange(change.path(), new FileState.Absent(), change.after());
    Optional<String> before = change.modes().before().or(() -> mode(difference.before()));
    return List.of(
        gone.with(new FileChange.Modes(before, Optional.empty())),
        came.with(new FileChange.Modes(Optional.empty(), mode(difference.after()))));
  }

  /// The changes of one place.
  public List<FileChange> changes(ViewDifference difference) throws IOException {
    return changes(List.of(difference));
  }

  private static FileState state(
      FileHand files, DirectoryCursor cursor, WorkspacePath path, Node node) throws IOException {
    return switch (node.kind()) {
      case ABSENT -> new FileState.Absent();
      case DIRECTORY, TREE -> new FileState.Directory();
      case FILE -> {
        Optional<FileState> read = read(cursor, path);
        yield read.isPresent() ? read.get() : files.ofOwner(path);
      }
      case LINK, OTHER -> files.stateOrLink(path);
    };
  }

  /// A file that can be recorded; anything else is found out by its path.
  private static Optional<FileState> read(DirectoryCursor cursor, WorkspacePath path) {
    try (PlaceHandle file = cursor.at(path.parent()).file(path.name())) {
      DirectoryHandle.DirectoryEntry is = file.entry();
      return is.isFile() && is.size() <= WorkspaceRoot.MAX_FILE_BYTES
          ? Optional.of(
              new FileState.Present(FileContent.of(file.bytes(WorkspaceRoot.MAX_FILE_BYTES))))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Recorded if they differ from the default.
  static FileChange.Modes modes(Node before, Node after) {
    boolean changed = !before.isAbsent() && before.permissions() != after.permissions();
    boolean told = before.isAbsent() || after.isAbsent() || changed;
    return told ? new FileChange.Modes(mode(before), mode(after)) : FileChange.Modes.UNKNOWN;
  }

  /// The same where an access control list goes: then the permissions before are those that open
  /// it to nobody whom that kept out.
  private FileChange.Modes listed(ViewDifference difference) throws IOException {
    Node before = difference.before();
    FileChange.Modes modes = modes(before, difference.after());
    if (!before.isFile() && !before.isDirectory()) {
      return modes;
    }
    Path above = root.reached(difference.path().parent());
    int closed = before.permissions();
    try {
      closed = AccessList.closed(above, difference.path().name(), closed);
    } catch (AccessDeniedException _) {
      return modes; // nobody but its owner looks into that directory
    }
    return closed == before.permissions() || keepsList(difference, above)
        ? modes
        : new FileChange.Modes(Optional.of(PermissionText.of(closed)), mode(difference.after()));
  }

  /// Those of a file in the workspace itself: where its list went with it, those before are without
  /// it.
  static FileChange.Modes modes(ViewDifference difference, FilePreimage was, WorkspaceRoot root)
      throws IOException {
    WorkspacePath path = difference.path();
    Node after = difference.after();
    return was instanceof FilePreimage.ListedPreimage(var _, int closed)
            && !(after.isFile() && AccessList.isOn(root.reached(path.parent()), path.name()))
        ? new FileChange.Modes(Optional.of(PermissionText.of(closed)), mode(after))
        : modes(difference.before(), after);
  }

  private boolean keepsList(ViewDifference difference, Path above) throws IOException {
    Node after = difference.after();
    if (difference.before().kind() != after.kind()) {
      return false;
    }
    String name = difference.path().name();
    Optional<AccessList> now = AccessList.of(upper.reached(difference.path().parent()), name);
    return now.isEmpty()
        ? after.isFile() && after.permissions() == difference.before().permissions() // handed on
        : AccessList.of(above, name).filter(now.get()::isLike).isPresent();
  }

  private static Optional<String> mode(Node node) {
    if (node.isAbsent() || node.kind() == ViewDifference.Kind.LINK) {
      return Optional.empty();
    }
    return Optional.of(PermissionText.of(node.permissions()));
  }

  /// A file as the command left it.
  public Optional<byte[]> file(ViewDifference difference) throws IOException {
    return difference.after().isFile()
        ? Optional.of(upper.read(difference.path(), WorkspaceRoot.MAX_FILE_BYTES))
        : Optional.empty();
  }

  public Optional<String> text(ViewDifference difference) throws IOException {
    return difference.after().isFile()
        ? Optional.of(
            new String(upper.read(difference.path(), MAX_TEXT_BYTES), StandardCharsets.UTF_8))
        : Optional.empty();
  }

  /// The state of a place in the view's upper directory.
  public FileState after(WorkspacePath path) throws IOException {
    return view.stateOrLink(path);
  }

  public String textBefore(ViewDifference difference, WorkspaceRoot root) throws IOException {
    return new String(root.read(difference.path(), MAX_TEXT_BYTES), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    upper.close();
  }
}
