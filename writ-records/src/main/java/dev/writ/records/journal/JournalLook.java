// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// A first look at a journal of JSON lines: whether it can be what was written, by its two ends,
/// whatever its size. Verification looks at all of it.
public final class JournalLook {
  private static final int WINDOW = 4096;

  private JournalLook() {}

  /// The fault that shows, in words; empty where none does, or there is no such file.
  ///
  /// @throws IOException where it can't be read
  public static Optional<String> fault(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size == 0) {
        return Optional.of("is empty");
      }
      byte[] begin = bytes(channel, 0);
      byte[] end = bytes(channel, Math.max(0, size - WINDOW));
      boolean sound =
          begin.length > 0 && begin[0] == '{' && isText(begin) && isText(end) && endsInRecord(end);
      return sound ? Optional.empty() : Optional.of("holds something other than records");
    }
  }

  private static byte[] bytes(FileChannel channel, long from) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(WINDOW);
    int read = 0;
    while (buffer.hasRemaining() && read >= 0) {
      read = channel.read(buffer, from + buffer.position());
    }
    buffer.flip();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /// Records escape control characters.
  private static boolean isText(byte[] bytes) {
    for (byte one : bytes) {
      if (one >= 0 && one < ' ' && one != '\n' && one != '\r') {
        return false;
      }
    }
    return true;
  }

  /// Whether the last line, if it begins here, begins as a record does; it may be torn.
  private static boolean endsInRecord(byte[] end) {
    for (int at = end.length - 2; at >= 0; at--) {
      if (end[at] == '\n') {
        return end[at + 1] == '{';
      }
    }
    return true;
  }
}
