// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.thread;

import java.util.List;

/// Waits for threads that end by themselves, and soon. An interrupt does not end the wait: the
/// caller's interrupt status is set again when all of them have ended.
public final class ThreadJoin {
  private ThreadJoin() {}

  /// Waits until the thread has ended.
  public static void join(Thread thread) {
    join(List.of(thread));
  }

  /// Waits until all of them have ended.
  public static void join(List<Thread> threads) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
