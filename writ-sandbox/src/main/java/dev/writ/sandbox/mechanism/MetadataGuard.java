// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.writ.sandbox.filter.SyscallListener;
import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessMemory;
import dev.writ.sandbox.os.Syscall;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Guards permissions and times of files, for which Landlock has no rules (`landlock(7)`, "Current
/// limitations"): a program's call is performed here instead, on a file that was opened and then
/// verified to be where the program may write. No owner changes, and no file gets a special bit.
public final class MetadataGuard {
  /// The system calls to be notified of.
  public static final Set<Syscall> CALLS =
      Set.of(
          Syscall.CHMOD,
          Syscall.FCHMOD,
          Syscall.FCHMODAT,
          Syscall.FCHMODAT2,
          Syscall.CHOWN,
          Syscall.LCHOWN,
          Syscall.FCHOWN,
          Syscall.FCHOWNAT,
          Syscall.UTIMENSAT);

  private static final Map<Syscall, Integer> NUMBERS = numbers();

  /// The C library changes the mode of a file that it has opened by this name, which would be ours.
  private static final Pattern OWN_FILE = Pattern.compile("/proc/self/fd/(\\d{1,9})\0");

  private static final int EPERM = 1;
  private static final int NO_MAGIC_LINKS = 0x02;
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int SPECIAL_BITS = 06000;

  private final List<String> writable;
  private final List<String> blocked;

  /// @param blocked out of reach, or protected, although they lie there
  public MetadataGuard(List<Path> writable, List<Path> blocked) {
    this.writable = writable.stream().map(path -> path + "/").toList();
    this.blocked = blocked.stream().map(path -> path + "/").toList();
  }

  private static Map<Syscall, Integer> numbers() {
    Map<Syscall, Integer> numbers = new EnumMap<>(Syscall.class);
    CALLS.forEach(call -> numbers.put(call, call.number()));
    return numbers;
  }

  static boolean hears(SyscallListener.SyscallNotice notice) {
    return NUMBERS.containsValue(notice.number());
  }

  /// Performs the call, or refuses it.
  public long judge(SyscallListener.SyscallNotice notice) {
    try (Os os = new Os()) {
      Syscall call =
          CALLS.stream().filter(c -> c.number() == notice.number()).findFirst().orElseThrow();
      return switch (call) {
        case CHMOD -> mode(os, notice, Os.AT_FDCWD, 0, 0);
        case FCHMOD -> mode(os, notice, (int) notice.argument(0), -1, 0);
        case FCHMODAT -> mode(os, notice, (int) notice.argument(0), 1, 0);
        case FCHMODAT2 -> mode(os, notice, (int) notice.argument(0), 1, (int) notice.argument(3));
        case CHOWN, LCHOWN, FCHOWN -> owner(os, notice, 1);
        case FCHOWNAT -> owner(os, notice, 2);
        default -> times(os, notice);
      };
    } catch (Os.SystemCallFailure e) {
      return -e.errno();
    }
  }

  /// Without capabilities a program may only leave the owner as it is.
  private static long owner(Os os, SyscallListener.SyscallNotice notice, int index) {
    int user = (int) notice.argument(index);
    int group = (int) notice.argument(index + 1);
    boolean same =
        (user == -1 || user == os.sys(Syscall.GETEUID))
            && (group == -1 || group == os.sys(Syscall.GETEGID));
    return same ? 0 : -EPERM;
  }

  /// @param name which argument is the name, or -1 for none; the mode is the next one
  private long mode(Os os, SyscallListener.SyscallNotice notice, int directory, int name, int flags)
      throws Os.SystemCallFailure {
    int mode = (int) notice.argument(name < 0 ? 1 : name + 1);
    if ((mode & SPECIAL_BITS) != 0) {
      return -EPERM;
    }
    int file = open(os, notice, directory, name, flags);
    try {
      notice.mustWait();
      if ((mode & FileStamp.ANY_WRITE) != 0 && isSealedElsewhere(os, file)) {
        return -EPERM;
      }
      return os.sys(Syscall.FCHMODAT, Os.AT_FDCWD, os.text(link(file)).address(), mode);
    } finally {
      os.close(file);
    }
  }

  /// Whether it is a read-only file with another name, which may be protected: a Git object, for
  /// example ([dev.writ.sandbox.protection.ObjectStoreBackup]).
  private static boolean isSealedElsewhere(Os os, int file) {
    final int modeAndLinks = 0x7; // `struct statx`, as in FileState
    MemorySegment is = os.memory(256);
    long result =
        os.sys(
            Syscall.STATX, file, os.text("").address(), AT_EMPTY_PATH, modeAndLinks, is.address());
    boolean directory = (is.get(JAVA_SHORT, 28) & 0170000) == 0040000;
    boolean sealed = (is.get(JAVA_SHORT, 28) & FileStamp.ANY_WRITE) == 0;
    return result != 0 || (!directory && sealed && is.get(JAVA_INT, 16) > 1);
  }

  private long times(Os os, SyscallListener.SyscallNotice notice) throws Os.SystemCallFailure {
    final int twoTimes = 32;
    int flags = (int) notice.argument(3);
    int name = notice.argument(1) == 0 ? -1 : 1;
    long times = 0;
    if (notice.argument(2) != 0) {
      byte[] bytes = ProcessMemory.bytes(os, notice.pid(), notice.argument(2), twoTimes);
      MemorySegment copy = os.memory(twoTimes);
      MemorySegment.copy(bytes, 0, copy, JAVA_BYTE, 0, bytes.length);
      times = copy.address();
    }
    int file = open(os, notice, (int) notice.argument(0), name, flags);
    try {
      notice.mustWait();
      return os.sys(Syscall.UTIMENSAT, file, os.text("").address(), times, AT_EMPTY_PATH);
    } finally {
      os.close(file);
    }
  }

  /// Opens what the program means, as the kernel would find it, if it may write there.
  private int open(Os os, SyscallListener.SyscallNotice notice, int directory, int name, int flags)
      throws Os.SystemCallFailure {
    String process = "/proc/" + notice.pid();
    if (name < 0) {
      return checked(os, os.open(process + "/fd/" + directory, Os.O_PATH));
    }
    byte[] bytes = ProcessMemory.name(os, notice.pid(), notice.argument(name));
    Matcher own = OWN_FILE.matcher(new String(bytes, StandardCharsets.UTF_8));
    if (own.matches()) {
      return checked(os, os.open(process + "/fd/" + own.group(1), Os.O_PATH));
    }
    boolean here = directory == Os.AT_FDCWD;
    int base = os.open(process + (here ? "/cwd" : "/fd/" + directory), Os.O_PATH);
    if (bytes.length == 1) {
      return checked(os, base);
    }
    try {
      return checked(os, at(os, base, bytes, flags));
    } finally {
      os.close(base);
    }
  }

  private static int at(Os os, int base, byte[] name, int flags) throws Os.SystemCallFailure {
    MemorySegment path = os.memory(name.length);
    MemorySegment.copy(name, 0, path, JAVA_BYTE, 0, name.length);
    MemorySegment how = os.memory(24);
    boolean itself = (flags & AT_SYMLINK_NOFOLLOW) != 0;
    how.set(JAVA_LONG, 0, Os.O_PATH | Os.O_CLOEXEC | (itself ? Os.O_NOFOLLOW : 0));
    how.set(JAVA_LONG, 16, NO_MAGIC_LINKS);
    return (int) os.must(Syscall.OPENAT2, base, path.address(), how.address(), 24);
  }

  private int checked(Os os, int file) throws Os.SystemCallFailure {
    final int most = 8192;
    MemorySegment buffer = os.memory(most);
    long n =
        os.sys(
            Syscall.READLINKAT,
            Os.AT_FDCWD,
            os.text(link(file)).address(),
            buffer.address(),
            most - 1);
    String place =
        new String(buffer.asSlice(0, Math.max(0, n)).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
    if (writable.stream().noneMatch((place + "/")::startsWith)
        || blocked.stream().anyMatch((place + "/")::startsWith)) {
      os.close(file);
      throw new Os.SystemCallFailure(place, EPERM);
    }
    return file;
  }

  private static String link(int file) {
    return "/proc/self/fd/" + file;
  }
}
