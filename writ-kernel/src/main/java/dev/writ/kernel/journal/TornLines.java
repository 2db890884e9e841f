// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/// Keeps what a crash left of a line: nobody knows what somebody may want to find in it.
public final class TornLines {
  private TornLines() {}

  static void keepBeside(Path file, byte[] torn) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + ".torn");
    try (FileChannel channel =
        FileChannel.open(
            beside,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            PosixFilePermissions.asFileAttribute(Journal.PRIVATE_FILE))) {
      write(channel, torn);
    }
  }

  /// Writes torn bytes as a line of their own and forces them.
  public static void write(FileChannel channel, byte[] torn) throws IOException {
    ByteBuffer line = ByteBuffer.wrap(Arrays.copyOf(torn, torn.length + 1));
    line.put(torn.length, (byte) '\n');
    while (line.hasRemaining()) {
      channel.write(line);
    }
    channel.force(false);
  }
}
