// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.records.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/// The port through which records, the store and the workspace are changed. The system performs
/// each operation as it is; a test records the operations, or makes the n-th one fail.
@FunctionalInterface
public interface DiskPort {
  /// A kind of operation.
  enum Operation {
    /// Creates a directory.
    CREATE,
    /// Writes bytes to an open file.
    WRITE,
    /// Forces an open file, or a directory, to disk.
    FORCE,
    /// Gives a file or a directory another name.
    RENAME,
    /// Cuts an open file.
    TRUNCATE,
    /// Takes the lock of a file.
    LOCK,
    /// Removes a file or a directory.
    DELETE
  }

  /// The operation itself.
  @FunctionalInterface
  interface Action {
    /// Performs it.
    void run() throws IOException;
  }

  /// Performs one operation.
  ///
  /// @param place the changed file or directory; for reports only
  /// @throws IOException where it fails
  void perform(Operation operation, Object place, Action action) throws IOException;

  /// Writes all bytes to an open file, which may take only some of them at a time.
  ///
  /// @param place the file; for reports only
  /// @throws IOException where it fails; some bytes may have been written
  default void write(WritableByteChannel file, ByteBuffer bytes, Object place) throws IOException {
    perform(
        Operation.WRITE,
        place,
        () -> {
          while (bytes.hasRemaining()) {
            file.write(bytes);
          }
        });
  }

  /// The disk of this machine.
  static DiskPort system() {
    return (_, _, action) -> action.run();
  }
}
