// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Cuts a stream of bytes into lines of UTF-8, ended by LF, CR LF or CR, within limits.
final class LineReader {
  /// The longest line: one event with a whole file in a call's arguments.
  static final int MAX_LINE_BYTES = 8 * 1024 * 1024;

  /// The longest body, counted as it is read after decompression.
  static final long MAX_BODY_BYTES = 64L * 1024 * 1024;

  private static final int BUFFER_BYTES = 16 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private long read;
  private boolean afterReturn;

  /// More than anybody needs to say.
  static final class TooLong extends IOException {
    @Serial private static final long serialVersionUID = 1;

    TooLong(String message) {
      super(message);
    }
  }

  LineReader(InputStream in) {
    this.in = in;
  }

  /// The next line; empty at the end. A last line without an end is a line too.
  Optional<String> next() throws IOException {
    ByteArrayOutputStream spilled = null;
    while (true) {
      if (position == limit && !fill()) {
        return spilled == null || spilled.size() == 0
            ? Optional.empty()
            : Optional.of(spilled.toString(StandardCharsets.UTF_8));
      }
      if (afterReturn && buffer[position] == '\n') {
        position++;
        afterReturn = false;
        continue;
      }
      afterReturn = false;
      int from = position;
      int end = end();
      if (end >= 0 && spilled == null) {
        return Optional.of(new String(buffer, from, end - from, StandardCharsets.UTF_8));
      }
      spilled = spilled == null ? new ByteArrayOutputStream() : spilled;
      spilled.write(buffer, from, (end < 0 ? limit : end) - from);
      if (end >= 0) {
        return Optional.of(spilled.toString(StandardCharsets.UTF_8));
      }
      if (spilled.size() > MAX_LINE_BYTES) {
        throw new TooLong("a line of more than " + MAX_LINE_BYTES + " bytes");
      }
    }
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

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    read += limit;
    if (read > MAX_BODY_BYTES) {
      throw new TooLong("more than " + MAX_BODY_BYTES + " bytes");
    }
    return limit > 0;
  }
}
