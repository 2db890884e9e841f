// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.engine.turn;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// Does several things side by side on virtual threads and waits for all of them, in order. The
/// only place of the engine that starts threads.
final class ParallelTasks {
  private ParallelTasks() {}

  /// Something to do.
  @FunctionalInterface
  interface ParallelTask<T> {
    T work() throws InterruptedException;
  }

  private sealed interface Done<T> {
    record With<T>(T result) implements Done<T> {}

    record Broken<T>(Throwable defect) implements Done<T> {}

    record Interrupted<T>() implements Done<T> {}
  }

  /// All results in the order of the work. One alone runs on the calling thread.
  ///
  /// @param most how many run at once
  /// @throws IllegalStateException if a defect ended one of them; all work is over by then
  /// @throws InterruptedException when interrupted; all work is interrupted and over by then
  static <T> List<T> all(List<ParallelTask<T>> works, int most) throws InterruptedException {
    if (works.size() == 1) {
      return List.of(works.getFirst().work());
    }
    Semaphore places = new Semaphore(most);
    AtomicReferenceArray<Done<T>> done = new AtomicReferenceArray<>(works.size());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < works.size(); i++) {
      int index = i;
      threads.add(Thread.ofVirtual().start(() -> done.set(index, run(works.get(index), places))));
    }
    join(threads);
    List<T> results = new ArrayList<>();
    for (int i = 0; i < works.size(); i++) {
      switch (done.get(i)) {
        case Done.With<T>(T result) -> results.add(result);
        case Done.Broken<T>(Throwable defect) -> throw new IllegalStateException(defect);
        case Done.Interrupted<T>() -> throw new InterruptedException();
      }
    }
    return results;
  }

  private static <T> Done<T> run(ParallelTask<T> work, Semaphore places) {
    try {
      places.acquire();
      try {
        return new Done.With<>(work.work());
      } finally {
        places.release();
      }
    } catch (InterruptedException _) {
      return new Done.Interrupted<>();
    } catch (RuntimeException | Error e) {
      return new Done.Broken<>(e);
    }
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException _) {
          interrupted = true;
          threads.forEach(Thread::interrupt);
        }
      }
    }
    if (interrupted) {
      throw new InterruptedException();
    }
  }
}
