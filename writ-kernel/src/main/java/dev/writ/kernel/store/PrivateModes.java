// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.store;

import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;

/// Keeps other users out of the store: an old content may be of a file that only its owner reads.
final class PrivateModes {
  private PrivateModes() {}

  /// Closes a directory to others, also one that a repository brought.
  ///
  /// @return whether it was closed
  static boolean close(SecureDirectoryStream<Path> directory) throws IOException {
    PosixFileAttributeView view = directory.getFileAttributeView(PosixFileAttributeView.class);
    boolean isClosed = Journal.PRIVATE_DIRECTORY.containsAll(view.readAttributes().permissions());
    if (!isClosed) {
      try {
        view.setPermissions(Journal.PRIVATE_DIRECTORY);
      } catch (IOException _) {
        // Another user's: what is kept in it is private by its own permissions.
      }
    }
    return isClosed;
  }

  /// Closes a file to others.
  static boolean close(SecureDirectoryStream<Path> directory, String name) throws IOException {
    directory
        .getFileAttributeView(Path.of(name), PosixFileAttributeView.class)
        .setPermissions(Journal.PRIVATE_FILE);
    return true;
  }
}
