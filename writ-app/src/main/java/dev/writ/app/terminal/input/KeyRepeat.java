// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.input;

import java.util.Optional;
import java.util.function.LongSupplier;

/// Distinguishes a key that is pressed twice within a second from two single presses.
public final class KeyRepeat {
  private static final long TWICE_NANOS = 1_000_000_000L;

  private final LongSupplier clock;
  private Optional<KeyPress> before = Optional.empty();
  private long beforeAt;

  /// @param clock nanoseconds
  public KeyRepeat(LongSupplier clock) {
    this.clock = clock;
  }

  /// Whether the last key was the same and less than a second ago.
  public boolean isTwice(KeyPress key) {
    long now = clock.getAsLong();
    boolean twice = before.filter(key::equals).isPresent() && now - beforeAt < TWICE_NANOS;
    before = Optional.of(key);
    beforeAt = now;
    return twice;
  }
}
