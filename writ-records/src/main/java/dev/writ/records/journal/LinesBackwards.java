// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import java.io.IOException;
import java.io.RandomAccessFile;

/// Reads the lines of a file from the last to the first: readers mostly search for recent lines.
public final class LinesBackwards {
  private static final int FIRST_BYTES = 8 * 1024;
  private static final int BLOCK_BYTES = 64 * 1024;

  private LinesBackwards() {}

  /// Gets lines.
  @FunctionalInterface
  public interface LineVisitor {
    /// A line, without its end.
    ///
    /// @param bytes where it stands; they hold other lines, too
    /// @return whether to continue
    boolean line(byte[] bytes, int from, int to) throws IOException;
  }

  /// @param from where the first line begins
  /// @param to behind the end of the last line
  static void read(RandomAccessFile file, long from, long to, LineVisitor visitor)
      throws IOException {
    long end = to;
    int block = FIRST_BYTES;
    while (end > from) {
      int length = (int) Math.min(block, end - from);
      byte[] bytes = read(file, end - length, length);
      int lineEnd = length - 1; // where its LF stands
      int i = before(bytes, lineEnd);
      while (i >= 0 || end - length == from) {
        if (!visitor.line(bytes, i + 1, lineEnd) || i < 0) {
          return;
        }
        lineEnd = i;
        i = before(bytes, lineEnd);
      }
      if (lineEnd == length - 1 && length > Journal.MAX_LINE_BYTES) {
        throw new IOException("a line is longer than " + Journal.MAX_LINE_BYTES + " bytes");
      }
      // The start of the line that ends at `lineEnd` is not known yet.
      block = lineEnd == length - 1 ? 2 * block : BLOCK_BYTES;
      end -= length - 1L - lineEnd;
    }
  }

  /// The end of the last complete line.
  ///
  /// @param size where the file ends
  static long end(RandomAccessFile file, long size) throws IOException {
    long end = size;
    while (end > 0) {
      int length = end == size ? 1 : (int) Math.min(FIRST_BYTES, end);
      int newline = before(read(file, end - length, length), length);
      if (newline >= 0) {
        return end - length + newline + 1;
      }
      end -= length;
    }
    return 0;
  }

  /// A piece of a file.
  static byte[] read(RandomAccessFile file, long from, int length) throws IOException {
    byte[] bytes = new byte[length];
    file.seek(from);
    file.readFully(bytes);
    return bytes;
  }

  /// The last LF before that place; -1 where there is none.
  static int before(byte[] bytes, int end) {
    int i = end - 1;
    while (i >= 0 && bytes[i] != '\n') {
      i--;
    }
    return i;
  }
}
