// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.kernel.file.Hands;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.journal.Journal;
import dev.writ.sandbox.snapshot.ExemptDirectories;
import dev.writ.sandbox.snapshot.Snapshot;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The recovery data of a command that works in the workspace itself, in case Writ is killed while
/// it runs: its owner, and the scan before it. Stored in the user's data directory, out of reach of
/// commands, while the command runs; a lock shows whether its process is alive. Nothing is forced:
/// a kill does not lose data written to the kernel.
public final class PendingCommand implements AutoCloseable {
  private static final String DIRECTORY = "commands";
  private static final String COMMAND = "command";
  private static final String OUTPUTS = "outputs";
  private static final String MARK = "death_mark";
  private static final int MOST_ABOUT = 1 << 24;
  private static final long NEVER = -1;

  private final DiskPort disk;
  private final Path file;
  private final FileChannel channel;
  private final Json.Obj about;
  private boolean isSettled;

  private PendingCommand(DiskPort disk, Path file, FileChannel channel, Json.Obj about) {
    this.disk = disk;
    this.file = file;
    this.channel = channel;
    this.about = about;
  }

  /// Notes a command that is about to run.
  ///
  /// @param mark the file that gets a content when this process was killed
  /// @throws IOException where it can't be noted; then it may not run
  static PendingCommand note(
      Hands hands, Json.Obj about, Optional<Path> mark, WorkspaceChangeDetector.Watching watching)
      throws IOException {
    DiskPort disk = hands.root().disk();
    Path directory = directory(hands);
    if (!Files.isDirectory(directory)) {
      disk.perform(Operation.CREATE, directory, () -> createPrivate(directory));
    }
    Json.Builder whole =
        Json.object()
            .put(COMMAND, about)
            .put(OUTPUTS, Json.texts(watching.outputs().stream().sorted().toList()));
    if (mark.isPresent()) {
      whole.put(MARK, mark.get().toString());
    }
    Json.Obj note = whole.build();
    Path file = directory.resolve(process() + System.nanoTime());
    FileChannel channel =
        FileChannel.open(
            file,
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(Journal.PRIVATE_FILE));
    try {
      FileLock _ = channel.lock();
      disk.perform(Operation.WRITE, file, () -> write(channel, note, watching));
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      Files.deleteIfExists(file);
      throw e;
    }
    return new PendingCommand(disk, file, channel, note);
  }

  /// Where the notes about a workspace's commands are.
  public static Path directory(Hands hands) {
    return hands.viewStore().records(DIRECTORY);
  }

  /// Where all that there is of it stands.
  public Path place() {
    return file;
  }

