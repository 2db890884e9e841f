// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An open directory. Every operation names an entry of it and follows no link, so a tree that is
/// walked by handles is the tree that was opened, whatever happens to its names meanwhile. For one
/// thread.
public final class DirectoryHandle implements AutoCloseable {
  private static final int DIRECTORY_NOFOLLOW = Os.O_DIRECTORY | Os.O_NOFOLLOW;
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int AT_REMOVEDIR = 0x200;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int O_NONBLOCK = 0x800;
  private static final int O_WRONLY = 1;
  private static final int O_CREAT = 0x40;
  private static final int O_EXCL = 0x80;
  private static final int NEW_FILE = 0600;
  private static final int STATX_BASIC_STATS = 0x7FF;
  private static final int STATX_BYTES = 256;
  private static final int LISTING_BYTES = 64 * 1024;
  private static final int MOST_NAME_BYTES = 4096;
  private static final int RENAME_NOREPLACE = 1;
  private static final int RENAME_EXCHANGE = 2;
  private static final int ENOENT = 2;

  private final Scratchpad pad;
  private final int descriptor;
  private final String path;

  /// Memory that one walk uses again and again.
  private static final class Scratchpad {
    private final Os os = new Os();
    private final MemorySegment name = os.memory(MOST_NAME_BYTES + 1);
    private final MemorySegment second = os.memory(MOST_NAME_BYTES + 1);
    private final MemorySegment stat = os.memory(STATX_BYTES);
    private final MemorySegment listing = os.memory(LISTING_BYTES);
    private final Charset charset;
    private int users = 1;

    /// @param charset of names
    Scratchpad(Charset charset) {
      this.charset = charset;
    }
  }

  /// The entry under a name.
  ///
  /// @param mode kind and permissions, as the kernel has them (`inode(7)`)
  /// @param links how many names it has
  /// @param device what a device file stands for; 0 also for an overlay's whiteout
  /// @param stamp shows whether any attribute changed since
  public record DirectoryEntry(
      String name, int mode, int links, long device, DirectoryStamp stamp) {
    private static final int KIND = 0170000;
    private static final int PERMISSIONS = 0777;
    private static final int SPECIAL = 07000;

    /// Whether it is a regular file.
    public boolean isFile() {
      return (mode & KIND) == 0100000;
    }

    /// Whether it is a directory.
    public boolean isDirectory() {
      return (mode & KIND) == 0040000;
    }

    /// Whether it is a symbolic link.
    public boolean isLink() {
      return (mode & KIND) == 0120000;
    }

    /// Whether an overlay says by it that nothing is there (`whiteout`, kernel: overlayfs.rst).
    public boolean isWhiteout() {
      return (mode & KIND) == 0020000 && device == 0;
    }

    /// The permission bits, set-user-id and the like not among them.
    public int permissions() {
      return mode & PERMISSIONS;
    }

    /// Whether a file changes its user's or group's identity when it is run, or is sticky.
    public boolean setsId() {
      return (mode & SPECIAL) != 0 && isFile();
    }

    /// Its size in bytes.
    public long size() {
      return stamp.size();
    }
  }

  /// The file's identity, and the time of the last change of its content or attributes: a program
  /// cannot set that time.
  public record DirectoryStamp(long inode, long size, long modified, long changed) {}

  private DirectoryHandle(Scratchpad pad, int descriptor, String path) {
    this.pad = pad;
    this.descriptor = descriptor;
    this.path = path;
  }

  /// Opens a directory by a path without links.
  public static DirectoryHandle open(Path directory) throws IOException {
    return open(directory.toString(), StandardCharsets.UTF_8);
  }

  /// Opens a directory likewise, to handle names of any bytes: each character of a name stands for
  /// one of them.
  public static DirectoryHandle openForBytes(Path directory) throws IOException {
    return open(
        new String(PathBytes.of(directory), StandardCharsets.ISO_8859_1),
        StandardCharsets.ISO_8859_1);
  }

  /// The same for a path of this process's own open files (`/proc/self/fd`, see proc(5)), which are
  /// links.
  public static DirectoryHandle reopenForBytes(Path open) throws IOException {
    Scratchpad pad = new Scratchpad(StandardCharsets.ISO_8859_1);
    return open(pad, open.toString(), () -> pad.os.open(open.toString(), Os.O_DIRECTORY));
  }

  private static DirectoryHandle open(String path, Charset charset) throws IOException {
    Scratchpad pad = new Scratchpad(charset);
    byte[] name = path.getBytes(charset);
    return open(pad, path, () -> pad.os.openWithoutLinks(Os.AT_FDCWD, name, DIRECTORY_NOFOLLOW));
  }

