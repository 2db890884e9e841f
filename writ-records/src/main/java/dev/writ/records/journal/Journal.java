// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// An append-only file of lines, shared by threads and processes. A line is written whole or not at
/// all; a torn last line that a crash left is moved aside before the next one is written. Forcing
/// to disk is grouped: threads that wait together share one sync.
///
/// An abort is an interrupt, and an interrupt would close a channel for the rest of the session; so
/// this reads and writes by a [RandomAccessFile], which no interrupt disturbs.
public final class Journal implements AutoCloseable {
  /// Only the owner may read and write.
  public static final Set<PosixFilePermission> PRIVATE_FILE =
      PosixFilePermissions.fromString("rw-------");

  /// Only the owner may enter.
  public static final Set<PosixFilePermission> PRIVATE_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  /// The longest line, in bytes.
  public static final int MAX_LINE_BYTES = 32 * 1024 * 1024;

  private static final long UNKNOWN = -1;

  /// The destination of a torn line.
  @FunctionalInterface
  public interface Aside {
    /// Keeps the bytes of a torn line durably.
    void keep(byte[] torn) throws IOException;
  }

  /// How a file is forced to disk.
  @FunctionalInterface
  public interface Force {
    /// Forces what was written.
    void force() throws IOException;
  }

  /// The handling of lines that could not be forced to disk.
  public enum Unforced {
    /// They remain: the events that they record have happened.
    KEEP,
    /// They are taken out again, unless another process wrote behind them.
    WITHDRAW
  }

  /// A line that was written.
  public static final class Placed {
    final long start;
    private final long end;
    private final GroupCommit.Batch batch;

    private Placed(long start, long end, GroupCommit.Batch batch) {
      this.start = start;
      this.end = end;
      this.batch = batch;
    }

    /// The first byte behind it.
    public long end() {
      return end;
    }
  }

  /// Closing any handle of a file releases all locks of this process on it: a thread must not close
  /// one while another thread writes.
  private static final ReentrantLock WRITING = new ReentrantLock();

  private final RandomAccessFile file;
  private final LockFile.OpenLock locked;
  private final Aside aside;
  private final Force force;
  private final Unforced unforced;
  private final DiskPort disk;
  private final Object place;
  private final GroupCommit commit = new GroupCommit(new Forcing());

  /// The end of our last line.
  private long ownEnd = UNKNOWN;

  /// The start of our lines that are contiguous up to [#ownEnd] and not forced yet.
  private long looseFrom = UNKNOWN;

  /// The file's position, where it is known.
  private long position = UNKNOWN;

  private long withdrawals;

  /// A journal on an open file (read and write) with a lock of its own: that of a file which others
  /// open and close too would be given up with each of their handles.
  ///
  /// @param locked the file that is locked for each write; closed with the journal
  /// @param force forces the file
  /// @param place what the disk's operations name
  public Journal(
      RandomAccessFile file,
      LockFile.OpenLock locked,
      Aside aside,
      Force force,
      Unforced unforced,
      DiskPort disk,
      Object place) {
    this.file = file;
    this.locked = locked;
    this.aside = aside;
    this.force = force;
    this.unforced = unforced;
    this.disk = disk;
    this.place = place;
  }

  /// Opens or creates a private journal at a path; torn lines go to `NAME.torn` beside it.
  public static Journal open(Path file) throws IOException {
    return open(file, DiskPort.system());
  }

  /// The same on a disk.
  public static Journal open(Path file, DiskPort disk) throws IOException {
    JournalFile.create(file, disk);
    Object key = JournalFile.key(file);
    RandomAccessFile open = new RandomAccessFile(file.toString(), "rw");
    return new Journal(
        open,
        new LockFile.OpenLock(open.getChannel(), file, key),
        torn -> JournalFile.keepTorn(file, torn, disk),
        () -> open.getFD().sync(),
        Unforced.KEEP,
        disk,
        file);
  }

  /// Closes readers of journals while no thread writes: a closed handle releases all locks of a
  /// file.
  static void close(List<? extends Closeable> readers) throws IOException {
    WRITING.lock();
    try {
      for (Closeable reader : readers) {
        reader.close();
      }
    } finally {
      WRITING.unlock();
    }
  }

  /// Torn bytes as a line of their own.
  public static byte[] line(byte[] torn) {
    return JournalFile.line(torn);
  }

  /// The text of a journal, empty if it does not exist; invalid UTF-8 becomes the replacement
  /// character.
  public static String read(Path file) throws IOException {
    try {
      WRITING.lock(); // see #close(List)
      try {
        return JournalFile.read(file);
      } finally {
        WRITING.unlock();
      }
    } catch (NoSuchFileException _) {
      return "";
    }
  }

  /// The same of a file of at most so many bytes; empty if it is larger.
  public static String read(Path file, long maxBytes) throws IOException {
    try {
      return JournalFile.attributes(file).size() > maxBytes ? "" : read(file);
    } catch (NoSuchFileException _) {
      return "";
    }
  }

  /// Checks that a file which came with a repository has no other name (a hard link).
  ///
  /// @throws IOException where it has, or is missing
  public static void demandSoleName(Path file) throws IOException {
    JournalFile.demandSoleName(file);
  }

  /// Creates a directory for private files, with its parents, if it is missing.
  public static void createPrivate(Path directory) throws IOException {
    JournalFile.createPrivate(directory);
  }

  /// Creates a file that only its owner can read, with this content, and forces it to disk.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  /// @throws IOException where it could not be written whole; the incomplete file is left there
  public static void createPrivate(Path file, byte[] content) throws IOException {
    JournalFile.createPrivate(file, content);
  }

