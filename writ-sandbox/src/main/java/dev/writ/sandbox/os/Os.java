// Implements: docs/spec/07-commands.md §7.4 (Execution); docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Calls of the C library and the Linux kernel, for one thread.
///
/// All functions that are called take at most six integers or addresses and return one, which both
/// machines' calling conventions pass in registers: one method handle serves them all, so that the
/// linker has to be warmed up only once.
@SuppressWarnings("restricted") // native access is what this class is for
public final class Os implements AutoCloseable {
  public static final int AT_FDCWD = -100;
  public static final int O_CLOEXEC = 0x80000;

  /// A place only, not to be read.
  public static final int O_PATH = 0x200000;

  /// Fails if the name is not a directory's. Its value depends on the machine (kernel:
  /// `include/uapi/asm-generic/fcntl.h`, `arch/arm64/include/uapi/asm/fcntl.h`).
  public static final int O_DIRECTORY = Syscall.ofMachine(0x10000, 0x4000);

  /// Fails if the last part of the name is a link. Its value depends on the machine, too.
  public static final int O_NOFOLLOW = Syscall.ofMachine(0x20000, 0x8000);

  private static final int F_DUPFD_CLOEXEC = 1030;
  private static final int F_GETFL = 3;
  private static final int F_SETFL = 4;
  private static final int O_NONBLOCK = 0x800;

  /// Descriptors of ours are at least this, so that none is overwritten while a child's are laid.
  private static final int FIRST_FD = 32;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO =
      STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle CALL =
      LINKER.downcallHandle(
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.captureCallState("errno"));
  private static final MemorySegment SYSCALL = function("syscall");
  private static final MemorySegment VM_READ = function("process_vm_readv");

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment state = arena.allocate(STATE);

  /// A system call that failed.
  public static final class SystemCallFailure extends IOException {
    private static final long serialVersionUID = 1;
    private final int errno;

    public SystemCallFailure(String what, int errno) {
      super(what + ": error " + errno);
      this.errno = errno;
    }

    /// The kernel's number for what went wrong (`errno(3)`).
    public int errno() {
      return errno;
    }
  }

