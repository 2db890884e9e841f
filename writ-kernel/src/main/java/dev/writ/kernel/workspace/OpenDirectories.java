// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.workspace;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayList;
import java.util.List;

/// The directories below the root that lead to where a walk has come, each held open.
final class OpenDirectories implements AutoCloseable {
  private final WorkspaceRoot root;
  private final List<SecureDirectoryStream<Path>> open = new ArrayList<>();

  OpenDirectories(WorkspaceRoot root) {
    this.root = root;
  }

  /// The last one, for lookups; the root's own handle, which no code iterates, where none is open.
  SecureDirectoryStream<Path> last() {
    return open.isEmpty() ? root.handle() : open.getLast();
  }

  /// Goes into a directory of the last one.
  void enter(String name) throws IOException {
    open.add(WorkspaceRoot.child(last(), name));
  }

  /// Goes back to the one above.
  void leave() throws IOException {
    open.removeLast().close();
  }

  /// Goes back to the root.
  @Override
  public void close() throws IOException {
    while (!open.isEmpty()) {
      leave();
    }
  }
}
