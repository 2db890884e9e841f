// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.OptionalInt;
import java.util.Set;

/// Lists directories and reads file attributes by Linux' own calls, for one thread: the JDK does
/// not return the time of the last status change in the same call, and asks twice for data that the
/// kernel returns at once.
final class KernelLister implements DirectoryLister {
  private static final int DIRECTORY_ITSELF = Os.O_DIRECTORY | Os.O_CLOEXEC | Os.O_NOFOLLOW;

  /// openat2(2): nothing above the directory, no link anywhere on the way.
  private static final long RESOLVE_BENEATH_NO_LINKS = 0x08 | 0x04 | 0x02;

  private static final int PERMISSIONS = 07777;
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int STATX_BASIC_STATS = 0x7ff;
  private static final int LISTING_BYTES = 128 * 1024;
  private static final int MOST_NAME = 4096;

  private static final int ENOENT = 2;
  private static final int ENAMETOOLONG = 36;

  /// EPERM, ENOENT, EACCES, EXDEV, ENOTDIR, ENAMETOOLONG, ELOOP, ESTALE: this process cannot enter
  /// a directory there.
  private static final Set<Integer> CLOSED = Set.of(1, ENOENT, 13, 18, 20, ENAMETOOLONG, 40, 116);

  /// EPERM, ENOSYS: this system does not have the call.
  private static final Set<Integer> ABSENT = Set.of(1, 38);

  private final Os os = new Os();
  private final MemorySegment listing = os.memory(LISTING_BYTES);
  private MemorySegment names = os.memory(LISTING_BYTES);
  private final MemorySegment name = os.memory(MOST_NAME + 1);
  private final MemorySegment seen = os.memory(256);
  private final MemorySegment how = os.memory(24);
  private final Syscall openat2;
  private final int root;
  private final boolean everything = os.sys(Syscall.GETEUID) == 0;

  /// The one that was entered, and not left yet; else negative.
  private int directory = -1;

