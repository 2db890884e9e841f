// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Forces a file to disk once for all that wait together: the first that comes forces, and what is
/// written meanwhile waits for the next time. Nobody waits for more than two.
final class GroupCommit {
  /// What has been written since the file was last forced, and how forcing it ended.
  static final class Batch {
    private boolean used;
    private boolean done;
    private @Nullable IOException failure;

    /// Where the file ends since forcing failed; everything from here on was taken out again.
    private long withdrawnFrom = Long.MAX_VALUE;

    private Batch() {}
  }

  /// Forces what was written.
  interface Forcing {
    /// Forces it.
    ///
    /// @throws IOException where what was written before may not be on disk
    void force() throws IOException;

    /// Takes out what was written and could not be forced, if that is possible. While nobody can
    /// write it tells [GroupCommit#restart].
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

  /// What was just written belongs to this batch.
  Batch join() {
    lock.lock();
    try {
      open.used = true;
      return open;
    } finally {
      lock.unlock();
    }
  }

  /// What holds the last line that was written, or what failed and is to be tried again.
  Batch latest() {
    lock.lock();
    try {
      return open.used || last.failure != null ? open : last;
    } finally {
      lock.unlock();
    }
  }

  /// What joined until now is taken out again; what comes next begins anew.
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

  /// Forces for everybody; the lock is free meanwhile.
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
