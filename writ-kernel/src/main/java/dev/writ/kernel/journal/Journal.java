// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// An append-only file of lines, shared by threads and processes. A line is written whole or not at
/// all; a torn last line that a crash left is moved aside before the next one is written. Forcing
/// to disk is grouped: threads that wait together share one sync.
public final class Journal implements AutoCloseable {
  /// Only the owner may read and write.
  public static final Set<PosixFilePermission> PRIVATE_FILE =
      PosixFilePermissions.fromString("rw-------");

  /// Only the owner may enter.
  public static final Set<PosixFilePermission> PRIVATE_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  /// The longest line, in bytes.
  public static final int MAX_LINE_BYTES = 32 * 1024 * 1024;

  /// Where a torn line goes.
  @FunctionalInterface
  public interface Aside {
    /// Keeps the bytes of a torn line durably.
    void keep(byte[] torn) throws IOException;
  }

  private final FileChannel channel;
  private final Aside aside;
  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock syncing = new ReentrantLock();
  private long written;
  private long synced;

  /// A journal on an open channel (read and write).
  public Journal(FileChannel channel, Aside aside) {
    this.channel = channel;
    this.aside = aside;
  }

  /// Opens or creates a private journal at a path; torn lines go to `NAME.torn` beside it.
  public static Journal open(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + " has no directory");
    }
    createPrivate(directory);
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PRIVATE_FILE));
    return new Journal(channel, torn -> keepBeside(file, torn));
  }

  /// The text of a journal that somebody keeps, empty where there is none; bytes that are no UTF-8
  /// are shown as the replacement character.
  public static String read(Path file) throws IOException {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException _) {
      return "";
    }
  }

  /// Creates a directory for private files, with its parents, if it is missing.
  public static void createPrivate(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(PRIVATE_DIRECTORY));
    }
  }

  private static void keepBeside(Path file, byte[] torn) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + ".torn");
    try (FileChannel channel =
        FileChannel.open(
            beside,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            PosixFilePermissions.asFileAttribute(PRIVATE_FILE))) {
      writeTorn(channel, torn);
    }
  }

  /// Writes torn bytes as a line of their own and forces them.
  public static void writeTorn(FileChannel channel, byte[] torn) throws IOException {
    writeFully(channel, ByteBuffer.wrap(torn));
    writeFully(channel, ByteBuffer.wrap(new byte[] {'\n'}));
    channel.force(false);
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
    boolean _ = Uninterrupted.act(() -> appended(source));
  }

  private boolean appended(LineSource source) throws IOException {
    writing.lock();
    try (FileLock _ = channel.lock()) {
      long end = repairedEnd();
      byte[] line = (source.line() + "\n").getBytes(StandardCharsets.UTF_8);
      if (line.length > MAX_LINE_BYTES) {
        throw new IOException("a line of " + line.length + " bytes is over the limit");
      }
      channel.position(end);
      try {
        writeFully(channel, ByteBuffer.wrap(line));
      } catch (IOException e) {
        channel.truncate(end);
        throw e;
      }
      written++;
      return true;
    } finally {
      writing.unlock();
    }
  }

  /// Forces everything appended so far to disk.
  public void sync() throws IOException {
    boolean _ = Uninterrupted.act(this::forced);
  }

  private boolean forced() throws IOException {
    long wanted = writtenSoFar();
    syncing.lock();
    try {
      if (synced < wanted) {
        long covers = writtenSoFar();
        channel.force(false);
        synced = covers;
        return true;
      }
      return false;
    } finally {
      syncing.unlock();
    }
  }

  private long writtenSoFar() {
    writing.lock();
    try {
      return written;
    } finally {
      writing.unlock();
    }
  }

  /// Appends one line and forces it to disk.
  public void appendDurably(String line) throws IOException {
    append(line);
    sync();
  }

  /// The file's size in bytes.
  public long size() throws IOException {
    return channel.size();
  }

  /// The whole text so far, torn last line included.
  public byte[] bytes() throws IOException {
    return Uninterrupted.act(this::all);
  }

  private byte[] all() throws IOException {
    long size = channel.size();
    if (size > Integer.MAX_VALUE - 16) {
      throw new IOException("the journal is larger than 2 GiB");
    }
    ByteBuffer buffer = ByteBuffer.allocate((int) size);
    long at = 0;
    while (buffer.hasRemaining()) {
      int read = channel.read(buffer, at);
      if (read < 0) {
        break;
      }
      at += read;
    }
    return java.util.Arrays.copyOf(buffer.array(), buffer.position());
  }

  private long repairedEnd() throws IOException {
    long size = channel.size();
    long end = size;
    ByteBuffer chunk = ByteBuffer.allocate(1);
    if (end == 0 || byteAt(chunk, end - 1) == '\n') {
      return end;
    }
    while (end > 0 && byteAt(chunk, end - 1) != '\n') {
      end--;
    }
    ByteBuffer torn = ByteBuffer.allocate((int) Math.min(size - end, MAX_LINE_BYTES));
    channel.read(torn, end);
    aside.keep(java.util.Arrays.copyOf(torn.array(), torn.position()));
    channel.truncate(end);
    return end;
  }

  private byte byteAt(ByteBuffer one, long position) throws IOException {
    one.clear();
    if (channel.read(one, position) != 1) {
      throw new IOException("the journal shrank while it was read");
    }
    return one.get(0);
  }

  private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
