// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// The store is another user's. It holds old contents, which nobody but that user may read, so a
/// workspace has the changes of one user only.
final class ForeignStoreException extends FileSystemException {
  private static final long serialVersionUID = 1L;

  private ForeignStoreException(String shown, String reason) {
    super(shown, null, reason);
  }

  /// The refusal of a store in words.
  ///
  /// @param store where it is
  /// @param shown its name for people
  static FileSystemException of(Path store, String shown, AccessDeniedException refused) {
    String owner;
    try {
      owner = Files.getOwner(store, LinkOption.NOFOLLOW_LINKS).getName();
    } catch (IOException _) {
      return refused;
    }
    FileSystemException said =
        new ForeignStoreException(
            shown,
            "belongs to the user %s alone, so you can't change anything here; work in a clone of"
                    .formatted(owner)
                + " your own, or let %s remove it (then there is no undo of before)"
                    .formatted(owner));
    said.initCause(refused);
    return said;
  }
}
