// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.engine.turn;

import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// Time and randomness, injected.
///
/// @param pause waits between retries
public record TurnClock(InstantSource clock, RandomGenerator random, Pause pause) {
  /// Waiting.
  @FunctionalInterface
  public interface Pause {
    /// Waits that long.
    ///
    /// @throws InterruptedException when the turn is aborted meanwhile
    void pause(Duration duration) throws InterruptedException;
  }
}