  private static void createPrivate(Path directory) throws IOException {
    Files.createDirectories(
        directory, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
  }

  /// First a number that [#settling] sets.
  private static void write(
      FileChannel channel, Json.Obj about, WorkspaceChangeDetector.Watching watching)
      throws IOException {
    OutputStream buffered = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
    DataOutputStream out = new DataOutputStream(buffered);
    byte[] text = about.write().getBytes(StandardCharsets.UTF_8);
    out.writeLong(NEVER);
    out.writeInt(text.length);
    out.write(text);
    watching.before().write(out);
    out.flush();
  }

  /// The prefix of this process's file names: process numbers are reused.
  private static String process() {
    ProcessHandle own = ProcessHandle.current();
    long began = own.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return own.pid() + "-" + began + "-";
  }

  /// Commands in that workspace whose processes are dead.
  ///
  /// @throws IOException where that can't be looked up
  public static KilledLeftovers<PendingCommand> abandoned(Hands hands) throws IOException {
    Path directory = directory(hands);
    List<PendingCommand> found = new ArrayList<>();
    Map<Path, IOException> unreadable = new HashMap<>();
    if (!Files.isDirectory(directory)) {
      return new KilledLeftovers<>(found, unreadable);
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      for (Path file : all) {
        // To close a file of ours would give its lock up (`fcntl(2)`).
        if (!file.getFileName().toString().startsWith(process())) {
          try {
            ifDead(hands.root().disk(), file).ifPresent(found::add);
          } catch (NoSuchFileException _) {
            // Another session has settled it.
          } catch (IOException e) {
            unreadable.put(file, e);
          }
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      found.forEach(PendingCommand::release);
      throw e;
    }
    return new KilledLeftovers<>(found, unreadable);
  }

  private static Optional<PendingCommand> ifDead(DiskPort disk, Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      taken = channel.tryLock() != null;
      return taken
          ? Optional.of(new PendingCommand(disk, file, channel, about(channel)))
          : Optional.empty();
    } catch (OverlappingFileLockException _) {
      return Optional.empty(); // another session of this process looks at it
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  /// One that was not written to its end belongs to a command that never began.
  private static Json.Obj about(FileChannel channel) {
    try {
      return JsonReader.readObject(text(data(channel)));
    } catch (IOException | JsonException _) {
      return Json.Obj.EMPTY;
    }
  }

  /// By this very channel: to close another one would give the lock up (`fcntl(2)`).
  private static DataInputStream data(FileChannel channel) throws IOException {
    InputStream in = Channels.newInputStream(channel.position(0));
    return new DataInputStream(new BufferedInputStream(in, 1 << 16));
  }

  private static String text(DataInputStream in) throws IOException {
    in.skipNBytes(Long.BYTES);
    int length = in.readInt();
    if (length < 0 || length > MOST_ABOUT) {
      throw new IOException("not a command");
    }
    byte[] text = new byte[length];
    in.readFully(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  /// Whose command it was.
  public Json.Obj about() {
    return about.object(COMMAND);
  }

  /// Names of what its programs make.
  Set<String> outputs() {
    Set<String> outputs = new HashSet<>();
    for (Json output : about.items(OUTPUTS)) {
      if (output instanceof Json.Text(String name)) {
        outputs.add(name);
      }
    }
    return outputs;
  }

  /// The look before it; empty where it was not written to its end: then the command never began.
  Optional<Snapshot> before(Path workspace, ExemptDirectories exempt) throws IOException {
    try {
      DataInputStream in = data(channel);
      String _ = text(in);
      return Optional.of(Snapshot.read(in, workspace, exempt));
    } catch (EOFException _) {
      return Optional.empty();
    }
  }

  /// The time when its session and all its processes were killed; empty if unknown.
  ///
  /// @throws IOException where that can't be looked up
  /// @throws InterruptedException when interrupted
  public Optional<Instant> killed() throws IOException, InterruptedException {
    Optional<Path> mark = about.text(MARK).map(Path::of);
    return KillTime.find(mark, Files.getLastModifiedTime(file).toInstant());
  }

  /// Notes that all programs of the command ended and that its changes are about to be recorded:
  /// later records in the ledger come from none of them.
  ///
  /// @param ledger the length of the ledger
  /// @throws IOException where that can't be written
  public void settling(long ledger) throws IOException {
    disk.write(channel.position(0), ByteBuffer.allocate(Long.BYTES).putLong(0, ledger), file);
  }

  /// How long the ledger was then; empty where it didn't come to that.
  ///
  /// @throws IOException where that can't be read
  public Optional<Long> settlingSince() throws IOException {
    long ledger = data(channel).readLong();
    return ledger == NEVER ? Optional.empty() : Optional.of(ledger);
  }

  /// All of its changes were recorded or reverted: the data is no longer needed.
  public void settled() {
    isSettled = true;
  }

  /// Leaves it for another process.
  public void release() {
    try {
      channel.close();
    } catch (IOException _) {
      // Nothing was written: the next session finds it.
    }
  }

  /// Forgets it, if it was settled; else the next session does that.
  @Override
  public void close() throws IOException {
    try {
      if (isSettled) {
        disk.perform(Operation.DELETE, file, () -> Files.deleteIfExists(file));
      }
    } finally {
      release();
    }
  }
}
