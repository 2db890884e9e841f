// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.store;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// The place of a workspace's views. The files that programs changed are on the workspace's own
/// file system, so that they can be renamed into place. Writ's own data about views is among the
/// person's data: a workspace may come from a stranger, and its content is not trusted about views.
public final class ViewStore {
  /// Below the workspace, out of every command's sight.
  static final WorkspacePath CONTENTS = ObjectStore.OBJECTS.child("views");

  private static final int NAME_LENGTH = 16;

  private final WorkspaceRoot root;
  private final Path data;

  /// @param data the person's data directory
  public ViewStore(WorkspaceRoot root, Path data) {
    this.root = root;
    this.data = data;
  }

  /// The directory of the records about views; it remains the same for a moved workspace.
  public Path records() {
    return records("views");
  }

  /// The directory of another kind of records about this workspace.
  public Path records(String kind) {
    return records(kind, root.identity());
  }

  /// The same about another workspace.
  ///
  /// @param identity of its directory
  public Path records(String kind, String identity) {
    String name = ContentHash.of(identity).substring("sha256:".length());
    return data.resolve(kind).resolve(name.substring(0, NAME_LENGTH));
  }

  /// The directory of the changed files of all views.
  public Path contents() {
    return root.absolute(CONTENTS);
  }

  /// Whether there are views that another session may have left.
  public boolean mayHoldViews() {
    return Files.isDirectory(records(), LinkOption.NOFOLLOW_LINKS);
  }

  /// Makes both directories.
  ///
  /// @throws IOException where something else stands there
  public void prepare() throws IOException {
    Path records = records();
    if (!Files.isDirectory(records)) {
      Files.createDirectories(
          records, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
    }
    Path contents = contents();
    if (!Files.isDirectory(contents, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(
          contents, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
    }
    root.in(CONTENTS, _ -> true); // no link
  }
}
