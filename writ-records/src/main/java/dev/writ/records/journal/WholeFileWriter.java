// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.records.journal;

import dev.writ.base.value.FailureReason;
import dev.writ.records.journal.DiskPort.Operation;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;

/// Writes files whole or not at all: each beside its place first, under a name that nothing reads.
///
/// @param disk performs the operations
public record WholeFileWriter(DiskPort disk) {
  /// An encoder passes on 8 KiB at a time, and each of these would wait for the disk.
  private static final int BUFFER_BYTES = 1 << 20;

  /// The end of the name of a file that is being written.
  private static final String FRESH = ".new";

  /// No write takes longer, where no lock shows whether it goes on.
  private static final Duration LONGEST = Duration.ofHours(1);

  /// A write locks its file, and names it, within less.
  private static final Duration SHORTEST = Duration.ofSeconds(10);

  private static final OpenOption[] UNFORCED = {StandardOpenOption.WRITE};

  /// Each write returns when it is on disk.
  private static final OpenOption[] FORCED = {StandardOpenOption.WRITE, StandardOpenOption.SYNC};

  /// Produces the text of a file.
  @FunctionalInterface
  public interface Contents {
    /// Writes it all.
    void write(Writer out) throws IOException;
  }

  /// Gives the written file its name.
  @FunctionalInterface
  private interface Naming {
    void name(Path written) throws IOException;
  }

  /// Creates a private file that is on disk when this returns.
  ///
  /// @throws FileAlreadyExistsException where a file of that name exists
  /// @throws IOException where it can't be written; then there is none
  public void create(Path file, Contents contents) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    write(file, contents, Journal.PRIVATE_FILE, FORCED, written -> link(written, file));
  }

  /// Replaces a private file that can be made again. A loss of power may bring the old one back, or
  /// leave an empty one.
  ///
  /// @throws IOException where it can't be written; then the old one is there
  public void replace(Path file, Contents contents) throws IOException {
    write(file, contents, Journal.PRIVATE_FILE, UNFORCED, written -> rename(written, file));
  }

  /// Replaces or creates a file with a text that is on disk when this returns. Missing directories
  /// are made.
  ///
  /// @throws IOException where it can't be written; then the old one is there
  public void replaceDurably(Path file, Set<PosixFilePermission> permissions, String text)
      throws IOException {
    try {
      Path directory = file.resolveSibling("");
      if (!Files.isDirectory(directory)) {
        disk.perform(Operation.CREATE, directory, () -> Files.createDirectories(directory));
      }
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + new FailureReason(e).line(), e);
    }
    write(file, out -> out.write(text), permissions, FORCED, written -> rename(written, file));
    JournalFile.forceDirectory(file, disk);
  }

  private static void rename(Path written, Path file) throws IOException {
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /// A link, unlike a rename, never takes the place of a file; some file systems have none.
  private static void link(Path written, Path file) throws IOException {
    try {
      Files.createLink(file, written);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (FileSystemException | UnsupportedOperationException _) {
      Files.move(written, file);
    }
  }

  private void write(
      Path file,
      Contents contents,
      Set<PosixFilePermission> permissions,
      OpenOption[] options,
      Naming naming)
      throws IOException {
    String name = before(file) + Long.toHexString(System.nanoTime()) + FRESH;
    Path beside = file.resolveSibling(name);
    try {
      disk.perform(
          Operation.CREATE,
          beside,
          () ->
              Files.createFile(beside, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_FILE)));
      sweep(file, beside);
      try (FileChannel channel = FileChannel.open(beside, options);
          Writer out =
              new BufferedWriter(
                  new OutputStreamWriter(
                      new BufferedOutputStream(
                          new DiskStream(Channels.newOutputStream(channel), beside), BUFFER_BYTES),
                      StandardCharsets.UTF_8))) {
        boolean _ = isFree(channel);
        contents.write(out);
      }
      if (!permissions.equals(Journal.PRIVATE_FILE)) {
        Files.setPosixFilePermissions(beside, permissions); // whatever the umask is
      }
      disk.perform(Operation.RENAME, file, () -> naming.name(beside));
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + reason(e), e);
    } finally {
      remove(beside);
    }
  }

  private static String before(Path file) {
    return "." + file.getFileName() + ".";
  }

  /// Removes what writes of this file left whose processes were killed. A write that goes on has a
  /// younger file.
  private void sweep(Path file, Path fresh) {
    String before = before(file);
    try (Stream<Path> beside = Files.list(fresh.resolveSibling(""))) {
      Instant now = Files.getLastModifiedTime(fresh).toInstant();
      for (Path one : beside.toList()) {
        String name = String.valueOf(one.getFileName());
        if (name.startsWith(before)
            && name.endsWith(FRESH)
            && isDead(one, Files.getLastModifiedTime(one).toInstant(), now)) {
          remove(one);
        }
      }
    } catch (IOException | UncheckedIOException _) {
      // The next write of the file looks again.
    }
  }

  private static boolean isDead(Path file, Instant changed, Instant now) {
    if (!changed.isBefore(now.minus(SHORTEST))
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false; // to open a pipe could wait for ever
    }
    if (changed.isBefore(now.minus(LONGEST))) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return isFree(channel);
    } catch (IOException _) {
      return false;
    }
  }

  /// Locks a file until it is closed or the process ends, unless another write has it.
  private static boolean isFree(FileChannel channel) {
    try {
      return channel.tryLock() != null;
    } catch (IOException | OverlappingFileLockException _) {
      return false; // a file system without locks, or another thread
    }
  }

  private static String reason(IOException e) {
    return e instanceof NoSuchFileException
        ? "its directory does not exist"
        : new FailureReason(e).words();
  }

  private void remove(Path beside) {
    try {
      disk.perform(Operation.DELETE, beside, () -> Files.deleteIfExists(beside));
    } catch (IOException _) {
      // It stays under a name that nothing reads.
    }
  }

  /// Writes through the port.
  private final class DiskStream extends FilterOutputStream {
    private final Path file;

    DiskStream(OutputStream out, Path file) {
      super(out);
      this.file = file;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      disk.perform(Operation.WRITE, file, () -> out.write(bytes, from, length));
    }
  }
}