  /// The address of a function of the C library.
  static MemorySegment function(String name) {
    return LINKER
        .defaultLookup()
        .find(name)
        .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + name));
  }

  /// Calls a function; what it returned. For those that report an error by their value.
  long call(MemorySegment function, long... a) {
    try {
      return (long)
          CALL.invokeExact(
              function, state, at(a, 0), at(a, 1), at(a, 2), at(a, 3), at(a, 4), at(a, 5));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // a downcall throws nothing of its own
    }
  }

  private static long at(long[] arguments, int index) {
    return index < arguments.length ? arguments[index] : 0;
  }

  /// A system call: its result, or the negated error number.
  public long sys(Syscall call, long... a) {
    long result = call(SYSCALL, call.number(), at(a, 0), at(a, 1), at(a, 2), at(a, 3), at(a, 4));
    return result == -1 ? -state.get(JAVA_INT, ERRNO) : result;
  }

  /// Reads another process's memory (`process_vm_readv(2)`, the one call with six arguments; its
  /// last, flags, is zero).
  long vmRead(int pid, long here, long there) {
    long result = call(VM_READ, pid, here, 1, there, 1, 0);
    return result == -1 ? -state.get(JAVA_INT, ERRNO) : result;
  }

  /// A system call that must succeed.
  public long must(Syscall call, long... arguments) throws SystemCallFailure {
    long result = sys(call, arguments);
    if (result < 0) {
      throw new SystemCallFailure(call.name(), (int) -result);
    }
    return result;
  }

  /// Zeroed memory that lives as long as this object.
  public MemorySegment memory(long bytes) {
    return arena.allocate(bytes, 8);
  }

  /// A text as the C library wants it. Its bytes are UTF-8, whatever the JVM's locale.
  public MemorySegment text(String text) {
    return arena.allocateFrom(text, StandardCharsets.UTF_8);
  }

  /// Bytes as the C library wants them, with a zero at their end.
  private MemorySegment bytes(byte[] bytes) {
    MemorySegment memory = memory(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, memory, JAVA_BYTE, 0, bytes.length);
    return memory;
  }

  /// A null-terminated array of texts.
  MemorySegment texts(List<String> texts) {
    MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
    for (int i = 0; i < texts.size(); i++) {
      array.setAtIndex(ADDRESS, i, text(texts.get(i)));
    }
    return array;
  }

  /// Moves a descriptor out of the way of those that a child gets. Closes it where that fails.
  private int high(long fd) throws SystemCallFailure {
    if (fd >= FIRST_FD) {
      return (int) fd;
    }
    try {
      return (int) must(Syscall.FCNTL, fd, F_DUPFD_CLOEXEC, FIRST_FD);
    } finally {
      close((int) fd);
    }
  }

  /// A pipe that no child inherits by itself: what to read from, what to write to.
  public int[] pipe() throws SystemCallFailure {
    MemorySegment two = memory(8);
    must(Syscall.PIPE2, two.address(), O_CLOEXEC);
    int[] ends = {-1, two.get(JAVA_INT, 4)};
    boolean made = false;
    try {
      ends[0] = high(two.get(JAVA_INT, 0));
      int last = ends[1];
      ends[1] = -1;
      ends[1] = high(last);
      made = true;
      return ends;
    } finally {
      if (!made) {
        close(ends[0]);
        close(ends[1]);
      }
    }
  }

  /// Opens a file. Never blocks, never becomes a terminal's owner.
  public int open(String path, int flags) throws SystemCallFailure {
    return open(path.getBytes(StandardCharsets.UTF_8), flags);
  }

  /// The same for a path that is just bytes.
  public int open(byte[] path, int flags) throws SystemCallFailure {
    long name = bytes(path).address();
    long fd = must(Syscall.OPENAT, AT_FDCWD, name, flags | O_CLOEXEC | O_NONBLOCK, 0);
    return (flags & O_PATH) == 0 ? blocking(high(fd)) : high(fd);
  }

  /// Opens a file; no part of its name may be a link (`openat2(2)`, `RESOLVE_NO_SYMLINKS`).
  public int openWithoutLinks(String path, int flags) throws SystemCallFailure {
    return openWithoutLinks(AT_FDCWD, path, flags);
  }

  /// The same for a path below an open directory.
  public int openWithoutLinks(int directory, String path, int flags) throws SystemCallFailure {
    return openWithoutLinks(directory, path.getBytes(StandardCharsets.UTF_8), flags);
  }

  /// The same for a path that is just bytes.
  int openWithoutLinks(int directory, byte[] path, int flags) throws SystemCallFailure {
    final int noctty = 0x100;
    final int noSymlinks = 0x04;
    final int mode = 0666;
    final int creates = 0x40;
    MemorySegment how = memory(24);
    how.set(JAVA_LONG, 0, flags | O_CLOEXEC | O_NONBLOCK | noctty);
    how.set(JAVA_LONG, 8, (flags & creates) == 0 ? 0 : mode);
    how.set(JAVA_LONG, 16, noSymlinks);
    long fd = must(Syscall.OPENAT2, directory, bytes(path).address(), how.address(), 24);
    return blocking(high(fd));
  }

  private int blocking(int fd) throws SystemCallFailure {
    try {
      long flags = must(Syscall.FCNTL, fd, F_GETFL);
      must(Syscall.FCNTL, fd, F_SETFL, flags & ~O_NONBLOCK);
      return fd;
    } catch (SystemCallFailure e) {
      close(fd);
      throw e;
    }
  }

  /// Bytes as a file without a name, to be read from its beginning and never changed
  /// (`memfd_create(2)`).
  public int file(byte[] bytes) throws SystemCallFailure {
    final int cloexec = 1;
    final int sealable = 2;
    final int addSeals = 1033;
    final int allSeals = 0xF;
    int fd = high(must(Syscall.MEMFD_CREATE, text("writ").address(), cloexec | sealable));
    try {
      write(fd, bytes);
      must(Syscall.FCNTL, fd, addSeals, allSeals);
      return open("/proc/self/fd/" + fd, 0); // an offset of its own, at the beginning
    } finally {
      close(fd);
    }
  }

  /// Reads what is there next, waiting for it; nothing at the end.
  public byte[] read(int fd, int most) throws SystemCallFailure {
    MemorySegment buffer = memory(most);
    long n = must(Syscall.READ, fd, buffer.address(), most);
    return buffer.asSlice(0, n).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
  }

  /// Writes all.
  public void write(int fd, byte[] bytes) throws SystemCallFailure {
    MemorySegment buffer = memory(Math.max(1, bytes.length));
    MemorySegment.copy(bytes, 0, buffer, java.lang.foreign.ValueLayout.JAVA_BYTE, 0, bytes.length);
    for (long done = 0; done < bytes.length; ) {
      done += must(Syscall.WRITE, fd, buffer.address() + done, bytes.length - done);
    }
  }

  public void close(int fd) {
    if (fd >= 0) {
      sys(Syscall.CLOSE, fd);
    }
  }

  /// Gives the calling thread a table of descriptors of its own without this one (`close_range(2)`,
  /// `CLOSE_RANGE_UNSHARE`, since Linux 5.9): what it starts gets no copy of it, not even until its
  /// program begins. The other threads' table stays as it is.
  public void closeApart(int fd) throws SystemCallFailure {
    final int unshare = 2;
    must(Syscall.CLOSE_RANGE, fd, fd, unshare);
  }

  @Override
  public void close() {
    arena.close();
  }
}
