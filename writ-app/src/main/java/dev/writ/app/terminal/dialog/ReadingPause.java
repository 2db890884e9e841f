// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import java.util.function.LongSupplier;

/// The pause before a question takes keys: a person who is typing when it appears must not answer
/// it. It ends once no key was pressed for 300 ms.
final class ReadingPause {
  private static final long NANOS = 300_000_000L;

  private final LongSupplier clock;
  private long since;
  private boolean over;

  /// @param clock nanoseconds
  ReadingPause(LongSupplier clock) {
    this.clock = clock;
    this.since = clock.getAsLong();
  }

  /// Whether a key that is pressed now counts; one that doesn't prolongs the pause.
  boolean endsBefore() {
    long now = clock.getAsLong();
    over |= now - since >= NANOS;
    since = now;
    return over;
  }
}
