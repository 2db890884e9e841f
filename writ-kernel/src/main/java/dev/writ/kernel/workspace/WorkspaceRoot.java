// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The workspace root, held open. Every file below it is reached from this handle, one directory at
/// a time and without following links, so that a swap between check and use changes nothing.
public final class WorkspaceRoot implements AutoCloseable {
  /// The largest file that is held in memory, in bytes.
  public static final int MAX_FILE_BYTES = 64 * 1024 * 1024;

  private final Path path;
  private final Path reached;
  private final Object key;
  private final SecureDirectoryStream<Path> handle;
  private final DiskPort disk;

  WorkspaceRoot(
      Path path, Path reached, Object key, SecureDirectoryStream<Path> handle, DiskPort disk) {
    this.path = path;
    this.reached = reached;
    this.key = key;
    this.handle = handle;
    this.disk = disk;
  }

  /// Opens a directory as workspace root.
  ///
  /// @throws IOException if it is not a readable directory, or the platform has no directory
  ///     handles
  public static WorkspaceRoot open(Path directory) throws IOException {
    return open(directory, DiskPort.system());
  }

  /// The same on a disk.
  ///
  /// @throws IOException as the other does
  @SuppressWarnings("StreamResourceLeak") // the root is held open until it is closed
  public static WorkspaceRoot open(Path directory, DiskPort disk) throws IOException {
    Path real = directory.toRealPath();
    return new WorkspaceRoot(
        real, real, keyOf(real), secure(Files.newDirectoryStream(real), real), disk);
  }

  /// The same root as programs see it that work in a view.
  ///
  /// @param view a path that leads to the view
  /// @throws IOException if it can't be opened
  @SuppressWarnings("StreamResourceLeak") // held open until it is closed
  public WorkspaceRoot in(Path view) throws IOException {
    return new WorkspaceRoot(path, view, key, secure(Files.newDirectoryStream(view), view), disk);
  }

  private static Object keyOf(Path path) throws IOException {
    return Objects.requireNonNull(
        Files.readAttributes(path, BasicFileAttributes.class).fileKey(), "file keys");
  }

