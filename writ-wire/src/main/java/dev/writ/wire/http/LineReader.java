// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Cuts a stream of bytes into lines of UTF-8, ended by LF, CR LF or CR, within limits. A byte
/// order mark at its beginning is not part of a line (WHATWG HTML 9.2.5).
final class LineReader {
  /// The longest line: one event with a whole file in a call's arguments.
  static final int MAX_LINE_BYTES = 8 * 1024 * 1024;

  /// The longest body, counted as it is read after decompression.
  static final long MAX_BODY_BYTES = 64L * 1024 * 1024;

  private static final int BUFFER_BYTES = 16 * 1024;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final InputStream in;
  private byte[] buffer = new byte[BUFFER_BYTES];

  /// The start of the present line.
  private int begin;

  private int position;
  private int limit;
  private long read;
  private boolean afterReturn;
  private boolean isFirst = true;

  /// More than any server needs to send.
  static final class LineTooLong extends IOException {
    @Serial private static final long serialVersionUID = 1;

    LineTooLong(String message) {
      super(message);
    }
  }

  LineReader(InputStream in) {
    this.in = in;
  }

  /// The next line; empty at the end. A last line without an end is a line too.
  Optional<String> next() throws IOException {
    begin = position;
    while (true) {
      if (position == limit && !fill()) {
        String last = text(limit);
        begin = limit;
        return last.isEmpty() ? Optional.empty() : Optional.of(last);
      }
      if (afterReturn && buffer[position] == '\n') {
        begin = ++position;
        afterReturn = false;
        continue;
      }
      afterReturn = false;
      int end = end();
      if (end >= 0) {
        return Optional.of(text(end));
      }
    }
  }

  private String text(int end) {
    String text = new String(buffer, begin, end - begin, StandardCharsets.UTF_8);
    boolean marked = isFirst && text.startsWith(BYTE_ORDER_MARK);
    isFirst = false;
    return marked ? text.substring(BYTE_ORDER_MARK.length()) : text;
  }

  /// Moves behind the end of the present line.
  ///
  /// @return where the line ends; -1 where its end is not in the buffer
  private int end() {
    for (; position < limit; position++) {
      if (buffer[position] == '\n' || buffer[position] == '\r') {
        afterReturn = buffer[position] == '\r';
        return position++;
      }
    }
    return -1;
  }

  /// Reads on behind the part of a line that is there, which moves to the buffer's beginning.
  private boolean fill() throws IOException {
    int part = limit - begin;
    if (part > MAX_LINE_BYTES) {
      throw new LineTooLong("a line of more than " + MAX_LINE_BYTES + " bytes");
    }
    byte[] to =
        part < buffer.length ? buffer : new byte[Math.min(2 * part, MAX_LINE_BYTES + BUFFER_BYTES)];
    System.arraycopy(buffer, begin, to, 0, part);
    buffer = to;
    begin = 0;
    position = part;
    limit = part + Math.max(0, in.read(buffer, part, buffer.length - part));
    read += limit - part;
    if (read > MAX_BODY_BYTES) {
      throw new LineTooLong("more than " + MAX_BODY_BYTES + " bytes");
    }
    return limit > part;
  }
}
