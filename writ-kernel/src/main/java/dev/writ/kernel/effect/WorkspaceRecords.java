// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.effect;

import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.journal.Journal;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// The committed records of a workspace, opened beneath its root: a link in their place is refused.
public final class WorkspaceRecords implements Ledger.Opener {
  private static final WorkspacePath LEDGER = WorkspacePath.of(Ledger.PATH);
  private static final WorkspacePath INTENTS = WorkspacePath.of(IntentFile.PATH);
  private static final WorkspacePath PROJECT = WorkspacePath.of(AuthorityFile.PATH);
  private static final int MAX_RULES_BYTES = 1024 * 1024;

  private final Root root;

  /// The records below that root.
  public WorkspaceRecords(Root root) {
    this.root = root;
  }

  @Override
  public Journal create() throws IOException {
    WorkspacePath directory = LEDGER.parent();
    if (root.attributes(directory).isEmpty()) {
      Files.createDirectories(root.absolute(directory));
    }
    root.open(LEDGER, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE)).close();
    Optional<Object> key = key();
    RandomAccessFile file = new RandomAccessFile(root.absolute(LEDGER).toFile(), "rw");
    if (key.isEmpty() || !root.isFile(root.absolute(LEDGER), key.get())) {
      file.close();
      throw new FileSystemException(Ledger.PATH, null, "replaced while it was opened");
    }
    return new Journal(file, this::keepTorn);
  }

  /// What identifies the ledger's file as it is reached by handle, where a link is refused.
  private Optional<Object> key() throws IOException {
    return root.attributes(LEDGER)
        .filter(BasicFileAttributes::isRegularFile)
        .map(BasicFileAttributes::fileKey);
  }

  private void keepTorn(byte[] torn) throws IOException {
    WorkspacePath beside = LEDGER.parent().child(LEDGER.name() + ".torn");
    try (FileChannel channel =
        root.open(beside, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
      Journal.writeTorn(channel, torn);
    }
  }

  @Override
  public Optional<byte[]> read() throws IOException {
    try {
      return Optional.of(root.read(LEDGER, Integer.MAX_VALUE - 16));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  @Override
  public long size() throws IOException {
    return root.attributes(LEDGER).map(BasicFileAttributes::size).orElse(0L);
  }

  /// A piece of the ledger; shorter only where it ends.
  ///
  /// @throws IOException where it can't be read
  public byte[] read(long from, int wanted) throws IOException {
    try (FileChannel channel = root.open(LEDGER, Set.of(StandardOpenOption.READ))) {
      ByteBuffer piece = ByteBuffer.allocate(wanted);
      channel.position(from);
      int more = 0;
      while (piece.hasRemaining() && more >= 0) {
        more = channel.read(piece);
      }
      return piece.hasRemaining() ? Arrays.copyOf(piece.array(), piece.position()) : piece.array();
    } catch (NoSuchFileException _) {
      return new byte[0];
    }
  }

  /// The bytes of the project's authority file, if there is one.
  ///
  /// @throws IOException where it is there and can't be read, or is larger than 1 MiB
  public Optional<byte[]> project() throws IOException {
    return optional(PROJECT);
  }

  /// Writes the project's authority file.
  ///
  /// @throws IOException where there is one already, or it can't be written
  public void createProject(byte[] bytes) throws IOException {
    if (root.attributes(PROJECT.parent()).isEmpty()) {
      Files.createDirectory(root.absolute(PROJECT.parent()));
    }
    try (FileChannel channel =
        root.open(PROJECT, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
  }

  /// The bytes of the intents file, if there is one.
  ///
  /// @throws IOException where it is there and can't be read, or is larger than 1 MiB
  public Optional<byte[]> intents() throws IOException {
    return optional(INTENTS);
  }

  private Optional<byte[]> optional(WorkspacePath place) throws IOException {
    if (!Files.exists(root.absolute(place), LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty(); // asked for every call, and mostly there is none
    }
    try {
      return Optional.of(root.read(place, MAX_RULES_BYTES));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }
}
