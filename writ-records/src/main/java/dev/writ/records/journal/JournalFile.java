// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

/// The private file of a journal: made, looked at, and kept beside where a crash tore it.
final class JournalFile {
  private JournalFile() {}

  /// Creates an empty private file, with its directory, if it is missing.
  static void create(Path file, DiskPort disk) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + " has no directory");
    }
    createPrivate(directory);
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_FILE));
      forceDirectory(file, disk);
    } catch (FileAlreadyExistsException _) {
      attributes(file);
    }
  }

  /// Creates a directory for private files, with its parents, if it is missing.
  static void createPrivate(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(
          directory, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
    }
  }

  /// Creates a private file with this content and forces it to disk.
  static void createPrivate(Path file, byte[] content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(Journal.PRIVATE_FILE))) {
      DiskPort.system().write(channel, ByteBuffer.wrap(content), file);
      channel.force(true);
    }
  }

  /// The attributes of a journal's file. Anything that is not a regular file is never opened, so
  /// that nothing can block.
  ///
  /// @throws IOException where it is missing or no regular file
  static BasicFileAttributes attributes(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(file.toString(), null, "not a regular file");
    }
    return attributes;
  }

  /// Checks that a file lies nowhere else: what is appended to one with another name (a hard link,
  /// `link(2)`) changes that file, too.
  ///
  /// @throws IOException where it has another name, or is missing
  static void demandSoleName(Path file) throws IOException {
    Object names = Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
    if (names instanceof Integer number && number > 1) {
      throw new FileSystemException(
          file.getFileName().toString(),
          null,
          "it has another name elsewhere (a hard link), where Writ would write as well; give it a"
              + " content of its own: copy it, and move the copy over it");
    }
  }

  /// The identity of a journal's file.
  static Object key(Path file) throws IOException {
    return Objects.requireNonNull(attributes(file).fileKey(), "file keys");
  }

  /// The text of a journal; invalid UTF-8 becomes the replacement character.
  static String read(Path file) throws IOException {
    attributes(file);
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  /// Makes the name of a file durable. Best effort: some file systems can't.
  static void forceDirectory(Path file, DiskPort disk) {
    Path directory = file.toAbsolutePath().resolveSibling("");
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      disk.perform(DiskPort.Operation.FORCE, directory, () -> channel.force(true));
    } catch (IOException _) {
      // The lines themselves are forced; under which name they are found is what a crash decides.
    }
  }

  /// Stores a torn line that a crash left beside its journal, because it may be needed.
  ///
  /// @throws IOException also where what has that name is a link, or has another name elsewhere: it
  ///     may have come with a repository
  static void keepTorn(Path file, byte[] torn, DiskPort disk) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + ".torn");
    if (Files.isSymbolicLink(beside)) {
      throw new FileSystemException(beside.toString(), null, "it is a link; remove it");
    }
    create(beside, disk);
    demandSoleName(beside);
    try (FileChannel open =
        FileChannel.open(beside, Set.of(StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS))) {
      disk.write(open, ByteBuffer.wrap(line(torn)), beside);
      disk.perform(DiskPort.Operation.FORCE, beside, () -> open.force(true));
    }
  }

  /// Torn bytes as a line of their own.
  static byte[] line(byte[] torn) {
    byte[] line = Arrays.copyOf(torn, torn.length + 1);
    line[torn.length] = '\n';
    return line;
  }
}
