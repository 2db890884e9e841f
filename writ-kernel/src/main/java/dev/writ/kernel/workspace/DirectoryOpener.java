// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.sandbox.os.DirectoryHandle;
import java.io.IOException;

/// Opens directories of a workspace by path, where more is to be done than the JDK's handles can.
public final class DirectoryOpener {
  private DirectoryOpener() {}

  /// Opens one. The root is looked at when it is open: so it isn't one of another project that a
  /// person has put in the workspace's place.
  ///
  /// @throws IOException where there is none, a link leads there, or the root was moved or replaced
  public static DirectoryHandle open(WorkspaceRoot root, WorkspacePath directory)
      throws IOException {
    DirectoryHandle opened = DirectoryHandle.open(root.absolute(directory));
    try {
      root.check();
    } catch (IOException e) {
      opened.close();
      throw e;
    }
    return opened;
  }
}
