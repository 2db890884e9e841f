// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.session;

import java.util.Optional;

/// Directs an abort at the turn that runs: it interrupts the turn's thread, and never after the
/// turn has ended. An abort while no turn runs does nothing.
final class AbortSwitch {
  private Optional<Thread> running = Optional.empty();

  /// The calling thread begins a turn.
  synchronized void begin() {
    running = Optional.of(Thread.currentThread());
  }

  /// The turn of the calling thread has ended; an abort that came too late is void.
  synchronized void end() {
    running = Optional.empty();
    boolean _ = Thread.interrupted();
  }

  /// Aborts the turn that runs.
  synchronized void abort() {
    running.ifPresent(Thread::interrupt);
  }
}