  /// Opens a descriptor.
  @FunctionalInterface
  private interface Opening {
    /// The descriptor.
    int open() throws Os.SystemCallFailure;
  }

  private static DirectoryHandle open(Scratchpad pad, String path, Opening opening)
      throws IOException {
    try {
      return new DirectoryHandle(pad, opening.open(), path);
    } catch (Os.SystemCallFailure e) {
      pad.os.close();
      throw ErrorNames.failure(path, e.errno());
    }
  }

  /// Opens a directory in this one.
  ///
  /// @throws NoSuchFileException where there is none
  public DirectoryHandle child(String name) throws IOException {
    long opened =
        pad.os.sys(
            Syscall.OPENAT,
            descriptor,
            named(pad.name, name),
            DIRECTORY_NOFOLLOW | Os.O_CLOEXEC,
            0);
    demand(opened, name);
    pad.users++;
    return new DirectoryHandle(pad, (int) opened, path + "/" + name);
  }

  /// The names in it, in no particular order.
  public List<EntryName> names() throws IOException {
    List<EntryName> names = new ArrayList<>();
    demand(pad.os.sys(Syscall.LSEEK, descriptor, 0, 0), "."); // it may have been read before
    while (true) {
      long read = pad.os.sys(Syscall.GETDENTS64, descriptor, pad.listing.address(), LISTING_BYTES);
      demand(read, ".");
      if (read == 0) {
        break;
      }
      for (long at = 0; at < read; ) {
        String name = pad.listing.getString(at + 19, pad.charset);
        if (!name.equals(".") && !name.equals("..")) {
          byte kind = pad.listing.get(JAVA_BYTE, at + 18);
          names.add(new EntryName(name, kind, pad.listing.get(JAVA_LONG_UNALIGNED, at)));
        }
        at += pad.listing.get(JAVA_SHORT_UNALIGNED, at + 16) & 0xFFFF;
      }
    }
    return names;
  }

  /// Everything in it, in no particular order. Names that are not UTF-8 contain the replacement
  /// character and lead nowhere.
  public List<DirectoryEntry> entries() throws IOException {
    List<EntryName> names = names();
    List<DirectoryEntry> entries = new ArrayList<>(names.size());
    for (EntryName name : names) {
      DirectoryEntry entry = entry(name.name());
      if (entry != null) {
        entries.add(entry);
      } else if (name.name().indexOf('\uFFFD') >= 0) {
        entries.add(new DirectoryEntry(name.name(), 0, 0, 0, new DirectoryStamp(0, 0, 0, 0)));
      }
    }
    return entries;
  }

  /// The entry under a name; empty if there is none.
  public @Nullable DirectoryEntry entry(String name) throws IOException {
    return entry(descriptor, name, name);
  }

  private @Nullable DirectoryEntry entry(int from, String below, String name) throws IOException {
    long result =
        pad.os.sys(
            Syscall.STATX,
            from,
            named(pad.name, below),
            AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH,
            STATX_BASIC_STATS,
            pad.stat.address());
    if (result == -ENOENT) {
      return null;
    }
    demand(result, name);
    MemorySegment stat = pad.stat;
    long device = ((long) stat.get(JAVA_INT, 128) << 32) | (stat.get(JAVA_INT, 132) & 0xFFFFFFFFL);
    return new DirectoryEntry(
        name,
        stat.get(JAVA_SHORT, 28) & 0xFFFF,
        stat.get(JAVA_INT, 16),
        device,
        new DirectoryStamp(
            stat.get(JAVA_LONG, 32), stat.get(JAVA_LONG, 40), time(stat, 112), time(stat, 96)));
  }

  private static long time(MemorySegment stat, long offset) {
    return stat.get(JAVA_LONG_UNALIGNED, offset) * 1_000_000_000L + stat.get(JAVA_INT, offset + 8);
  }

  /// An extended attribute of this directory itself; empty where it has none of that name.
  public Optional<String> attribute(String name) {
    long length =
        pad.os.sys(
            Syscall.FGETXATTR,
            descriptor,
            named(pad.name, name),
            pad.listing.address(),
            LISTING_BYTES);
    return length < 0
        ? Optional.empty()
        : Optional.of(
            new String(pad.listing.asSlice(0, length).toArray(JAVA_BYTE), StandardCharsets.UTF_8));
  }

  /// Moves an entry, also over another one.
  public void move(String name, DirectoryHandle to, String newName) throws IOException {
    rename(name, to, newName, 0);
  }

