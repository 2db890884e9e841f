// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import java.io.Closeable;
import java.io.IOException;

/// An open ledger that is read in parts, while others may append.
public interface LedgerReading extends Closeable {
  /// How many bytes there are now.
  ///
  /// @throws IOException if that cannot be determined
  long size() throws IOException;

  /// Reads some bytes.
  ///
  /// @param at which byte of the file is the first
  /// @return how many were read; less than 1 behind the end
  /// @throws IOException where they can't be read
  int read(long at, byte[] into, int from, int length) throws IOException;

  /// Bytes in memory.
  static LedgerReading of(byte[] bytes) {
    return new LedgerReading() {
      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public int read(long at, byte[] into, int from, int length) {
        int count = (int) Math.min(length, bytes.length - at);
        if (count > 0) {
          System.arraycopy(bytes, (int) at, into, from, count);
        }
        return count;
      }

      @Override
      public void close() {}
    };
  }
}