  /// Appends one line and leaves it to the operating system: it survives the end of the process,
  /// not the loss of power.
  ///
  /// @throws IOException where it could not be written whole; then nothing of it is left
  public void append(String line) throws IOException {
    append(() -> line);
  }

  /// Makes the line while the journal is locked against all other writers.
  @FunctionalInterface
  public interface LineSource {
    /// The line.
    String line() throws IOException;
  }

  /// Like [#append(String)], for a line that depends on what stands before it.
  public void append(LineSource source) throws IOException {
    place(_ -> (source.line() + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /// Makes the bytes of lines while the journal is locked against all other writers.
  @FunctionalInterface
  public interface BytesSource {
    /// The line with its end; several where they are written at once.
    ///
    /// @param at where they will stand
    byte[] bytes(long at) throws IOException;
  }

  /// Like [#append(LineSource)], for a line of bytes.
  public Placed place(BytesSource source) throws IOException {
    WRITING.lock();
    try (FileLock _ = lock()) {
      long end = repairedEnd();
      byte[] line = source.bytes(end);
      if (line.length > MAX_LINE_BYTES) {
        throw new IOException("a line of " + line.length + " bytes is over the limit");
      }
      if (position != end) {
        file.seek(end);
      }
      position = UNKNOWN;
      if (ownEnd != end || looseFrom == UNKNOWN) {
        looseFrom = end;
      }
      ownEnd = UNKNOWN;
      try {
        disk.perform(DiskPort.Operation.WRITE, place, () -> file.write(line));
      } catch (IOException | RuntimeException | Error e) {
        withdrawals++;
        cut(end);
        throw e;
      }
      ownEnd = end + line.length;
      position = ownEnd;
      return new Placed(end, ownEnd, commit.join());
    } finally {
      WRITING.unlock();
    }
  }

  /// How often lines were taken out again. Only in a [BytesSource].
  public long withdrawals() {
    return withdrawals;
  }

  /// Forces everything appended so far to disk.
  ///
  /// @throws UnforcedException where it may not be there
  public void sync() throws IOException {
    commit.await(commit.latest());
  }

  /// Returns when a line is on disk, forced together with those of all who wait.
  ///
  /// @throws UnforcedException where it may not be there
  public void sync(Placed placed) throws IOException {
    commit.await(placed.batch);
  }

  private long ownEnd() {
    WRITING.lock();
    try {
      return ownEnd;
    } finally {
      WRITING.unlock();
    }
  }

  private final class Forcing implements GroupCommit.Forcing {
    @Override
    public void force() throws IOException {
      long covers = ownEnd();
      disk.perform(DiskPort.Operation.FORCE, place, force::force);
      WRITING.lock();
      try {
        looseFrom = covers == UNKNOWN ? looseFrom : Math.max(looseFrom, covers);
      } finally {
        WRITING.unlock();
      }
    }

    @Override
    public long withdraw() {
      if (unforced == Unforced.KEEP) {
        return Long.MAX_VALUE;
      }
      WRITING.lock();
      try (FileLock _ = lock()) {
        if (looseFrom == UNKNOWN || file.length() != ownEnd) {
          return Long.MAX_VALUE; // another process wrote behind it
        }
        cut(looseFrom);
        withdrawals++;
        ownEnd = looseFrom;
        position = UNKNOWN;
        commit.restart();
        return looseFrom;
      } catch (IOException _) {
        return Long.MAX_VALUE;
      } finally {
        WRITING.unlock();
      }
    }
  }

  /// Appends one line and forces it to disk.
  public void appendDurably(String line) throws IOException {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    sync(place(_ -> bytes));
  }

  /// Reads whole lines between two line ends, the last first. Only while the journal is locked: in
  /// a [BytesSource].
  ///
  /// @throws IOException if they cannot be read, or the visitor fails
  public void backwards(long from, long to, LinesBackwards.LineVisitor visitor) throws IOException {
    position = UNKNOWN;
    LinesBackwards.read(file, from, to, visitor);
  }

  /// The whole text so far, torn last line included.
  ///
  /// @throws IOException where it is larger than 2 GiB or can't be read
  public byte[] bytes() throws IOException {
    WRITING.lock();
    try {
      long size = file.length();
      if (size > Integer.MAX_VALUE - 16) {
        throw new IOException("the journal is larger than 2 GiB");
      }
      position = UNKNOWN;
      return LinesBackwards.read(file, 0, (int) size);
    } finally {
      WRITING.unlock();
    }
  }

  /// The end of the last whole line; what a crash left behind it is moved aside.
  private long repairedEnd() throws IOException {
    long size = file.length();
    if (size == ownEnd) {
      return size; // no writer since
    }
    ownEnd = UNKNOWN;
    position = UNKNOWN;
    long end = LinesBackwards.end(file, size);
    if (end < size) {
      for (long at = end; at < size; at += MAX_LINE_BYTES) {
        aside.keep(LinesBackwards.read(file, at, (int) Math.min(size - at, MAX_LINE_BYTES)));
      }
      cut(end);
    }
    return end;
  }

  private FileLock lock() throws IOException {
    return LockFile.exclusive(locked, disk, LockFile.PATIENCE);
  }

  private void cut(long end) throws IOException {
    disk.perform(DiskPort.Operation.TRUNCATE, place, () -> file.setLength(end));
  }

  @Override
  public void close() throws IOException {
    WRITING.lock();
    try {
      locked.channel().close();
      file.close();
    } finally {
      WRITING.unlock();
    }
  }
}