  private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream, Path of)
      throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new FileSystemException(of.toString(), null, "this file system has no directory handles");
  }

  /// The real path of the root, links resolved when it was opened.
  public Path path() {
    return path;
  }

  /// Through which everything below the root is changed.
  public DiskPort disk() {
    return disk;
  }

  /// Writes all bytes to an open file.
  public void write(FileChannel channel, byte[] bytes, WorkspacePath place) throws IOException {
    disk.write(channel, ByteBuffer.wrap(bytes), place);
  }

  /// Forces an open file to disk.
  public void force(FileChannel channel, WorkspacePath place) throws IOException {
    disk.perform(Operation.FORCE, place, () -> channel.force(true));
  }

  /// Moves within the root, by one rename unless something is mounted between the two places.
  public void rename(WorkspacePath from, WorkspacePath to) throws IOException {
    try {
      in(
          from.parent(),
          source ->
              in(
                  to.parent(),
                  target -> {
                    disk.perform(
                        Operation.RENAME,
                        to,
                        () -> source.move(Path.of(from.name()), target, Path.of(to.name())));
                    return true;
                  }));
    } catch (AtomicMoveNotSupportedException _) {
      new CrossDeviceMove(this, from, to).run();
    }
  }

  /// Removes an empty directory.
  public void removeDirectory(WorkspacePath place) throws IOException {
    in(
        place.parent(),
        directory -> {
          disk.perform(
              Operation.DELETE, place, () -> directory.deleteDirectory(Path.of(place.name())));
          return true;
        });
  }

  /// The path of a place in the file system, for messages and for starting processes there.
  public Path absolute(WorkspacePath place) {
    return place.isRoot() ? path : path.resolve(place.toString());
  }

  /// By which path Writ itself reaches a place: another one than [#absolute] in a view.
  public Path reached(WorkspacePath place) {
    return place.isRoot() ? reached : reached.resolve(place.toString());
  }

  /// Whether an absolute path is the very directory that is held open, whatever it is called.
  boolean isRoot(Path candidate) {
    return isFile(candidate, key);
  }

  /// Whether a path leads to exactly the file with that key.
  public boolean isFile(Path candidate, Object key) {
    try {
      return key.equals(Files.readAttributes(candidate, BasicFileAttributes.class).fileKey());
    } catch (IOException _) {
      return false;
    }
  }

  /// The identity of the directory, independent of its name: device, inode and creation time; empty
  /// if unreadable.
  public String identity() {
    try {
      BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
      return now.fileKey() + "@" + now.creationTime().toMillis();
    } catch (IOException _) {
      return "";
    }
  }

  /// Checks that the root is still where it was.
  ///
  /// @throws IOException if the directory was moved, removed or replaced under the session
  public void check() throws IOException {
    if (!isRoot(path)) {
      throw new FileSystemException(
          path.toString(), null, "the workspace root was moved or replaced; start a new session");
    }
  }

  /// Work with an open directory.
  @FunctionalInterface
  public interface InDirectory<T> {
    /// Does the work; the handle is closed afterwards.
    T in(SecureDirectoryStream<Path> directory) throws IOException;
  }

  /// Opens the directory at a place and works in it. No component may be a link.
  ///
  /// @throws NoSuchFileException if a component is missing
  public <T> T in(WorkspacePath place, InDirectory<T> work) throws IOException {
    List<SecureDirectoryStream<Path>> open = new ArrayList<>();
    try {
      SecureDirectoryStream<Path> current = fresh();
      open.add(current);
      for (String segment : place.segments()) {
        current = child(current, segment);
        open.add(current);
      }
      return work.in(current);
    } finally {
      close(open);
    }
  }

  /// A handle of the root of its own: a directory stream can be iterated only once.
  private SecureDirectoryStream<Path> fresh() throws IOException {
    return handle.newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS);
  }

  public static SecureDirectoryStream<Path> child(SecureDirectoryStream<Path> parent, String name)
      throws IOException {
    BasicFileAttributes is = attributes(parent, name);
    if (is.isRegularFile() || is.isOther()) {
      // The JDK would open it, wait at a pipe, and never close it.
      throw new NotDirectoryException(name);
    }
    return parent.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS);
  }

  /// The root's handle, for looking up names in it; neither to be iterated nor closed.
  SecureDirectoryStream<Path> handle() {
    return handle;
  }

  private static void close(List<SecureDirectoryStream<Path>> open) throws IOException {
    for (SecureDirectoryStream<Path> stream : open.reversed()) {
      stream.close();
    }
  }

  /// The entry at a place, links not followed; empty if there is none.
  public Optional<BasicFileAttributes> attributes(WorkspacePath place) throws IOException {
    try {
      if (place.isRoot()) {
        return in(place, WorkspaceRoot::ofSelf);
      }
      return in(place.parent(), directory -> Optional.of(attributes(directory, place.name())));
    } catch (NoSuchFileException | NotDirectoryException _) {
      return Optional.empty();
    }
  }

  private static Optional<BasicFileAttributes> ofSelf(SecureDirectoryStream<Path> directory)
      throws IOException {
    return Optional.of(
        directory.getFileAttributeView(BasicFileAttributeView.class).readAttributes());
  }

  public static BasicFileAttributes attributes(SecureDirectoryStream<Path> directory, String name)
      throws IOException {
    return directory
        .getFileAttributeView(
            Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  /// Reads a regular file whole.
  ///
  /// @throws NotAFileException if it is a directory, link, pipe, socket or device; such a thing
  ///     is never opened, so nothing can block
  /// @throws IOException if it is larger than `limit` bytes, missing or unreadable
  public byte[] read(WorkspacePath place, int limit) throws IOException {
    if (place.isRoot()) {
      throw new NotAFileException(".", "a directory, not a file");
    }
    return in(place.parent(), directory -> read(directory, place.name(), limit));
  }

  public static byte[] read(SecureDirectoryStream<Path> directory, String name, int limit)
      throws IOException {
    BasicFileAttributes attributes = attributes(directory, name);
    if (!attributes.isRegularFile()) {
      throw new NotAFileException(name, kind(attributes));
    }
    try (SeekableByteChannel channel =
        directory.newByteChannel(
            Path.of(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      long size = channel.size();
      if (size > limit) {
        throw new TooLargeException(name, size, limit);
      }
      return readAll(channel, (int) size, name, limit);
    }
  }

  /// The type of an entry that is not a regular file, in words.
  public static String kind(BasicFileAttributes attributes) {
    if (attributes.isDirectory()) {
      return "a directory, not a file";
    }
    return attributes.isSymbolicLink()
        ? "a link, not a file"
        : "a pipe, socket or device, not a file";
  }

  private static byte[] readAll(SeekableByteChannel channel, int expected, String name, int limit)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(expected + 1);
    while (channel.read(buffer) >= 0) {
      if (!buffer.hasRemaining()) {
        if (buffer.capacity() > limit) {
          throw new TooLargeException(name, buffer.capacity(), limit);
        }
        ByteBuffer larger = ByteBuffer.allocate(Math.min(limit + 1, buffer.capacity() * 2 + 4096));
        buffer = larger.put(buffer.flip());
      }
    }
    byte[] bytes = new byte[buffer.flip().remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /// Opens a file of the kernel's own records beneath the root; links are not followed.
  public FileChannel open(WorkspacePath place, Set<? extends OpenOption> options)
      throws IOException {
    return in(
        place.parent(),
        directory -> {
          checkRegular(directory, place);
          Set<OpenOption> all = new java.util.HashSet<>(options);
          all.add(LinkOption.NOFOLLOW_LINKS);
          SeekableByteChannel channel = directory.newByteChannel(Path.of(place.name()), all);
          if (channel instanceof FileChannel file) {
            return file;
          }
          channel.close();
          throw new FileSystemException(place.toString(), null, "not opened as a file");
        });
  }

  /// Only regular files are opened, so that nothing can block.
  private static void checkRegular(SecureDirectoryStream<Path> directory, WorkspacePath place)
      throws IOException {
    try {
      if (!attributes(directory, place.name()).isRegularFile()) {
        throw new NotRegularException(place.toString());
      }
    } catch (NoSuchFileException _) {
      // It may be created.
    }
  }

  /// Makes a rename below this directory durable. Best effort: some file systems can't.
  public void syncDirectory(WorkspacePath place) {
    try (FileChannel channel = FileChannel.open(absolute(place), StandardOpenOption.READ)) {
      force(channel, place);
    } catch (IOException | Error _) { // what was done stands: no failure may say otherwise
      // The content itself was forced; a file system that can't sync directories loses no bytes.
    }
  }

  @Override
  public void close() {
    try {
      handle.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// An entry that is not a regular file is in place of a file.
  public static final class NotRegularException extends FileSystemException {
    private static final long serialVersionUID = 1;

    public NotRegularException(String file) {
      super(file, null, "not a regular file");
    }
  }

  /// An entry that is not a regular file cannot be read.
  public static final class NotAFileException extends FileSystemException {
    private static final long serialVersionUID = 1;

    /// @param kind what stands there
    NotAFileException(String file, String kind) {
      super(file, null, kind);
    }
  }

  /// A file is too large to be held in memory.
  public static final class TooLargeException extends FileSystemException {
    private static final long serialVersionUID = 1;

    TooLargeException(String file, long size, int limit) {
      super(file, null, size + " bytes, more than the limit of " + limit);
    }
  }
}
