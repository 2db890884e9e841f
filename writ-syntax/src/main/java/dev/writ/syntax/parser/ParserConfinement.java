// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The system calls that the parser's process may still use after it starts reading texts: memory,
/// its pipes, its threads, and files for reading, since grammars are loaded on demand. Code that a
/// text takes over can start no program, connect to nothing, write no file and signal no process
/// (`seccomp(2)`, a filter for all threads). Other systems have no such limit.
@SuppressWarnings("restricted") // its module has native access in the parser's process
final class ParserConfinement {
  /// Numbers on x86-64 and on AArch64 (`syscall_64.tbl`, `asm-generic/unistd.h`); -1: it has none.
  private static final int[][] ALLOWED = {
    {0, 63}, // read
    {1, 64}, // write
    {3, 57}, // close
    {4, -1}, // stat
    {5, 80}, // fstat
    {6, -1}, // lstat
    {7, -1}, // poll
    {8, 62}, // lseek
    {9, 222}, // mmap
    {10, 226}, // mprotect
    {11, 215}, // munmap
    {12, 214}, // brk
    {13, 134}, // rt_sigaction
    {14, 135}, // rt_sigprocmask
    {15, 139}, // rt_sigreturn
    {17, 67}, // pread64
    {21, -1}, // access
    {24, 124}, // sched_yield
    {25, 216}, // mremap
    {28, 233}, // madvise
    {35, 101}, // nanosleep
    {39, 172}, // getpid
    {60, 93}, // exit
    {63, 160}, // uname
    {72, 25}, // fcntl
    {79, 17}, // getcwd
    {89, -1}, // readlink
    {96, 169}, // gettimeofday
    {98, 165}, // getrusage
    {99, 179}, // sysinfo
    {131, 132}, // sigaltstack
    {186, 178}, // gettid
    {202, 98}, // futex
    {204, 123}, // sched_getaffinity
    {219, 128}, // restart_syscall
    {228, 113}, // clock_gettime
    {229, 114}, // clock_getres
    {230, 115}, // clock_nanosleep
    {231, 94}, // exit_group
    {262, 79}, // newfstatat
    {267, 78}, // readlinkat
    {269, 48}, // faccessat
    {271, 73}, // ppoll
    {273, 99}, // set_robust_list
    {309, 168}, // getcpu
    {318, 278}, // getrandom
    {324, 283}, // membarrier
    {332, 291}, // statx
    {334, 293}, // rseq
    {439, 439}, // faccessat2
  };

  private static final int[] OPENAT = {257, 56};
  private static final int[] IOCTL = {16, 29};
  private static final int[] CLONE = {56, 220};
  private static final int[] CLONE3 = {435, 435};
  private static final int[] PRCTL = {157, 167};
  private static final int[] SECCOMP = {317, 277};

  /// `AUDIT_ARCH_X86_64`, `AUDIT_ARCH_AARCH64`.
  private static final int[] MACHINES = {0xC000003E, 0xC00000B7};

  private static final int LOAD = 0x20;
  private static final int IF_EQUAL = 0x15;
  private static final int IF_ANY_BIT = 0x45;
  private static final int RETURN = 0x06;
  private static final int ALLOW = 0x7fff0000;
  private static final int REFUSE = 0x00050001; // EPERM
  private static final int UNKNOWN = 0x00050026; // ENOSYS: the C library then asks in the old way
  private static final int NUMBER = 0;
  private static final int MACHINE = 4;

  /// `O_WRONLY`, `O_RDWR`, `O_CREAT`, `O_TRUNC`.
  private static final int WRITING = 0x243;

  /// How much can be read from a pipe.
  private static final int FIONREAD = 0x541B;

  private static final int CLONE_THREAD = 0x10000;

  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int SECCOMP_SET_MODE_FILTER = 1;
  private static final int TSYNC = 1;

  private final ByteBuffer program = ByteBuffer.allocate(8 * 256).order(ByteOrder.LITTLE_ENDIAN);

  private ParserConfinement(int machine) {
    add(LOAD, 0, 0, MACHINE);
    add(IF_EQUAL, 1, 0, MACHINES[machine]);
    add(RETURN, 0, 0, REFUSE);
    add(LOAD, 0, 0, NUMBER);
    for (int[] call : ALLOWED) {
      if (call[machine] >= 0) {
        add(IF_EQUAL, 0, 1, call[machine]);
        add(RETURN, 0, 0, ALLOW);
      }
    }
    add(IF_EQUAL, 0, 1, CLONE3[machine]);
    add(RETURN, 0, 0, UNKNOWN); // its flags lie in memory
    add(IF_EQUAL, 0, 4, CLONE[machine]);
    argument(0);
    add(IF_ANY_BIT, 0, 1, CLONE_THREAD);
    add(RETURN, 0, 0, ALLOW);
    add(RETURN, 0, 0, REFUSE);
    add(IF_EQUAL, 0, 4, IOCTL[machine]);
    argument(1);
    add(IF_EQUAL, 0, 1, FIONREAD);
    add(RETURN, 0, 0, ALLOW);
    add(RETURN, 0, 0, REFUSE);
    add(IF_EQUAL, 0, 3, OPENAT[machine]);
    argument(2);
    add(IF_ANY_BIT, 1, 0, WRITING);
    add(RETURN, 0, 0, ALLOW);
    add(RETURN, 0, 0, REFUSE);
  }

  private void add(int code, int yes, int no, int operand) {
    program.putShort((short) code).put((byte) yes).put((byte) no).putInt(operand);
  }

  /// Loads the lower half of an argument, which is all that counts of flags.
  private void argument(int index) {
    add(LOAD, 0, 0, 16 + 8 * index);
  }

  /// From now on this process may do no more than that. Does nothing on another system than Linux.
  ///
  /// @param registers the shape by which `syscall` is called, with six arguments
  /// @throws IOException where Linux refuses
  static void enter(FunctionDescriptor registers) throws IOException {
    if (!System.getProperty("os.name", "").startsWith("Linux")) {
      return;
    }
    Linker linker = Linker.nativeLinker();
    MethodHandle call =
        linker.downcallHandle(linker.defaultLookup().findOrThrow("syscall"), registers);
    int machine = System.getProperty("os.arch", "").equals("amd64") ? 0 : 1;
    ByteBuffer filter = new ParserConfinement(machine).program.flip();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment instructions = arena.allocate(filter.remaining(), Long.BYTES);
      instructions.copyFrom(MemorySegment.ofBuffer(filter));
      MemorySegment head = arena.allocate(16, Long.BYTES); // sock_fprog
      head.set(JAVA_SHORT, 0, (short) (filter.remaining() / 8));
      head.set(ADDRESS, 8, instructions);
      long never =
          (long)
              call.invokeExact((long) PRCTL[machine], (long) PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L);
      long filtered =
          (long)
              call.invokeExact(
                  (long) SECCOMP[machine],
                  (long) SECCOMP_SET_MODE_FILTER,
                  (long) TSYNC,
                  head.address(),
                  0L,
                  0L);
      if (never != 0 || filtered != 0) {
        throw new IOException("this system has no filter of system calls (seccomp)");
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
