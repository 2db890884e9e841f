// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.history;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Splits a stream of bytes into lines at `\n` alone: other line ends, such as U+2028, may stand in
/// a JSON text. A longer line than allowed is skipped without being kept in memory.
public final class LineStream {
  private static final int BLOCK = 64 * 1024;
  private static final int KEPT = 4 * 1024 * 1024;

  private final InputStream in;
  private final int maxLineBytes;
  private final byte[] block = new byte[BLOCK];
  private byte[] line = new byte[0]; // of lines that do not end in the block they begin in
  private int length;
  private boolean tooLong;

  /// @param maxLineBytes of a line that is read
  public LineStream(InputStream in, int maxLineBytes) {
    this.in = in;
    this.maxLineBytes = maxLineBytes;
  }

  /// Reads to the end. Bytes that are not UTF-8 become the replacement character.
  ///
  /// @throws IOException if the stream can't be read
  public void read(EventSource.EventLineVisitor visitor) throws IOException {
    long number = 1;
    for (int n = in.read(block); n >= 0; n = in.read(block)) {
      int from = 0;
      for (int i = 0; i < n; i++) {
        if (block[i] == '\n') {
          end(from, i, number++, visitor);
          from = i + 1;
        }
      }
      append(from, n);
    }
    if (length > 0 || tooLong) {
      visitor.skipped(number, "the last line is incomplete");
    }
  }

  private void append(int from, int to) {
    int more = to - from;
    if (tooLong || more > maxLineBytes - length) {
      tooLong |= more > 0;
      return;
    }
    if (length + more > line.length) {
      line = Arrays.copyOf(line, Math.max(length + more, line.length * 2));
    }
    System.arraycopy(block, from, line, length, more);
    length += more;
  }

  private void end(int from, int to, long number, EventSource.EventLineVisitor visitor) {
    if (length == 0 && !tooLong && to - from <= maxLineBytes) {
      visitor.line(number, new String(block, from, to - from, StandardCharsets.UTF_8));
      return;
    }
    append(from, to);
    if (tooLong) {
      visitor.skipped(number, "longer than " + maxLineBytes + " bytes");
    } else {
      visitor.line(number, new String(line, 0, length, StandardCharsets.UTF_8));
    }
    length = 0;
    tooLong = false;
    if (line.length > KEPT) {
      line = new byte[0];
    }
  }
}
