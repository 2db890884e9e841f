// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.store;

import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/// Room on the workspace's disk, held while a command works there without a view: one that fills
/// the disk would keep Writ from recording what it did and from taking it back. It is a file
/// without a name, which no command can reach, and which goes with the process.
public final class DiskReserve {
  private static final int BYTES = 8 << 20;

  private final RandomAccessFile file;

  private DiskReserve(RandomAccessFile file) {
    this.file = file;
  }

  /// Takes it, as far as there is room.
  ///
  /// @throws IOException where no file can be made in Writ's store
  public static DiskReserve take(WorkspaceRoot root, ObjectStore store) throws IOException {
    Path place = root.absolute(store.place(store.free()));
    RandomAccessFile file = new RandomAccessFile(place.toFile(), "rw");
    Files.delete(place);
    try {
      file.write(new byte[BYTES]);
    } catch (IOException _) {
      // The disk is full already: what there was of room is held.
    }
    return new DiskReserve(file);
  }

  /// Gives it back.
  ///
  /// @throws IOException where that can't be done
  public void release() throws IOException {
    file.close();
  }
}
