// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.file;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.workspace.TreeWalk;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.os.LinkTarget;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lists a place by handles: every file with its content, every directory, parents first. An entry
/// that could not be restored is a fault, and ends the listing.
final class InventoryReader {
  private final List<PlaceInventory.InventoryItem> items = new ArrayList<>();
  private long bytes;

  private final WorkspacePath top;
  private final Path at;

  private InventoryReader(WorkspacePath top, Path at) {
    this.top = top;
    this.at = at;
  }

  /// The fault that ended the listing.
  private static final class FaultException extends Exception {
    private static final long serialVersionUID = 1;
    private final transient ToolError error;

    FaultException(ErrorCode code, String message) {
      this.error = new ToolError(code, message);
    }
  }

  /// The entry under a name of an open directory.
  ///
  /// @param as the place that it is called by
  /// @param at its path, by which links are read: what comes of that is only compared and kept
  static PlaceInventory of(
      SecureDirectoryStream<Path> directory, String name, WorkspacePath as, Path at)
      throws IOException {
    InventoryReader taking = new InventoryReader(as, at);
    try {
      taking.take(directory, name, as, 0);
    } catch (FaultException e) {
      return new PlaceInventory(taking.items, Optional.of(e.error));
    } catch (AccessDeniedException _) {
      String message = DisplayText.named(as) + " holds what may not be read: permission denied";
      return new PlaceInventory(
          taking.items, Optional.of(new ToolError(ErrorCode.IO_ERROR, message)));
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return new PlaceInventory(taking.items, Optional.empty());
  }

  private void take(SecureDirectoryStream<Path> in, String name, WorkspacePath as, int depth)
      throws IOException, FaultException {
    BasicFileAttributes attributes = WorkspaceRoot.attributes(in, name);
    if (items.size() >= PlaceInventory.MAX_ITEMS || depth > TreeWalk.MAX_DEPTH) {
      throw new FaultException(
          ErrorCode.TOO_LARGE,
          "%s is one of more than %d files and directories; split it"
              .formatted(DisplayText.named(as), PlaceInventory.MAX_ITEMS));
    }
    if (attributes.isRegularFile()) {
      bytes += attributes.size();
      if (bytes > PlaceInventory.MAX_BYTES || attributes.size() > WorkspaceRoot.MAX_FILE_BYTES) {
        throw new FaultException(
            ErrorCode.TOO_LARGE,
            "With %s it exceeds %d bytes, which are too many to keep for undo; split it"
                .formatted(DisplayText.named(as), PlaceInventory.MAX_BYTES));
      }
      FileContent content =
          FileContent.of(WorkspaceRoot.read(in, name, WorkspaceRoot.MAX_FILE_BYTES));
      items.add(new PlaceInventory.InventoryItem(as, new FileState.Present(content)));
    } else if (attributes.isDirectory()) {
      items.add(new PlaceInventory.InventoryItem(as, new FileState.Directory()));
      if (!ProtectedNames.isProtected(as)) {
        below(in, name, as, depth);
      }
    } else if (attributes.isSymbolicLink() && !as.equals(top)) {
      Path link = at;
      for (String below : as.segments().subList(top.segments().size(), as.segments().size())) {
        link = link.resolve(below);
      }
      FileContent target = FileContent.of(LinkTarget.read(link));
      items.add(new PlaceInventory.InventoryItem(as, new FileState.Link(target)));
    } else {
      ToolError kind =
          new ToolError(
              ErrorCode.NOT_A_FILE,
              DisplayText.named(as) + " is " + WorkspaceRoot.kind(attributes));
      items.add(new PlaceInventory.InventoryItem(as, new FileState.Unusable(kind)));
      throw new FaultException(kind.code(), kind.message() + "; it could not be restored");
    }
  }

  private void below(SecureDirectoryStream<Path> in, String name, WorkspacePath as, int depth)
      throws IOException, FaultException {
    try (SecureDirectoryStream<Path> directory = WorkspaceRoot.child(in, name)) {
      List<String> names = new ArrayList<>();
      directory.forEach(entry -> names.add(entry.getFileName().toString()));
      names.sort(null);
      for (String below : names) {
        take(directory, below, as.child(below), depth + 1);
      }
    }
  }
}
