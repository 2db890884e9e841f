// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.records.journal;

import dev.writ.base.thread.ThreadJoin;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs work that an interrupt must not disturb: a rollback, or the records of what a command did.
/// An interrupt closes the channel that its thread uses, and clearing the flag first protects only
/// until the next interrupt. So the work runs on a thread of its own that no other code can
/// interrupt. The caller waits for its end, however often it is interrupted; its interrupt status
/// is set again afterwards.
///
/// The work must not enter a monitor or take a lock that the calling thread holds.
public final class InterruptShield {
  private InterruptShield() {}

  /// Work with a result.
  @FunctionalInterface
  public interface Work<T> {
    /// Does the work.
    T run() throws IOException;
  }

  /// Work without a result.
  @FunctionalInterface
  public interface Task {
    /// Does the work.
    void run() throws IOException;
  }

  /// Like [#call(Work)], for work without a result.
  ///
  /// @throws IOException what the task throws
  public static void run(Task task) throws IOException {
    Optional<Boolean> _ =
        call(
            () -> {
              task.run();
              return Optional.of(true);
            });
  }

  /// Runs the work to its end and returns its result. Work that calls this itself stays on its
  /// thread. If the system has no thread left, the work runs on the calling thread with the
  /// interrupt status cleared.
  ///
  /// @throws IOException what the work throws
  public static <T> T call(Work<T> work) throws IOException {
    return call(work, Thread::start);
  }

  /// The same with another way to start a thread.
  static <T> T call(Work<T> work, Consumer<Thread> start) throws IOException {
    if (Thread.currentThread() instanceof ShieldedThread) {
      return work.run();
    }
    ShieldedThread<T> thread = new ShieldedThread<>(work);
    boolean interrupted = false;
    try {
      start.accept(thread);
    } catch (OutOfMemoryError _) { // the limit of processes is reached
      interrupted = Thread.interrupted();
      thread.work();
    }
    ThreadJoin.join(thread);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return thread.result();
  }

  private static final class ShieldedThread<T> extends Thread {
    private final Work<T> work;
    private @Nullable T result;
    private @Nullable Throwable failure;

    ShieldedThread(Work<T> work) {
      super("uninterruptible work");
      this.work = work;
    }

    @Override
    public void run() {
      work();
    }

    private void work() {
      try {
        result = work.run();
      } catch (Throwable e) { // the caller throws it
        failure = e;
      }
    }

    T result() throws IOException {
      switch (failure) {
        case null -> {}
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException(failure);
      }
      if (result == null) {
        throw new IllegalStateException("the work has no result");
      }
      return result;
    }
  }
}
