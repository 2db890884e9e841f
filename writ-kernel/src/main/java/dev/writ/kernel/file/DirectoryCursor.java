// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.file;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.sandbox.os.DirectoryHandle;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Opens directories below a root and holds the last one open, because neighbours are used one
/// after the other. No link is followed. For one thread.
public final class DirectoryCursor implements AutoCloseable {
  private final Path path;
  private @Nullable DirectoryHandle root;
  private @Nullable DirectoryHandle current;
  private WorkspacePath place = WorkspacePath.ROOT;

  /// @param root a path without links; opened when it is needed
  public DirectoryCursor(Path root) {
    this.path = root;
  }

  /// The directory at that place, until the next one is asked for.
  ///
  /// @throws java.nio.file.NoSuchFileException if there is none
  public DirectoryHandle at(WorkspacePath directory) throws IOException {
    if (root == null) {
      root = DirectoryHandle.open(path);
    }
    if (directory.isRoot()) {
      return root;
    }
    if (current == null || !directory.equals(place)) {
      leave();
      current = opened(root, directory);
      place = directory;
    }
    return current;
  }

  private static DirectoryHandle opened(DirectoryHandle root, WorkspacePath directory)
      throws IOException {
    DirectoryHandle handle = root;
    for (String segment : directory.segments()) {
      DirectoryHandle above = handle;
      try {
        handle = above.child(segment);
      } finally {
        if (!above.equals(root)) {
          above.close();
        }
      }
    }
    return handle;
  }

  private void leave() {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  @Override
  public void close() {
    leave();
    if (root != null) {
      root.close();
    }
  }
}
