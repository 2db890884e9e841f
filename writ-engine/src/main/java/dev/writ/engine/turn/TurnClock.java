// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.engine.turn;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// Time and randomness, injected.
///
/// @param steady measures how long something takes: nobody sets it
/// @param pause waits between retries
public record TurnClock(
    InstantSource clock, InstantSource steady, RandomGenerator random, Pause pause) {
  /// That of this machine, with a clock.
  public static TurnClock of(InstantSource clock, RandomGenerator random) {
    return new TurnClock(
        clock, () -> Instant.ofEpochSecond(0, System.nanoTime()), random, Thread::sleep);
  }

  /// Waiting.
  @FunctionalInterface
  public interface Pause {
    /// Waits that long.
    ///
    /// @throws InterruptedException when the turn is aborted meanwhile
    void pause(Duration duration) throws InterruptedException;
  }
}
