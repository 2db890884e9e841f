// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.protection;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.LinkTarget;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Contents of protected files from before earlier commands: what has not changed since is not read
/// again. Shared by the threads of several jobs.
public final class ProtectedContentCache {
  /// How much is remembered; with more it begins anew.
  private static final int MOST_BYTES = 40 << 20;

  /// How much of files that may be written is copied.
  private static final long MOST_COPIED_BYTES = 256L << 20;

  private static final int MOST_DESCRIPTORS = 1 << 16;

  /// A process's limits of open files (`RLIMIT_NOFILE`, `prlimit(2)`): the one that holds, and how
  /// far it could be raised.
  private static final int OPEN_FILES = 7;

  private static final int LIMITS_BYTES = 16;

  @SuppressWarnings("ArrayRecordComponent") // immutable by convention
  private record Known(FileStamp stamp, byte[] content) {}

  private record Held(FileStamp stamp, FileChannel channel, boolean copied) {
    long copiedBytes() {
      return copied ? stamp.size() : 0;
    }
  }

  /// The files of a directory.
  ///
  /// @param sealed whether all of them are read-only
  /// @param bytes of memory that they take
  record Listed(FileStamp stamp, Map<Path, FileBackup> files, boolean sealed, int bytes) {}

  private final Map<Path, Known> known = new HashMap<>();
  private final Map<Path, Held> held = new HashMap<>();
  private final Map<Path, Listed> listed = new HashMap<>();
  private int mostHeld;
  private final long mostCopiedBytes;
  private int bytes;
  private long copiedBytes;

  /// One whose bounds are those of this process and its temporary directory.
  public ProtectedContentCache() {
    this(0, MOST_COPIED_BYTES);
  }

  /// @param mostHeld how many files are held open; with 0 half of those that this process may open
  /// @param mostCopiedBytes how much of those that may be written is copied
  ProtectedContentCache(int mostHeld, long mostCopiedBytes) {
    this.mostHeld = mostHeld;
    this.mostCopiedBytes = mostCopiedBytes;
  }

  private static int openFiles() {
    try (Os os = new Os()) {
      MemorySegment now = os.memory(LIMITS_BYTES);
      os.sys(Syscall.PRLIMIT64, 0, OPEN_FILES, 0, now.address());
      long limit = now.get(JAVA_LONG, 0);
      return limit < 0 ? MOST_DESCRIPTORS : (int) Math.min(limit, MOST_DESCRIPTORS);
    }
  }

  /// The content of a file that was just seen in that state.
  synchronized byte[] of(Path path, FileStamp stamp) throws IOException {
    Known before = known.get(path);
    if (before != null && before.stamp().equals(stamp)) {
      return before.content();
    }
    boolean settled = stamp.settled();
    byte[] content = Files.readAllBytes(path);
    if (settled) {
      if (bytes + content.length > MOST_BYTES) {
        known.clear();
        bytes = 0;
      }
      bytes += content.length; // of what is replaced too: that only begins anew sooner
      known.put(path, new Known(stamp, content));
    }
    return content;
  }

