// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import java.util.concurrent.locks.LockSupport;

/// The pause of a test's loop that looks at a state until it changes. It leaves the processor to
/// the threads and programs that the test waits for; the time limit of the test is the limit.
public final class StatePoll {
  private static final long NANOS = 1_000_000;

  private StatePoll() {}

  /// Pauses for about a millisecond; an interrupt ends the pause and stays set.
  public static void pause() {
    LockSupport.parkNanos(NANOS);
  }
}
