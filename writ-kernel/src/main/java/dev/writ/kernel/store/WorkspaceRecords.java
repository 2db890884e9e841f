// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.store;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.LockFile;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.LedgerReading;
import dev.writ.records.verify.CheckpointWriter;
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

/// The committed records of a workspace, opened beneath its root: a link in their place is
/// refused, and so is a second name of theirs.
public final class WorkspaceRecords
    implements Ledger.LedgerOpener, CheckpointWriter.CheckpointOpener {
  private static final WorkspacePath LEDGER = WorkspacePath.of(Ledger.PATH);
  private static final WorkspacePath CHECKPOINTS = WorkspacePath.of(Ledger.CHECKPOINTS);
  private static final Set<StandardOpenOption> CREATE =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  private static final WorkspacePath INTENTS = WorkspacePath.of(IntentFile.PATH);
  private static final WorkspacePath PROJECT = WorkspacePath.of(AuthorityFile.PATH);
  private static final int MAX_RULES_BYTES = 1024 * 1024;

  private final WorkspaceRoot root;

  /// The identity of the ledger's file that was opened last.
  private Optional<Object> created = Optional.empty();

  /// The identity of the checkpoints' file that was opened last.
  private Optional<Object> signedIn = Optional.empty();

  /// The records below that root.
  public WorkspaceRecords(WorkspaceRoot root) {
    this.root = root;
  }

  @Override
  public Journal create() throws IOException {
    Journal journal = journal(LEDGER, Journal.Unforced.WITHDRAW);
    created = key(LEDGER);
    return journal;
  }

  @Override
  public boolean current() {
    return created.isPresent() && root.isFile(root.absolute(LEDGER), created.get());
  }

  /// Opens or creates one of the committed records to append to it.
  private Journal journal(WorkspacePath place, Journal.Unforced unforced) throws IOException {
    WorkspacePath directory = place.parent();
    boolean missing = root.attributes(place).isEmpty();
    if (missing && root.attributes(directory).isEmpty()) {
      Files.createDirectories(root.absolute(directory));
      root.syncDirectory(directory.parent());
    }
    root.open(place, CREATE).close();
    Journal.demandSoleName(root.absolute(place));
    Optional<Object> key = key(place);
    RandomAccessFile file = new RandomAccessFile(root.absolute(place).toFile(), "rw");
    LockFile.OpenLock locked;
    try {
      if (key.isEmpty() || !root.isFile(root.absolute(place), key.get())) {
        throw new FileSystemException(place.toString(), null, "replaced while it was opened");
      }
      locked = lock();
    } catch (IOException e) {
      file.close();
      throw e;
    }
    if (missing) {
      root.syncDirectory(directory);
    }
    return new Journal(
        file,
        locked,
        torn -> keepTorn(place, torn),
        () -> file.getFD().sync(),
        unforced,
        root.disk(),
        place);
  }

  /// The lock of the records, in a place that is not committed. It is on another file than the
  /// records: a reader of the records would release it by closing. It is opened last, because
  /// closing it would release the lock of another session of this process.
  private LockFile.OpenLock lock() throws IOException {
    WorkspacePath directory = ObjectStore.OBJECTS;
    if (root.attributes(directory).isEmpty()) {
      new ObjectStore(root).prepare();
    }
    WorkspacePath place = directory.child("records.lock");
    FileChannel channel = root.open(place, CREATE);
    return new LockFile.OpenLock(channel, place, key(place).orElse(place));
  }

  /// The identity of a file reached by handle, with links refused.
  private Optional<Object> key(WorkspacePath place) throws IOException {
    return root.attributes(place)
        .filter(BasicFileAttributes::isRegularFile)
        .map(BasicFileAttributes::fileKey);
  }

  private void keepTorn(WorkspacePath place, byte[] torn) throws IOException {
    WorkspacePath beside = place.parent().child(place.name() + ".torn");
    try (FileChannel channel =
        root.open(beside, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
      Journal.demandSoleName(root.absolute(beside));
      root.write(channel, Journal.line(torn), beside);
      root.force(channel, beside);
    }
  }

  @Override
  public Journal checkpoints() throws IOException {
    Journal journal = journal(CHECKPOINTS, Journal.Unforced.KEEP);
    signedIn = key(CHECKPOINTS);
    return journal;
  }

  @Override
  public boolean isCurrent() {
    return signedIn.isPresent() && root.isFile(root.absolute(CHECKPOINTS), signedIn.get());
  }

  /// The bytes of the checkpoints, empty where there are none.
  ///
  /// @throws IOException where they can't be read
  public byte[] signed() throws IOException {
    try {
      return root.read(CHECKPOINTS, WorkspaceRoot.MAX_FILE_BYTES);
    } catch (NoSuchFileException _) {
      return new byte[0];
    }
  }

  @Override
  public Optional<LedgerReading> reading() throws IOException {
    if (root.attributes(LEDGER).isEmpty()) {
      return Optional.empty();
    }
    if (key(LEDGER).isEmpty()) {
      throw new WorkspaceRoot.NotRegularException(LEDGER.toString());
    }
    return Optional.of(new Opened(root.open(LEDGER, Set.of(StandardOpenOption.READ))));
  }

  private record Opened(FileChannel channel) implements LedgerReading {
    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public int read(long at, byte[] into, int from, int length) throws IOException {
      return channel.read(ByteBuffer.wrap(into, from, length), at);
    }

    @Override
    public void close() throws IOException {
      channel.close();
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
      root.write(channel, bytes, PROJECT);
      root.force(channel, PROJECT);
    }
  }

  /// The bytes of the intents file, if there is one.
  ///
  /// @throws IOException where it is there and can't be read, or is larger than 1 MiB
  public Optional<byte[]> intents() throws IOException {
    return optional(INTENTS);
  }

  private Optional<byte[]> optional(WorkspacePath place) throws IOException {
    // Asked for every call, and mostly there is none. An unreadable file is not a missing one.
    if (Files.notExists(root.absolute(place), LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      return Optional.of(root.read(place, MAX_RULES_BYTES));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }
}
