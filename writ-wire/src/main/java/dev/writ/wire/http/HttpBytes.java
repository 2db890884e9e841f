// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Reads HTTP/1.1 answers (RFC 9112) from a connection's bytes, one after the other.
final class HttpBytes {
  /// The longest head of an answer, and the longest line around a chunk.
  static final int MAX_HEAD_BYTES = 64 * 1024;

  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int MAX_DRAINED_BYTES = 64 * 1024;
  private static final int SWITCHING = 101;
  private static final int DECIMAL = 10;
  private static final int HEXADECIMAL = 16;
  private static final int MAX_DIGITS = 12;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private int headBytes;
  private boolean persistent;
  private Framing framing = Framing.NONE;

  /// Bytes left in the body, or in the present chunk.
  private long left;

  private boolean firstChunk;

  /// The framing of a body. At its end a body is `NONE`.
  private enum Framing {
    NONE,
    COUNTED,
    CHUNKED,
    TO_THE_END
  }

  /// The other side does not speak HTTP.
  static final class NotHttp extends IOException {
    @Serial private static final long serialVersionUID = 1;

    NotHttp(String message) {
      super(message);
    }
  }

  HttpBytes(InputStream in) {
    this.in = in;
  }

  /// Reads the head of the next final answer.
  ResponseHead head() throws IOException {
    headBytes = 0;
    ResponseHead head = oneHead();
    while (head.status() < 200 && head.status() != SWITCHING) {
      head = oneHead();
    }
    return head;
  }

  private ResponseHead oneHead() throws IOException {
    String first = line();
    if (!first.startsWith("HTTP/1.")) {
      throw new NotHttp("it does not answer in HTTP/1.1");
    }
    int blank = first.indexOf(' ');
    int status = (int) number(first, blank + 1, Math.min(first.length(), blank + 4), DECIMAL);
    if (status < 100) {
      throw new NotHttp("its answer has no status");
    }
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.putIfAbsent(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
    }
    persistent =
        first.startsWith("HTTP/1.1") && !"close".equalsIgnoreCase(headers.get("connection"));
    return new ResponseHead(status, headers);
  }

  private String line() throws IOException {
    int from = position;
    StringBuilder spilled = new StringBuilder(0);
    while (true) {
      while (position < limit && buffer[position] != '\n') {
        position++;
      }
      spilled.append(new String(buffer, from, position - from, StandardCharsets.ISO_8859_1));
      headBytes += position - from;
      if (headBytes > MAX_HEAD_BYTES) {
        throw new NotHttp("its headers are longer than " + MAX_HEAD_BYTES + " bytes");
      }
      if (position < limit) {
        position++;
        return spilled.toString().stripTrailing();
      }
      if (!fill()) {
        throw new EOFException("the server closed the connection");
      }
      from = position;
    }
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = 0;
    int got = in.read(buffer, 0, buffer.length);
    limit = Math.max(0, got);
    return got > 0;
  }

  /// The body that belongs to a head just read.
  InputStream body(ResponseHead head) throws IOException {
    String coding = head.header("transfer-encoding").orElse("").toLowerCase(Locale.ROOT);
    String length = head.header("content-length").orElse("");
    left = 0;
    if (head.status() == 204 || head.status() == 304) {
      framing = Framing.NONE;
    } else if (coding.endsWith("chunked")) {
      framing = Framing.CHUNKED;
      firstChunk = true;
    } else if (number(length, 0, length.length(), DECIMAL) >= 0) {
      left = number(length, 0, length.length(), DECIMAL);
      framing = left == 0 ? Framing.NONE : Framing.COUNTED;
    } else if (length.isEmpty()) {
      framing = Framing.TO_THE_END;
      persistent = false;
    } else {
      throw new NotHttp("its content length is not a number");
    }
    return new Body();
  }

  /// Whether the connection can carry another answer behind this one.
  boolean isReusable() {
    return persistent && framing != Framing.TO_THE_END;
  }

  /// Reads what is left of the present body.
  ///
  /// @return whether its end was reached and nothing lies behind it
  boolean drain() throws IOException {
    byte[] rest = new byte[1024];
    int drained = 0;
    while (framing != Framing.NONE && drained < MAX_DRAINED_BYTES) {
      drained += Math.max(0, read(rest, 0, rest.length));
    }
    return framing == Framing.NONE && position == limit;
  }

  private int read(byte[] to, int from, int most) throws IOException {
    if (framing == Framing.CHUNKED && left == 0) {
      nextChunk();
    }
    if (framing == Framing.NONE) {
      return -1;
    }
    if (position == limit && !fill()) {
      if (framing == Framing.TO_THE_END) {
        framing = Framing.NONE;
        return -1;
      }
      throw new EOFException("the server closed the connection in the middle of its answer");
    }
    int count = Math.min(most, limit - position);
    if (framing != Framing.TO_THE_END) {
      count = (int) Math.min(count, left);
      left -= count;
    }
    System.arraycopy(buffer, position, to, from, count);
    position += count;
    if (framing == Framing.COUNTED && left == 0) {
      framing = Framing.NONE;
    }
    return count;
  }

  private void nextChunk() throws IOException {
    headBytes = 0;
    if (!firstChunk && !line().isEmpty()) {
      throw new NotHttp("a chunk of its answer does not end at its stated length");
    }
    firstChunk = false;
    String size = line();
    int extension = size.indexOf(';');
    String digits = (extension < 0 ? size : size.substring(0, extension)).strip();
    left = number(digits, 0, digits.length(), HEXADECIMAL);
    if (left < 0) {
      throw new NotHttp("a chunk of its answer has no length");
    }
    if (left == 0) {
      String trailer = line();
      while (!trailer.isEmpty()) {
        trailer = line();
      }
      framing = Framing.NONE;
    }
  }

  /// The number in that part of a text; -1 where it is none or has too many digits.
  private static long number(String text, int from, int to, int radix) {
    long number = 0;
    for (int i = from; i < to; i++) {
      int digit = Character.digit(text.charAt(i), radix);
      if (digit < 0 || to - from > MAX_DIGITS) {
        return -1;
      }
      number = number * radix + digit;
    }
    return from < to ? number : -1;
  }

  private final class Body extends InputStream {
    private final byte[] single = new byte[1];

    @Override
    public int read() throws IOException {
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
      return most == 0 ? 0 : HttpBytes.this.read(to, from, most);
    }
  }
}
