// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.journal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Work on a channel that stays open: an interrupt of the working thread would close it for
/// everybody, so the work is done by a thread that nobody knows, and waited for to its end.
final class Undisturbed {
  private @Nullable Throwable thrown;

  private Undisturbed() {}

  /// What is to be done.
  @FunctionalInterface
  interface Work {
    void work() throws IOException;
  }

  /// Does the work; an interrupt meanwhile is still there afterwards.
  static void run(Work work) throws IOException {
    Undisturbed call = new Undisturbed();
    Thread thread = Thread.ofVirtual().name("journal").start(() -> call.work(work));
    boolean interrupted = false;
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
    switch (call.thrown) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(call.thrown);
    }
  }

  @SuppressWarnings("CatchingUnchecked") // it is thrown again where the work is waited for
  private void work(Work work) {
    try {
      work.work();
    } catch (IOException | RuntimeException | Error e) {
      thrown = e;
    }
  }
}