  /// A large file: its content remains available after its name is removed. A read-only file is
  /// held open itself, of any other a copy out of every command's reach.
  ///
  /// @throws SandboxException where no more can be held: nothing may be run that could remove it
  private synchronized Held held(Path path, FileStamp stamp) throws IOException {
    Held before = held.get(path);
    // An interrupt closes a channel.
    if (before != null && before.stamp().equals(stamp) && before.channel().isOpen()) {
      return before;
    }
    letGo(path);
    if (!hasRoom(stamp)) {
      letGoOfTheChanged();
    }
    if (!hasRoom(stamp)) {
      throw new SandboxException(
          ("Nothing was run: of %s and others a command could remove more than Writ can keep"
                  + " (%,d large files, %,d MiB of those that are not read-only)."
                  + " Use namespaces, or have fewer of them (`git gc`, `git lfs prune`).")
              .formatted(path, mostHeld, mostCopiedBytes >> 20));
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    boolean copies = !stamp.isSealed();
    Held now = new Held(stamp, copies ? copy(channel, stamp.size()) : channel, copies);
    held.put(path, now);
    copiedBytes += now.copiedBytes();
    return now;
  }

  private boolean hasRoom(FileStamp stamp) {
    if (mostHeld == 0) {
      mostHeld = openFiles() / 2;
    }
    return held.size() < mostHeld
        && (stamp.isSealed() || copiedBytes + stamp.size() <= mostCopiedBytes);
  }

  /// What is no longer there as it was need not be held for the next command.
  private void letGoOfTheChanged() {
    try (Os os = new Os()) {
      for (Map.Entry<Path, Held> one : Map.copyOf(held).entrySet()) {
        if (!one.getValue().stamp().equals(FileStamp.ifThere(os, one.getKey()))) {
          letGo(one.getKey());
        }
      }
    }
  }

  /// A copy without a name.
  private static FileChannel copy(FileChannel original, long size) throws IOException {
    try (original) {
      FileChannel copy =
          FileChannel.open(
              Files.createTempFile("writ-", ""),
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      try {
        FileBackup.copy(original, size, copy);
      } catch (IOException e) {
        copy.close();
        throw e;
      }
      return copy;
    }
  }

  /// Another command that still runs may have to put it back: what nobody needs any more is closed
  /// when memory is collected.
  private void letGo(Path path) {
    Held before = held.remove(path);
    if (before != null) {
      copiedBytes -= before.copiedBytes();
    }
  }

  /// A file in its observed state; null if it disappeared meanwhile, such as another program's
  /// lock.
  ///
  /// @param room how many bytes of memory its content may take
  /// @throws SandboxException where there is more than can be kept
  @Nullable FileBackup keep(Path path, FileStamp is, int room) throws IOException {
    try {
      if (is.isLink()) {
        return new FileBackup(is, LinkTarget.read(path), null, null, /* copied= */ false);
      }
      if (!is.isRegular()) {
        return FileBackup.stateOf(is);
      }
      if (is.size() <= Math.min(PathProtection.MOST_BYTES, room)) {
        return new FileBackup(is, null, of(path, is), null, /* copied= */ false);
      }
      Held kept = held(path, is);
      return new FileBackup(is, null, null, kept.channel(), kept.copied());
    } catch (NoSuchFileException _) {
      return null;
    } catch (AccessDeniedException | EOFException _) { // closed, or another thread is writing it
      return FileBackup.stateOf(is);
    }
  }

  /// The regular files of a directory that was just seen in that state.
  ///
  /// @param room how many bytes of memory they may take
  synchronized Listed files(Path directory, FileStamp stamp, int room) throws IOException {
    Listed before = listed.get(directory);
    if (before != null
        && before.sealed()
        && before.stamp().equals(stamp)
        && before.files().values().stream().allMatch(FileBackup::isReadable)) {
      return before;
    }
    Map<Path, FileBackup> files = new HashMap<>();
    boolean sealed = stamp.settled();
    int taken = 0;
    try (Os os = new Os();
        DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        FileStamp is = FileStamp.ifThere(os, entry);
        FileBackup file = is == null || !is.isRegular() ? null : keep(entry, is, room - taken);
        if (file != null) {
          files.put(entry, file);
          sealed &= file.stamp().isSealed();
          taken += file.bytes();
        }
      }
    }
    Listed now = new Listed(stamp, files, sealed, taken);
    listed.put(directory, now);
    return now;
  }

  /// Lets all go.
  public synchronized void forget() {
    for (Held one : held.values()) {
      try {
        one.channel().close();
      } catch (IOException _) {
        // It was only read.
      }
    }
    held.clear();
    copiedBytes = 0;
    known.clear();
    listed.clear();
    bytes = 0;
  }
}
