// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Set;

/// Lists directories and reads file attributes by Linux' own calls, for one thread: the JDK does
/// not return the time of the last status change in the same call, and asks twice for data that the
/// kernel returns at once.
@SuppressWarnings("restricted") // native access is what this class is for
final class KernelLister implements DirectoryLister {
  private static final long OPENAT2 = 437; // the same number on every machine
  private static final long O_DIRECTORY_CLOEXEC_NOFOLLOW = 0x10000 | 0x80000 | 0x20000;

  /// openat2(2): nothing above the directory, no link anywhere on the way.
  private static final long RESOLVE_BENEATH_NO_LINKS = 0x08 | 0x04 | 0x02;

  private static final long O_PATH = 0x200000;
  private static final int FOR_ITS_OWNER = 0700;
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
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

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  /// The shape that the sandbox's calls have too: the linker is warmed up once for all.
  private static final MethodHandle CALL =
      LINKER.downcallHandle(
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.captureCallState("errno"));

  private static final MemorySegment SYSCALL = function("syscall");
  private static final MemorySegment OPEN = function("open");
  private static final MemorySegment CLOSE = function("close");
  private static final MemorySegment GETEUID = function("geteuid");
  private static final MemorySegment CHMOD = function("chmod");
  private static final MemorySegment STATX = function("statx");
  private static final MemorySegment GETDENTS = function("getdents64");

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment state = arena.allocate(STATE);
  private final MemorySegment listing = arena.allocate(LISTING_BYTES, Long.BYTES);
  private MemorySegment names = arena.allocate(LISTING_BYTES);
  private final MemorySegment name = arena.allocate(MOST_NAME + 1);
  private final MemorySegment seen = arena.allocate(256, Long.BYTES);
  private final MemorySegment how = arena.allocate(24, Long.BYTES);
  private final long openat2;
  private final int root;
  private final boolean everything = call(GETEUID, 0, 0, 0, 0, 0) == 0;

  /// The one that was entered, and not left yet; else negative.
  private int directory = -1;

  private static MemorySegment function(String name) {
    return LINKER
        .defaultLookup()
        .find(name)
        .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + name));
  }

  private int call(MemorySegment function, long a, long b, long c, long d, long e) {
    try {
      return (int) (long) CALL.invokeExact(function, state, a, b, c, d, e, 0L);
    } catch (RuntimeException | Error problem) {
      throw problem;
    } catch (Throwable problem) {
      throw new IllegalStateException(problem); // a downcall throws nothing of its own
    }
  }

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
    this(path, OPENAT2);
  }

  /// The same with another number for openat2(2).
  KernelLister(String path, long openat2) throws IOException {
    this.openat2 = openat2;
    named(path);
    root = call(OPEN, name.address(), O_DIRECTORY_CLOEXEC_NOFOLLOW, 0, 0, 0);
    if (root < 0) {
      arena.close();
      throw new NoSuchFileException(path);
    }
  }

  /// Whether this system has openat2(2), which kernels before 5.6 lack and some containers forbid.
  boolean works() {
    int opened = beneath("", O_DIRECTORY_CLOEXEC_NOFOLLOW | O_PATH);
    if (opened >= 0) {
      int _ = call(CLOSE, opened, 0, 0, 0, 0);
    }
    return opened >= 0 || !ABSENT.contains(errno());
  }

  private int errno() {
    return (int) ERRNO.get(state, 0L);
  }

  @Override
  public boolean enter(String path) throws IOException {
    directory = beneath(path, O_DIRECTORY_CLOEXEC_NOFOLLOW);
    if (directory < 0) {
      if (!CLOSED.contains(errno())) {
        throw failed("open " + path);
      }
    } else if (!lookable()) {
      leave();
    }
    return directory >= 0;
  }

  private IOException failed(String what) {
    return new IOException("the comparison cannot " + what + ": error " + errno());
  }

  /// Names may be readable without the attributes of their files (`path_resolution(7)`). Root can
  /// read everything.
  private boolean lookable() throws IOException {
    if (everything || (named(".") && stat(name.address()) == 0)) {
      return true;
    }
    if (!CLOSED.contains(errno())) {
      throw failed("look into a directory");
    }
    return false;
  }

  /// A descriptor, or something negative.
  private int beneath(String path, long flags) {
    if (!named(path.isEmpty() ? "." : path)) {
      ERRNO.set(state, 0L, ENAMETOOLONG);
      return -1;
    }
    how.set(JAVA_LONG, 0, flags);
    how.set(JAVA_LONG, 8, 0);
    how.set(JAVA_LONG, 16, RESOLVE_BENEATH_NO_LINKS);
    return call(SYSCALL, openat2, root, name.address(), how.address(), how.byteSize());
  }

  @Override
  public boolean open(String path) {
    int place = beneath(path, O_DIRECTORY_CLOEXEC_NOFOLLOW | O_PATH);
    if (place < 0) {
      return false;
    }
    named("/proc/self/fd/" + place);
    boolean opened = call(CHMOD, name.address(), FOR_ITS_OWNER, 0, 0, 0) == 0;
    int _ = call(CLOSE, place, 0, 0, 0, 0);
    return opened;
  }

  @Override
  public void leave() {
    if (directory >= 0) {
      int _ = call(CLOSE, directory, 0, 0, 0, 0);
      directory = -1;
    }
  }

  @Override
  public byte[] list() throws IOException {
    int length = 0;
    while (true) {
      int read = call(GETDENTS, directory, listing.address(), LISTING_BYTES, 0, 0);
      if (read < 0 && errno() != ENOENT) {
        throw failed("list a directory");
      }
      if (read <= 0) {
        return names.asSlice(0, length).toArray(JAVA_BYTE);
      }
      if (length + read > names.byteSize()) {
        MemorySegment larger = arena.allocate(2L * (length + read));
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
    if (stat(names.address() + at) != 0) {
      if (errno() != ENOENT) {
        throw failed("look at " + listed.at(at));
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
    return call(STATX, directory, address, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, seen.address());
  }

  private long nanoseconds(long offset) {
    return seen.get(JAVA_LONG_UNALIGNED, offset) * 1_000_000_000L + seen.get(JAVA_INT, offset + 8);
  }

  @Override
  public void close() {
    leave();
    int _ = call(CLOSE, root, 0, 0, 0, 0);
    arena.close();
  }
}