  /// Moves an entry to a name that must be free.
  ///
  /// @throws FileAlreadyExistsException where it isn't
  public void moveToFree(String name, DirectoryHandle to, String newName) throws IOException {
    rename(name, to, newName, RENAME_NOREPLACE);
  }

  /// Lets two entries of the same name, which must both be there, change places at once.
  public void exchange(String name, DirectoryHandle with) throws IOException {
    rename(name, with, name, RENAME_EXCHANGE);
  }

  private void rename(String name, DirectoryHandle to, String newName, int flags)
      throws IOException {
    long from = named(pad.name, name);
    long target = named(pad.second, newName);
    demand(pad.os.sys(Syscall.RENAMEAT2, descriptor, from, to.descriptor, target, flags), name);
  }

  /// Gives a file a second name, which must be free.
  public void link(String name, DirectoryHandle to, String newName) throws IOException {
    long from = named(pad.name, name);
    long target = named(pad.second, newName);
    demand(pad.os.sys(Syscall.LINKAT, descriptor, from, to.descriptor, target, 0), name);
  }

  /// Makes a directory, which must not be there.
  public void makeDirectory(String name, int permissions) throws IOException {
    demand(pad.os.sys(Syscall.MKDIRAT, descriptor, named(pad.name, name), permissions), name);
  }

  /// Removes a file or a link.
  public void remove(String name) throws IOException {
    demand(pad.os.sys(Syscall.UNLINKAT, descriptor, named(pad.name, name), 0), name);
  }

  /// Removes an empty directory.
  public void removeDirectory(String name) throws IOException {
    demand(pad.os.sys(Syscall.UNLINKAT, descriptor, named(pad.name, name), AT_REMOVEDIR), name);
  }

  /// Sets the permission bits of a file or directory; a link is refused.
  public void setPermissions(String name, int permissions) throws IOException {
    try (PlaceHandle place = place(name)) {
      if (place.entry().isLink()) {
        throw new FileSystemException(path + "/" + name, null, "it is a link");
      }
      long file = named(pad.second, place.path().toString());
      demand(pad.os.sys(Syscall.FCHMODAT, Os.AT_FDCWD, file, permissions), name);
    }
  }

  /// A path by which this process reaches a name in it until it is closed.
  Path reached(String name) {
    return Path.of("/proc/self/fd/" + descriptor, name);
  }

  /// Opens what stands under a name, a link itself, to look at it or to copy it.
  public PlaceHandle place(String name) throws IOException {
    return place(name, Os.O_PATH);
  }

  /// Opens a file for reading, without blocking.
  public PlaceHandle file(String name) throws IOException {
    return place(name, O_NONBLOCK);
  }

  /// Makes a file for its owner alone, which must not be there, and opens it for writing.
  public PlaceHandle newFile(String name) throws IOException {
    return place(name, O_WRONLY | O_CREAT | O_EXCL);
  }

  private PlaceHandle place(String name, int how) throws IOException {
    int flags = how | Os.O_NOFOLLOW | Os.O_CLOEXEC;
    long file = named(pad.name, name);
    long opened = pad.os.sys(Syscall.OPENAT, descriptor, file, flags, NEW_FILE);
    demand(opened, name);
    PlaceHandle.Look look = at -> Objects.requireNonNull(entry(at, "", name));
    return new PlaceHandle(pad.os, (int) opened, look, pad.listing);
  }

  /// Makes the entries of this directory durable.
  public void force() throws IOException {
    demand(pad.os.sys(Syscall.FSYNC, descriptor), ".");
  }

  /// Makes everything durable that was written to the file system of this directory.
  public void forceFileSystem() throws IOException {
    demand(pad.os.sys(Syscall.SYNCFS, descriptor), ".");
  }

  private long named(MemorySegment memory, String name) {
    byte[] bytes = name.getBytes(pad.charset);
    if (bytes.length > MOST_NAME_BYTES) {
      throw new IllegalArgumentException("a name of " + bytes.length + " bytes");
    }
    MemorySegment.copy(bytes, 0, memory, JAVA_BYTE, 0, bytes.length);
    memory.set(JAVA_BYTE, bytes.length, (byte) 0);
    return memory.address();
  }

  private void demand(long result, String name) throws IOException {
    if (result < 0) {
      throw ErrorNames.failure(name.equals(".") ? path : path + "/" + name, (int) -result);
    }
  }

  @Override
  public void close() {
    pad.os.close(descriptor);
    if (--pad.users == 0) {
      pad.os.close();
    }
  }
}
