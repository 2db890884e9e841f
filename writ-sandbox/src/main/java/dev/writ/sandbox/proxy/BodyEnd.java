// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import java.io.IOException;
import java.nio.ByteBuffer;

/// Finds the end of a body in its bytes as they arrive (RFC 9112 §6, §7.1). Of the chunked coding
/// only what all readers understand alike is accepted: no extensions, no trailers, no bare LF.
final class BodyEnd {
  private static final int MOST_DIGITS = 15;
  private static final int HEXADECIMAL = 16;

  private State state;

  /// Bytes that belong to the body, or to the present chunk, and have not arrived yet.
  private long left;

  private int digits;

  /// The framing of a body's end.
  sealed interface BodyFraming {
    /// By the end of the connection.
    record Endless() implements BodyFraming {}

    /// By the number of its bytes.
    record Counted(long bytes) implements BodyFraming {}

    /// By a chunk without bytes.
    record Chunked() implements BodyFraming {}
  }

  /// The next expected byte. The names in `_CR` and `_LF` expect that one byte.
  private enum State {
    ENDLESS,
    COUNTED,
    SIZE,
    SIZE_LF,
    DATA,
    DATA_CR,
    DATA_LF,
    LAST_CR,
    LAST_LF,
    ENDED
  }

  BodyEnd(BodyFraming framing) {
    switch (framing) {
      case BodyFraming.Endless() -> state = State.ENDLESS;
      case BodyFraming.Counted(long bytes) -> {
        left = bytes;
        state = bytes == 0 ? State.ENDED : State.COUNTED;
      }
      case BodyFraming.Chunked() -> state = State.SIZE;
    }
  }

  /// Reads the bytes that arrived.
  ///
  /// @param bytes read to their end; their position is not changed
  /// @return how many of them, counted from the first, belong to the body
  /// @throws IOException where a chunk is malformed
  int pass(ByteBuffer bytes) throws IOException {
    int at = bytes.position();
    while (at < bytes.limit() && state != State.ENDED) {
      switch (state) {
        case ENDLESS -> at = bytes.limit();
        case COUNTED -> at += data(bytes.limit() - at, State.ENDED);
        case DATA -> at += data(bytes.limit() - at, State.DATA_CR);
        case SIZE, SIZE_LF, DATA_CR, DATA_LF, LAST_CR, LAST_LF, ENDED -> mark(bytes.get(at++));
      }
    }
    return at - bytes.position();
  }

  private int data(int arrived, State then) {
    int taken = (int) Math.min(left, arrived);
    left -= taken;
    state = left == 0 ? then : state;
    return taken;
  }

  /// Reads a byte between the data.
  private void mark(byte value) throws IOException {
    if (state == State.SIZE) {
      size(value);
      return;
    }
    boolean carriageReturn = state == State.DATA_CR || state == State.LAST_CR;
    if (value != (carriageReturn ? '\r' : '\n')) {
      throw malformed();
    }
    state =
        switch (state) {
          case SIZE_LF -> left == 0 ? State.LAST_CR : State.DATA;
          case DATA_CR -> State.DATA_LF;
          case DATA_LF -> State.SIZE;
          case LAST_CR -> State.LAST_LF;
          case LAST_LF, ENDED -> State.ENDED;
          case ENDLESS, COUNTED, SIZE, DATA -> throw malformed();
        };
  }

  private void size(byte value) throws IOException {
    if (value == '\r' && digits > 0) {
      state = State.SIZE_LF;
      digits = 0;
      return;
    }
    int digit = value < 0 ? -1 : Character.digit((char) value, HEXADECIMAL);
    if (digit < 0 || digits == MOST_DIGITS) {
      throw malformed();
    }
    left = (digits == 0 ? 0 : left) * HEXADECIMAL + digit;
    digits++;
  }

  private static IOException malformed() {
    return new IOException("a chunk of the request is malformed");
  }
}
