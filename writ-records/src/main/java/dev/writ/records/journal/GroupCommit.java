// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Forces a file to disk once for all waiting threads: the first one forces, and data written
/// meanwhile waits for the next round. No thread waits for more than two rounds.
final class GroupCommit {
  /// The data written since the last force, and the result of that force.
  static final class Batch {
    private boolean used;
    private boolean done;
    private @Nullable IOException failure;

    /// The end of the file after a failed force; everything after it was removed.
    private long withdrawnFrom = Long.MAX_VALUE;

    private Batch() {}
  }

  /// Forces what was written.
  interface Forcing {
    /// Forces it.
    ///
    /// @throws IOException where what was written before may not be on disk
    void force() throws IOException;

    /// Removes data that was written and could not be forced, if possible, and calls
    /// [GroupCommit#restart] while no thread can write.
    ///
    /// @return from which byte on nothing is left; [Long#MAX_VALUE] where all of it is
    long withdraw();
  }

  private final Forcing forcing;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private Batch open = new Batch();
  private Batch last = open;
  private @Nullable Batch withdrawn;
  private boolean busy;

  GroupCommit(Forcing forcing) {
    this.forcing = forcing;
  }

  /// The data just written belongs to this batch.
  Batch join() {
    lock.lock();
    try {
      open.used = true;
      return open;
    } finally {
      lock.unlock();
    }
  }

  /// The handle of the last written line, or the one whose force failed and is retried.
  Batch latest() {
    lock.lock();
    try {
      return open.used || last.failure != null ? open : last;
    } finally {
      lock.unlock();
    }
  }

  /// The joined data is removed; the next write starts again.
  void restart() {
    lock.lock();
    try {
      withdrawn = open;
      open = new Batch();
    } finally {
      lock.unlock();
    }
  }

  /// Returns when everything that joined that batch is on disk. An interrupt ends nothing.
  ///
  /// @throws UnforcedException where it may not be
  void await(Batch batch) throws IOException {
    lock.lock();
    try {
      while (!batch.done && (batch.used || batch != last)) {
        if (busy) {
          ended.awaitUninterruptibly();
        } else {
          lead();
        }
      }
      if (batch.failure != null) {
        throw new UnforcedException(batch.failure, batch.withdrawnFrom);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Forces for all waiting threads; the lock is free meanwhile.
  private void lead() {
    Batch mine = open;
    last = mine;
    open = new Batch();
    busy = true;
    lock.unlock();
    IOException failure = null;
    long withdrawnFrom = Long.MAX_VALUE;
    try {
      forcing.force();
    } catch (IOException e) {
      failure = e;
      withdrawnFrom = forcing.withdraw();
    } catch (RuntimeException | Error e) {
      // Such as too little memory: nobody may take it as forced.
      failure = new IOException("it could not be forced: " + e, e);
      withdrawnFrom = forcing.withdraw();
    } finally {
      lock.lock();
      busy = false;
      end(mine, failure, withdrawnFrom);
      if (withdrawn != null) {
        end(withdrawn, failure, withdrawnFrom); // it stood behind, and went with it
        withdrawn = null;
      }
      ended.signalAll();
    }
  }

  private static void end(Batch batch, @Nullable IOException failure, long withdrawnFrom) {
    batch.failure = failure;
    batch.withdrawnFrom = withdrawnFrom;
    batch.done = true;
  }
}
