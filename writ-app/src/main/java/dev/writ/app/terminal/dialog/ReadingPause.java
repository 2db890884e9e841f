// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import java.util.function.LongSupplier;

/// The pause before a question takes keys: a person who is typing when it appears must not answer
/// it. It begins when the question is first on the screen, and ends once no key was pressed for 300
/// ms.
final class ReadingPause {
  private static final long NANOS = 300_000_000L;

  private final LongSupplier clock;
  private boolean begun;
  private long since;
  private boolean over;

  /// @param clock nanoseconds
  ReadingPause(LongSupplier clock) {
    this.clock = clock;
  }

  /// The question is on the screen, from the first call on.
  void shown() {
    if (!begun) {
      begun = true;
      since = clock.getAsLong();
    }
  }

  /// Whether a key that is pressed now counts; one that doesn't prolongs the pause.
  boolean endsBefore() {
    long now = clock.getAsLong();
    over |= begun && now - since >= NANOS;
    since = now;
    return over;
  }
}
