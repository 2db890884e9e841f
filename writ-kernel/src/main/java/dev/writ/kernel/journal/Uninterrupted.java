// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.journal;

import java.io.IOException;
import java.util.Optional;

/// Does something with files on a thread that nobody interrupts. An abort is an interrupt, and an
/// interrupt closes the file channel that is just used: records would be closed for the rest of the
/// session, and a file could be left without its record.
public final class Uninterrupted {
  private Uninterrupted() {}

  /// Something to do.
  @FunctionalInterface
  public interface Action<T> {
    /// Does it.
    T act() throws IOException;
  }

  /// What came of it; written by one thread, read by another after that one has ended.
  private static final class Outcome<T> {
    private Optional<T> result = Optional.empty();
    private Optional<IOException> failure = Optional.empty();
    private Optional<RuntimeException> bug = Optional.empty();

    void of(Action<T> action) {
      try {
        result = Optional.of(action.act());
      } catch (IOException e) {
        failure = Optional.of(e);
      } catch (RuntimeException e) {
        bug = Optional.of(e);
      }
    }
  }

  /// Does it and waits for its end, whatever happens meanwhile; an interrupt is kept for whoever
  /// looks for it next.
  ///
  /// @throws IOException what the action threw
  public static <T> T act(Action<T> action) throws IOException {
    Outcome<T> outcome = new Outcome<>();
    Thread thread = Thread.ofVirtual().start(() -> outcome.of(action));
    boolean interrupted = Thread.interrupted();
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (outcome.failure.isPresent()) {
      throw outcome.failure.get();
    }
    if (outcome.bug.isPresent()) {
      throw outcome.bug.get();
    }
    return outcome.result.orElseThrow();
  }
}
