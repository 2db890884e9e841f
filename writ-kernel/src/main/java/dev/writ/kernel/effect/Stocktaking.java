// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.FileState;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Inventory;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.policy.Guarded;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes stock of a place by handles: every file with its content, every directory, parents first.
/// What could not be brought back is a fault, and ends it.
final class Stocktaking {
  private final List<Inventory.Item> items = new ArrayList<>();
  private long bytes;

  private final WorkspacePath top;
  private final Path at;

  private Stocktaking(WorkspacePath top, Path at) {
    this.top = top;
    this.at = at;
  }

  /// What ended the stocktaking.
  private static final class FaultException extends Exception {
    private static final long serialVersionUID = 1;
    private final transient ToolError error;

    FaultException(ErrorCode code, String message) {
      this.error = new ToolError(code, message);
    }
  }

  /// What stands under a name of an open directory.
  ///
  /// @param as the place that it is called by
  /// @param at its path, by which links are read: what comes of that is only compared and kept
  static Inventory of(SecureDirectoryStream<Path> directory, String name, WorkspacePath as, Path at)
      throws IOException {
    Stocktaking taking = new Stocktaking(as, at);
    try {
      taking.take(directory, name, as, 0);
    } catch (FaultException e) {
      return new Inventory(taking.items, Optional.of(e.error));
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return new Inventory(taking.items, Optional.empty());
  }

  private void take(SecureDirectoryStream<Path> in, String name, WorkspacePath as, int depth)
      throws IOException, FaultException {
    BasicFileAttributes attributes = Root.attributes(in, name);
    if (items.size() >= Inventory.MAX_ITEMS || depth > Tree.MAX_DEPTH) {
      throw new FaultException(
          ErrorCode.TOO_LARGE,
          "%s is one of more than %d files and directories; do it in parts"
              .formatted(as, Inventory.MAX_ITEMS));
    }
    if (attributes.isRegularFile()) {
      bytes += attributes.size();
      if (bytes > Inventory.MAX_BYTES || attributes.size() > Root.MAX_FILE_BYTES) {
        throw new FaultException(
            ErrorCode.TOO_LARGE,
            "With %s it is more than %d bytes, which are not kept for undo; do it in parts"
                .formatted(as, Inventory.MAX_BYTES));
      }
      Content content = Content.of(Root.read(in, name, Root.MAX_FILE_BYTES));
      items.add(new Inventory.Item(as, new FileState.Present(content)));
    } else if (attributes.isDirectory()) {
      items.add(new Inventory.Item(as, new FileState.Directory()));
      if (!Guarded.isProtected(as)) {
        below(in, name, as, depth);
      }
    } else if (attributes.isSymbolicLink() && !as.equals(top)) {
      Path link = at;
      for (String below : as.segments().subList(top.segments().size(), as.segments().size())) {
        link = link.resolve(below);
      }
      String target = Files.readSymbolicLink(link).toString();
      items.add(
          new Inventory.Item(
              as, new FileState.Link(Content.of(target.getBytes(StandardCharsets.UTF_8)))));
    } else {
      ToolError kind = new ToolError(ErrorCode.NOT_A_FILE, as + " is " + Root.kind(attributes));
      items.add(new Inventory.Item(as, new FileState.Unusable(kind)));
      throw new FaultException(kind.code(), kind.message() + "; it could not be brought back");
    }
  }

  private void below(SecureDirectoryStream<Path> in, String name, WorkspacePath as, int depth)
      throws IOException, FaultException {
    try (SecureDirectoryStream<Path> directory = Root.child(in, name)) {
      List<String> names = new ArrayList<>();
      directory.forEach(entry -> names.add(entry.getFileName().toString()));
      names.sort(null);
      for (String below : names) {
        take(directory, below, as.child(below), depth + 1);
      }
    }
  }
}
