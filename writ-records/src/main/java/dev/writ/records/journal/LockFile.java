// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The lock of a file against all other writers, those of this process included.
///
/// Closing any handle of a file gives up all locks that the process has on it. So the writers of
/// one process first agree among themselves, and only the one whose turn it is opens the file.
public final class LockFile {
  /// How long to wait for other writers. A write takes milliseconds; one of thousands of files,
  /// seconds.
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  /// How long to wait before trying again for a lock that another writer holds for one write.
  private static final long RETRY_NANOS = 50_000;

  private static final int MOST_PROC_BYTES = 1024 * 1024;
  private static final ConcurrentMap<Object, ReentrantLock> TURNS = new ConcurrentHashMap<>();
  private static final Map<Path, Claimed> CLAIMS = new HashMap<>();

  private LockFile() {}

  /// An open lock file.
  ///
  /// @param place names it in reports
  /// @param key identifies it in its file system; its text ends in the number of the inode
  public record OpenLock(FileChannel channel, Object place, Object key) {}

  /// Opens a lock file.
  @FunctionalInterface
  public interface Opener {
    /// The open file, which the lock closes.
    OpenLock open() throws IOException;
  }

  /// Work under a lock.
  @FunctionalInterface
  public interface Work<T> {
    /// Does the work.
    T run() throws IOException;
  }

  /// A lock that stands for a name and is kept until it is closed, or the process ends.
  public static final class Claim implements AutoCloseable {
    private final Path path;
    private final long position;

    private Claim(Path path, long position) {
      this.path = path;
      this.position = position;
    }

    @Override
    public void close() throws IOException {
      synchronized (CLAIMS) {
        Claimed claimed = CLAIMS.get(path);
        FileLock lock = claimed == null ? null : claimed.locks().remove(position);
        if (claimed == null || lock == null) {
          return; // it was closed before
        }
        lock.release();
        if (claimed.locks().isEmpty()) {
          CLAIMS.remove(path);
          claimed.channel().close();
        }
      }
    }
  }

  /// The claims of this process in one file: it is opened once, because closing any handle gives up
  /// all of them.
  private record Claimed(FileChannel channel, Map<Long, FileLock> locks) {}

  /// Claims a name for this process. Each name is one byte of the file, far behind its end, so any
  /// number of names needs one file.
  ///
  /// @param path of the file, in a private directory that exists
  /// @return empty where another holder has the name
  /// @throws IOException where the file can't be opened or locked
  public static Optional<Claim> claim(Path path, String name) throws IOException {
    CRC32 low = new CRC32();
    low.update(name.getBytes(StandardCharsets.UTF_8));
    long position = (((long) name.hashCode() & 0x3fffffff) << 32) | low.getValue();
    synchronized (CLAIMS) {
      Claimed claimed = CLAIMS.get(path);
      if (claimed == null) {
        claimed = new Claimed(openPrivate(path), new HashMap<>());
      }
      try {
        FileLock lock =
            claimed.locks().containsKey(position)
                ? null
                : claimed.channel().tryLock(position, 1, /* shared= */ false);
        if (lock != null) {
          claimed.locks().put(position, lock);
          CLAIMS.put(path, claimed);
          return Optional.of(new Claim(path, position));
        }
        return Optional.empty();
      } finally {
        if (claimed.locks().isEmpty()) {
          claimed.channel().close();
        }
      }
    }
  }

  private static FileChannel openPrivate(Path path) throws IOException {
    return FileChannel.open(
        path,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(Journal.PRIVATE_FILE));
  }

  /// Does work under the lock of a file that is opened only for that.
  ///
  /// @param path of the file, the same for all who lock it
  /// @throws ClosedByInterruptException where the thread is interrupted while it waits
  /// @throws IOException where the lock can't be had in that time, or the work fails
  public static <T> T hold(Path path, Opener opener, DiskPort disk, Duration patience, Work<T> work)
      throws IOException {
    ReentrantLock turn = TURNS.computeIfAbsent(path, _ -> new ReentrantLock());
    long deadline = System.nanoTime() + patience.toNanos();
    while (!turn.tryLock()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new ClosedByInterruptException();
      }
      if (System.nanoTime() - deadline > 0) {
        throw refused(path, "another session of this process", patience);
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
    try {
      OpenLock open = opener.open();
      try (FileChannel _ = open.channel();
          FileLock _ = exclusive(open, disk, patience, /* interruptible= */ true)) {
        return work.run();
      }
    } finally {
      turn.unlock();
    }
  }

  /// Locks an open file; an interrupt ends nothing.
  ///
  /// @throws IOException where the lock can't be had in that time
  static FileLock exclusive(OpenLock open, DiskPort disk, Duration patience) throws IOException {
    return exclusive(open, disk, patience, /* interruptible= */ false);
  }

  private static FileLock exclusive(
      OpenLock open, DiskPort disk, Duration patience, boolean interruptible) throws IOException {
    AtomicReference<FileLock> taken = new AtomicReference<>();
    disk.perform(
        DiskPort.Operation.LOCK,
        open.place(),
        () -> taken.set(await(open, patience, interruptible)));
    return taken.get();
  }

  /// Tries again and again, because waiting in the JDK is something that an interrupt ends by
  /// closing the channel; and for writers of this process the JDK refuses instead of waiting.
  private static FileLock await(OpenLock open, Duration patience, boolean interruptible)
      throws IOException {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        FileLock lock = attempt(open.channel());
        if (lock != null) {
          return lock;
        }
        interrupted |= Thread.interrupted();
        if (interrupted && interruptible) {
          throw new ClosedByInterruptException();
        }
        if (System.nanoTime() - deadline > 0) {
          throw refused(open.place(), holder(open.key()), patience);
        }
        LockSupport.parkNanos(RETRY_NANOS);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static @Nullable FileLock attempt(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) {
      return null; // another session of this process has it
    }
  }

  private static IOException refused(Object place, String holder, Duration patience) {
    return new FileSystemException(
        place.toString(),
        null,
        "locked by "
            + holder
            + " for more than "
            + patience.toSeconds()
            + " s; end or resume that process, then try again");
  }

  /// The holder of a file's lock, as far as the kernel reports it.
  private static String holder(Object key) {
    String text = key.toString();
    String inode = text.substring(text.lastIndexOf('=') + 1).replace(")", "");
    for (String line : proc("locks").lines().toList()) {
      List<String> words = Pattern.compile(" +").splitAsStream(line.strip()).toList();
      if (words.size() > 5 && !words.contains("->") && words.get(5).endsWith(":" + inode)) {
        String name = proc(words.get(4) + "/comm").strip();
        return "process " + words.get(4) + (name.isEmpty() ? "" : " (" + name + ")");
      }
    }
    return "another process";
  }

  private static String proc(String file) {
    try (FileChannel channel = FileChannel.open(Path.of("/proc", file))) {
      ByteBuffer text = ByteBuffer.allocate(MOST_PROC_BYTES);
      int more = 0;
      while (more >= 0 && text.hasRemaining()) {
        more = channel.read(text);
      }
      return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
    } catch (IOException _) {
      return "";
    }
  }
}