  private boolean named(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MOST_NAME) {
      return false;
    }
    MemorySegment.copy(bytes, 0, name, JAVA_BYTE, 0, bytes.length);
    name.set(JAVA_BYTE, bytes.length, (byte) 0);
    return true;
  }

  /// Opens the root by its whole path.
  KernelLister(String path) throws IOException {
    this(path, Syscall.OPENAT2);
  }

  /// The same with another call in place of openat2(2).
  KernelLister(String path, Syscall openat2) throws IOException {
    this.openat2 = openat2;
    named(path);
    root = (int) os.sys(Syscall.OPENAT, Os.AT_FDCWD, name.address(), DIRECTORY_ITSELF);
    if (root < 0) {
      os.close();
      throw new NoSuchFileException(path);
    }
  }

  /// Whether this system has openat2(2), which kernels before 5.6 lack and some containers forbid.
  boolean works() {
    int opened = beneath("", DIRECTORY_ITSELF | Os.O_PATH);
    os.close(opened);
    return opened >= 0 || !ABSENT.contains(-opened);
  }

  @Override
  public boolean enter(String path) throws IOException {
    int opened = beneath(path, DIRECTORY_ITSELF);
    if (opened < 0 && !CLOSED.contains(-opened)) {
      throw failed("open " + path, opened);
    }
    directory = Math.max(opened, -1);
    if (opened >= 0 && !lookable()) {
      leave();
    }
    return directory >= 0;
  }

  private static IOException failed(String what, long result) {
    return new IOException("the comparison cannot " + what + ": error " + -result);
  }

  /// Names may be readable without the attributes of their files (`path_resolution(7)`). Root can
  /// read everything.
  private boolean lookable() throws IOException {
    named(".");
    int result = everything ? 0 : stat(name.address());
    if (result < 0 && !CLOSED.contains(-result)) {
      throw failed("look into a directory", result);
    }
    return result == 0;
  }

  /// A descriptor, or a negated error number.
  private int beneath(String path, long flags) {
    if (!named(path.isEmpty() ? "." : path)) {
      return -ENAMETOOLONG;
    }
    how.set(JAVA_LONG, 0, flags);
    how.set(JAVA_LONG, 8, 0);
    how.set(JAVA_LONG, 16, RESOLVE_BENEATH_NO_LINKS);
    return (int) os.sys(openat2, root, name.address(), how.address(), how.byteSize());
  }

  @Override
  public OptionalInt open(String path) {
    int place = beneath(path, DIRECTORY_ITSELF | Os.O_PATH);
    int permissions = permissions(place);
    boolean opened = permissions >= 0 && permit(place, permissions | FOR_ITS_OWNER);
    os.close(place);
    return opened ? OptionalInt.of(permissions) : OptionalInt.empty();
  }

  @Override
  public void shut(String path, int permissions) {
    int place = beneath(path, DIRECTORY_ITSELF | Os.O_PATH);
    if (permissions(place) == (permissions | FOR_ITS_OWNER)) {
      permit(place, permissions);
    }
    os.close(place);
  }

  /// Of an open place; negative where that can't be said.
  private int permissions(int place) {
    named("");
    long result =
        place < 0
            ? place
            : os.sys(
                Syscall.STATX,
                place,
                name.address(),
                AT_EMPTY_PATH,
                STATX_BASIC_STATS,
                seen.address());
    return result < 0 ? -1 : seen.get(JAVA_SHORT, 28) & PERMISSIONS;
  }

  private boolean permit(int place, int permissions) {
    named("/proc/self/fd/" + place);
    return os.sys(Syscall.FCHMODAT, Os.AT_FDCWD, name.address(), permissions) == 0;
  }

  @Override
  public void leave() {
    os.close(directory);
    directory = -1;
  }

  @Override
  public byte[] list() throws IOException {
    int length = 0;
    while (true) {
      int read = (int) os.sys(Syscall.GETDENTS64, directory, listing.address(), LISTING_BYTES);
      if (read < 0 && read != -ENOENT) {
        throw failed("list a directory", read);
      }
      if (read <= 0) {
        return names.asSlice(0, length).toArray(JAVA_BYTE);
      }
      if (length + read > names.byteSize()) {
        MemorySegment larger = os.memory(2L * (length + read));
        names = larger.copyFrom(names.asSlice(0, length));
      }
      length = packed(read, length);
    }
  }

  /// Takes names and kinds out of what the kernel wrote.
  ///
  /// @return how many bytes of names there are then
  private int packed(int read, int from) {
    int to = from;
    int at = 0;
    while (at < read) {
      int length = listing.get(JAVA_SHORT_UNALIGNED, at + 16L) & 0xffff;
      int start = at + 18; // the kind, and behind it the name
      int end = start + 1;
      while (listing.get(JAVA_BYTE, end) != 0) {
        end++;
      }
      MemorySegment.copy(listing, start, names, to, end + 1 - start);
      to += end + 1 - start;
      at += length;
    }
    return to;
  }

  /// The names lie where they were listed.
  @Override
  public void stat(EntryNames listed, int at, long[] rows, int index) throws IOException {
    int result = stat(names.address() + at);
    if (result != 0) {
      if (result != -ENOENT) {
        throw failed("look at " + listed.at(at), result);
      }
    } else {
      int row = index * StatRow.WIDTH;
      rows[row] = seen.get(JAVA_SHORT, 28) & 0xffff;
      rows[row + 1] = seen.get(JAVA_LONG, 32);
      rows[row + 2] = seen.get(JAVA_LONG, 40);
      rows[row + 3] = nanoseconds(112);
      rows[row + 4] = nanoseconds(96);
      rows[row + 5] = seen.get(JAVA_INT, 16);
    }
  }

  private int stat(long address) {
    return (int)
        os.sys(
            Syscall.STATX,
            directory,
            address,
            AT_SYMLINK_NOFOLLOW,
            STATX_BASIC_STATS,
            seen.address());
  }

  private long nanoseconds(long offset) {
    return seen.get(JAVA_LONG_UNALIGNED, offset) * 1_000_000_000L + seen.get(JAVA_INT, offset + 8);
  }

  @Override
  public void close() {
    leave();
    os.close(root);
    os.close();
  }
}
