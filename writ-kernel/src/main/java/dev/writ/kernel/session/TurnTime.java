// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.kernel.session;

import java.time.Duration;
import java.util.Optional;

/// What is left of a turn.
@FunctionalInterface
public interface TurnTime {
  /// A turn without a limit, and the time between turns.
  TurnTime UNLIMITED = Optional::empty;

  /// The time until the turn is over, zero or less where it is; empty without a limit.
  Optional<Duration> left();
}
