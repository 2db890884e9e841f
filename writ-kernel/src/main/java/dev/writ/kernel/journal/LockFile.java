// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// The lock of a file against all other writers, those of this process included.
public final class LockFile {
  /// How long to wait before trying again for a lock that another writer holds for one write.
  private static final long RETRY_NANOS = 50_000;

  private LockFile() {}

  /// Locks a file. Tried again and again, because waiting in the JDK is something that an interrupt
  /// ends by closing the channel; and for writers of this process the JDK refuses instead of
  /// waiting.
  ///
  /// @param place of the file, for reports
  public static FileLock exclusive(FileChannel channel, Object place, Disk disk)
      throws IOException {
    AtomicReference<FileLock> taken = new AtomicReference<>();
    disk.perform(Disk.Operation.LOCK, place, () -> taken.set(wait(channel)));
    return taken.get();
  }

  private static FileLock wait(FileChannel channel) throws IOException {
    while (true) {
      Optional<FileLock> lock = attempt(channel);
      if (lock.isPresent()) {
        return lock.get();
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
  }

  private static Optional<FileLock> attempt(FileChannel channel) throws IOException {
    try {
      return Optional.ofNullable(channel.tryLock());
    } catch (OverlappingFileLockException _) {
      return Optional.empty(); // another session of this process has it
    }
  }
}
