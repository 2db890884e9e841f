// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;

/// Flat combining: of all threads that append concurrently one writes for all, so that the file is
/// locked, checked, written and forced once. Later threads wait for the next round.
final class AppendCombiner {
  /// How many bytes are written together at most, but for a single record.
  private static final int MOST_BYTES = 1024 * 1024;

  /// Writes records.
  @FunctionalInterface
  interface Writer {
    /// Writes them and reports the result to each.
    ///
    /// @throws IOException where none of them could be written
    void write(List<PendingAppend> all) throws IOException;
  }

  private final Writer writer;
  private final Queue<PendingAppend> waiting = new ArrayDeque<>();
  private boolean busy;

  AppendCombiner(Writer writer) {
    this.writer = writer;
  }

  /// Returns when those records were written, by this thread or by another one. An interrupt ends
  /// nothing: it is kept for the caller, so that it can't fail what this thread does for others.
  ///
  /// @param mine at least one
  void add(List<PendingAppend> mine) {
    boolean interrupted = false;
    synchronized (waiting) {
      mine.forEach(PendingAppend::waits);
      waiting.addAll(mine);
    }
    try {
      while (!mine.getLast().ended()) { // they are written in order
        List<PendingAppend> all = taken();
        if (all.isEmpty()) {
          LockSupport.park(this);
          interrupted |= Thread.interrupted();
        } else {
          interrupted |= write(all);
        }
      }
    } finally {
      leave(mine);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// After a failure of this thread nothing of its own waits for it.
  private void leave(List<PendingAppend> mine) {
    if (!mine.getLast().ended()) {
      PendingAppend next;
      synchronized (waiting) {
        waiting.removeAll(mine);
        next = busy ? null : waiting.peek();
      }
      if (next != null) {
        next.wake();
      }
    }
  }

  /// Takes the pending appends; empty while another thread writes.
  private List<PendingAppend> taken() {
    List<PendingAppend> all = new ArrayList<>();
    synchronized (waiting) {
      if (!busy) {
        long bytes = 0;
        PendingAppend next = waiting.peek();
        while (next != null && (all.isEmpty() || bytes + next.begin().length <= MOST_BYTES)) {
          bytes += next.begin().length;
          all.add(waiting.remove());
          next = waiting.peek();
        }
        busy = !all.isEmpty(); // what this thread waits for may just have been written
      }
    }
    return all;
  }

  /// Writes for all of them and wakes them, and one who is to write next.
  ///
  /// @return whether this thread was interrupted
  private boolean write(List<PendingAppend> all) {
    boolean interrupted = false;
    try {
      boolean again = true;
      while (again) {
        interrupted |= Thread.interrupted();
        again = closedByInterrupt(all);
      }
    } finally {
      PendingAppend next;
      synchronized (waiting) {
        busy = false;
        next = waiting.peek();
      }
      if (next != null) {
        next.wake();
      }
      all.forEach(PendingAppend::end);
    }
    return interrupted;
  }

  /// Writes for all of them.
  ///
  /// @return whether an interrupt of this thread came between, before anything was written
  private boolean closedByInterrupt(List<PendingAppend> all) {
    try {
      writer.write(all);
    } catch (ClosedByInterruptException _) {
      return true; // the others were not interrupted
    } catch (IOException e) {
      all.forEach(append -> append.fail(e));
    }
    return false;
  }
}
