// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.Serial;
import java.net.SocketTimeoutException;
import java.time.Duration;

/// Limits how long a server may send bytes that bring its answer no further: comments, blank lines,
/// events without content, one byte now and then. A limit between bytes alone would let them keep a
/// request alive without end.
final class ProgressDeadline {
  /// How many times longer than without any byte the answer may stand still.
  static final int FACTOR = 4;

  private Duration limit = Duration.ZERO;
  private long end;

  /// The answer stood still for too long.
  static final class NoProgress extends SocketTimeoutException {
    @Serial private static final long serialVersionUID = 1;

    NoProgress(Duration limit) {
      super("no data for " + limit.toSeconds() + " s");
    }
  }

  /// Starts anew.
  ///
  /// @param idle how long no byte may arrive
  void start(Duration idle) {
    limit =
        Duration.ofNanos(idle.toNanos() * FACTOR); // a product of durations computes in decimals
    progressed();
  }

  /// The answer has grown.
  void progressed() {
    end = System.nanoTime() + limit.toNanos();
  }

  /// Called when bytes have arrived.
  void check() throws NoProgress {
    if (System.nanoTime() - end > 0) {
      throw new NoProgress(limit);
    }
  }
}
