// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.filter;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Receives certain system calls before they are performed, and decides (`seccomp_unotify(2)`).
///
/// The kernel says when the last process under the filter is gone: as a [WatchedDescriptor] this
/// is over exactly when nothing is left that the confined thread started.
public final class SyscallListener implements WatchedDescriptor {
  private static final int MODE_FILTER = 1;
  private static final int NEW_LISTENER = 8;
  private static final int WAIT_KILLABLE = 32;
  private static final int PR_SET_NO_NEW_PRIVS = 38;

  private static final long RECEIVE = 0xC0502100L;
  private static final long SEND = 0xC0182101L;
  private static final long ID_VALID = 0x40082102L;
  private static final int NOTICE_BYTES = 80;
  private static final int ANSWER_BYTES = 24;
  private static final int CONTINUE = 1;

  /// A system call that waits to be decided.
  ///
  /// @param listener the descriptor by which it was heard of
  /// @param pid who makes it; another process may have this number once the caller is gone
  /// @param arguments its first five
  public record SyscallNotice(int listener, long id, int pid, int number, List<Long> arguments) {
    private static final int GONE = 2; // as the kernel answers a call that waits no more: ENOENT

    public long argument(int index) {
      return arguments.get(index);
    }

    /// Whether the caller still waits. Facts read about the process before belong to the caller
    /// only if this is true afterwards (`seccomp_unotify(2)`, SECCOMP_IOCTL_NOTIF_ID_VALID).
    public boolean waits() {
      try (Os own = new Os()) {
        MemorySegment asked = own.memory(8);
        asked.set(JAVA_LONG, 0, id);
        return own.sys(Syscall.IOCTL, listener, ID_VALID, asked.address()) == 0;
      }
    }

    /// Answers a call whose judge returned [#LATER]; without effect where the caller is gone.
    ///
    /// @param result as a judge returns it
    public void answer(long result) {
      try (Os own = new Os()) {
        send(own, own.memory(ANSWER_BYTES), listener, id, result);
      }
    }

    /// Does nothing while the caller waits.
    ///
    /// @throws Os.SystemCallFailure where it is gone, and nothing may be done in its name
    public void mustWait() throws Os.SystemCallFailure {
      if (!waits()) {
        throw new Os.SystemCallFailure("the caller is gone", GONE);
      }
    }
  }

  /// Decides.
  public interface Judge {
    /// The decision on a call.
    ///
    /// @return [#PERFORM], [#LATER], 0 for "done without you", or a negated error number
    long judge(SyscallListener listener, SyscallNotice notice);
  }

  /// The call is performed as it is.
  public static final long PERFORM = 1;

  /// The call waits until [SyscallNotice#answer] is called.
  public static final long LATER = 2;

  private final int descriptor;
  private final Judge judge;
  private final boolean needed;
  private final MemorySegment notice;
  private final MemorySegment answer;
  private boolean over;

  /// @param needed whether the job is over only when this is
  public SyscallListener(Os os, int descriptor, Judge judge, boolean needed) {
    this.descriptor = descriptor;
    this.judge = judge;
    this.needed = needed;
    this.notice = os.memory(NOTICE_BYTES);
    this.answer = os.memory(ANSWER_BYTES);
  }

  /// Puts the calling thread, and what it will start, under a filter that notifies.
  ///
  /// @return a descriptor to listen on
  public static int listen(Os os, byte[] program) throws Os.SystemCallFailure {
    return install(os, program, NEW_LISTENER);
  }

  /// The same where answers take time: no signal but a fatal one interrupts a call that waits,
  /// which would be made again then.
  ///
  /// @throws Os.SystemCallFailure also where the kernel can't (before Linux 5.19)
  public static int listenPatiently(Os os, byte[] program) throws Os.SystemCallFailure {
    return install(os, program, NEW_LISTENER | WAIT_KILLABLE);
  }

  /// Gives up what programs with special rights would give; needed before anything else.
  public static void noNewPrivileges(Os os) throws Os.SystemCallFailure {
    os.must(Syscall.PRCTL, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  }

  private static int install(Os os, byte[] program, int flags) throws Os.SystemCallFailure {
    MemorySegment code = os.memory(program.length);
    MemorySegment.copy(
        program, 0, code, java.lang.foreign.ValueLayout.JAVA_BYTE, 0, program.length);
    MemorySegment header = os.memory(16);
    header.set(java.lang.foreign.ValueLayout.JAVA_SHORT, 0, (short) (program.length / 8));
    header.set(JAVA_LONG, 8, code.address());
    return (int) os.must(Syscall.SECCOMP, MODE_FILTER, flags, header.address());
  }

  /// Whether nothing is left under its filter.
  public boolean isOver() {
    return over;
  }

  @Override
  public int descriptor() {
    return descriptor;
  }

  @Override
  public boolean needed() {
    return needed;
  }

  @Override
  public boolean ready(Os os, int events) throws IOException {
    if ((events & READABLE) == 0) {
      over = true;
      return false;
    }
    notice.fill((byte) 0);
    if (os.sys(Syscall.IOCTL, descriptor, RECEIVE, notice.address()) < 0) {
      return true; // who called was ended meanwhile
    }
    long id = notice.get(JAVA_LONG, 0);
    long result =
        judge.judge(
            this,
            new SyscallNotice(
                descriptor,
                id,
                notice.get(JAVA_INT, 8),
                notice.get(JAVA_INT, 16),
                List.of(
                    notice.get(JAVA_LONG, 32),
                    notice.get(JAVA_LONG, 40),
                    notice.get(JAVA_LONG, 48),
                    notice.get(JAVA_LONG, 56),
                    notice.get(JAVA_LONG, 64))));
    if (result != LATER) {
      send(os, answer, descriptor, id, result);
    }
    return true;
  }

  private static void send(Os os, MemorySegment answer, int descriptor, long id, long result) {
    answer.fill((byte) 0);
    answer.set(JAVA_LONG, 0, id);
    answer.set(JAVA_INT, 16, (int) Math.min(0, result));
    answer.set(JAVA_INT, 20, result == PERFORM ? CONTINUE : 0);
    os.sys(Syscall.IOCTL, descriptor, SEND, answer.address());
  }
}
