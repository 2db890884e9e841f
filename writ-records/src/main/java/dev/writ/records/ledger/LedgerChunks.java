// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A ledger cut into blocks of whole lines, which are checked one by one and side by side.
public final class LedgerChunks {
  /// How large a block is, unless a line is longer.
  static final int BYTES = 1024 * 1024;

  private static final int MOST = Journal.MAX_LINE_BYTES + 1;

  /// How long to wait for a writer that is in the middle of its line: so many times a millisecond.
  private static final int PATIENCE = 20;

  private final LedgerReading reading;
  private final long size;
  private final Deque<byte[]> spare = new ArrayDeque<>();
  private byte[] carried = new byte[0];
  private long at;
  private boolean torn;

  /// Reads what is there now; what is appended later is not seen.
  public LedgerChunks(LedgerReading reading) throws IOException {
    this.reading = reading;
    this.size = stableLength(reading);
  }

  /// The size at which a line ends; where none does the size as it is: a crash has torn the last
  /// one.
  private static long stableLength(LedgerReading reading) throws IOException {
    byte[] last = new byte[1];
    long size = reading.size();
    for (int i = 0; i < PATIENCE && size > 0; i++) {
      if (reading.read(size - 1, last, 0, 1) == 1 && last[0] == '\n') {
        break;
      }
      LockSupport.parkNanos(1_000_000);
      size = reading.size();
    }
    return size;
  }

  /// Whole lines.
  ///
  /// @param length how many of the bytes they are
  @SuppressWarnings("ArrayRecordComponent") // immutable by convention
  public record LedgerChunk(byte[] bytes, int length) {}

  /// Whether this is all in one block.
  public boolean small() {
    return size <= BYTES;
  }

  /// Whether a last line without its end was left out.
  public boolean torn() {
    return torn;
  }

  /// The next block; nothing at the end.
  ///
  /// @throws IOException where it can't be read, or a line is longer than any may be
  @Nullable
  public LedgerChunk next() throws IOException {
    byte[] bytes = spare.isEmpty() ? new byte[small() ? (int) size : BYTES] : spare.pop();
    if (bytes.length < carried.length) {
      bytes = new byte[carried.length];
    }
    System.arraycopy(carried, 0, bytes, 0, carried.length);
    int length = carried.length;
    carried = new byte[0];
    while (true) {
      length = fill(bytes, length);
      int end = length;
      while (end > 0 && bytes[end - 1] != '\n') {
        end--;
      }
      if (end > 0) {
        carried = Arrays.copyOfRange(bytes, end, length);
        return new LedgerChunk(bytes, end);
      }
      if (at >= size) {
        torn = length > 0;
        return null;
      }
      if (bytes.length >= MOST) {
        throw new IOException("a line of the ledger is longer than " + MOST + " bytes");
      }
      bytes = Arrays.copyOf(bytes, Math.min(MOST, 2 * bytes.length));
    }
  }

  private int fill(byte[] bytes, int from) throws IOException {
    int length = from;
    while (length < bytes.length && at < size) {
      int most = (int) Math.min(bytes.length - length, size - at);
      int count = reading.read(at, bytes, length, most);
      if (count <= 0) {
        throw new IOException("the ledger became shorter while it was read");
      }
      length += count;
      at += count;
    }
    return length;
  }

  /// Recycles an unused block.
  public void recycle(LedgerChunk block) {
    if (block.bytes().length == BYTES) {
      spare.push(block.bytes());
    }
  }
}
