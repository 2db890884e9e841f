// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.TreeCopy;
import java.io.IOException;
import java.util.UUID;

/// Moves what no rename can (rename(2), EXDEV): between the workspace's file system and another one
/// that is mounted within it. A copy comes beside the target, is forced, and takes the target's
/// place by a rename; what was moved gets another name by a second one, and goes last. What a crash
/// leaves over are names of Writ's own.
final class CrossDeviceMove {
  private static final String OWN = ".writ-moving-";

  private final WorkspaceRoot root;
  private final WorkspacePath from;
  private final WorkspacePath to;

  CrossDeviceMove(WorkspaceRoot root, WorkspacePath from, WorkspacePath to) {
    this.root = root;
    this.from = from;
    this.to = to;
  }

  /// Moves it, also over another file.
  ///
  /// @throws IOException where that fails: then it is where it was
  void run() throws IOException {
    DiskPort disk = root.disk();
    String own = OWN + UUID.randomUUID();
    try (DirectoryHandle source = DirectoryOpener.open(root, from.parent());
        DirectoryHandle target = DirectoryOpener.open(root, to.parent())) {
      boolean replaces = target.entry(to.name()) != null;
      try {
        disk.perform(Operation.CREATE, to, () -> TreeCopy.copy(source, from.name(), target, own));
        disk.perform(Operation.FORCE, to, target::forceFileSystem);
        disk.perform(Operation.RENAME, to, () -> target.move(own, target, to.name()));
      } catch (IOException | RuntimeException | Error e) {
        drop(target, own);
        throw e;
      }
      try {
        disk.perform(Operation.RENAME, from, () -> source.move(from.name(), source, own));
      } catch (IOException | RuntimeException | Error e) {
        if (!replaces) {
          drop(target, to.name());
          throw e;
        }
      }
      drop(source, own);
    }
  }

  /// What can't be removed does no harm there.
  private void drop(DirectoryHandle directory, String name) {
    try {
      root.disk().perform(Operation.DELETE, from, () -> TreeCopy.remove(directory, name));
    } catch (IOException | Error _) {
      // it has a name of Writ's own, or is a copy
    }
  }
}
