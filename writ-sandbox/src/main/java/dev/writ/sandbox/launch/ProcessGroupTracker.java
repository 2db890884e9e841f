// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.writ.sandbox.filter.SyscallListener;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// Knows every process group that a command's processes are in, without namespaces: a process
/// leaves its group only by `setsid` or `setpgid`, and both are heard of before they happen. So a
/// signal to all groups reaches all of them, daemons too; where Writ itself is killed, the
/// [OrphanKiller] sends it.
///
/// The first call of each stage is `setsid`, in the child, before its program begins: there its
/// limits are set.
public final class ProcessGroupTracker implements SyscallListener.Judge {
  /// The system calls to be notified of.
  public static final Set<Syscall> CALLS = Set.of(Syscall.SETSID, Syscall.SETPGID);

  private static final int SIGKILL = 9;
  private static final int EPERM = 1;
  private static final int ESRCH = 3;

  private final Os os;
  private final ProcessLimits limits;
  private final OrphanKiller killer;
  private final Set<Integer> sessions = new HashSet<>();
  private final Set<Integer> groups = new LinkedHashSet<>();
  private boolean ending;

  /// The kernel's information about a process (`proc_pid_status(5)`, `proc_pid_stat(5)`).
  private record Status(int process, int session, long start) {
    private static final String PROCESS = "\nTgid:\t";
    private static final String SESSION = "\nNSsid:\t";

    static Optional<Status> of(int task) {
      try {
        String text = Files.readString(Path.of("/proc/" + task + "/status"));
        int process = number(text, PROCESS);
        int session = number(text, SESSION);
        return process < 0 || session < 0
            ? Optional.empty()
            : Optional.of(new Status(process, session, begun(process)));
      } catch (IOException _) {
        return Optional.empty(); // it has ended
      }
    }

    /// The number after a word that occurs once, or -1. A process's own name comes before all of
    /// them, but without line breaks (`proc_pid_status(5)`).
    private static int number(String text, String word) {
      int from = text.indexOf(word) + word.length();
      int to = from;
      while (to < text.length() && Character.isDigit(text.charAt(to))) {
        to++;
      }
      return from < word.length() || to == from ? -1 : Integer.parseInt(text, from, to, 10);
    }
  }

  /// When a process started, by the kernel's clock (`proc_pid_stat(5)`, `starttime`): with its
  /// number that names it for good.
  ///
  /// @throws IOException where it has ended
  public static long begun(int process) throws IOException {
    String text = Files.readString(Path.of("/proc/" + process + "/stat"), ISO_8859_1);
    // The 22nd field; the second, the name, is in parentheses and may contain anything.
    return Long.parseLong(text.substring(text.lastIndexOf(')') + 2).split(" ", -1)[19]);
  }

  /// @param os of the job's thread, which is the one that hears and signals
  /// @param killer kills the groups when Writ is killed
  public ProcessGroupTracker(Os os, ProcessLimits limits, OrphanKiller killer) {
    this.killer = killer;
    this.os = os;
    this.limits = limits;
  }

  @Override
  public long judge(SyscallListener listener, SyscallListener.SyscallNotice notice) {
    // A thread may call; what changes is its process.
    Optional<Status> caller = Status.of(notice.pid());
    if (ending) {
      return -EPERM;
    }
    if (caller.isEmpty() || !notice.waits()) {
      return -ESRCH;
    }
    groups.removeIf(this::isOver);
    int process = caller.get().process();
    if (notice.number() == Syscall.SETSID.number()) {
      limits.set(os, process);
      sessions.add(process);
      return note(caller.get());
    }
    return group(process, (int) notice.argument(0), (int) notice.argument(1));
  }

  /// All that are known.
  public Set<Integer> groups() {
    return Set.copyOf(groups);
  }

  private boolean isOver(int group) {
    boolean over = isGone(-group) && isGone(group);
    if (over) {
      killer.remove(os, group);
    }
    return over;
  }

  /// A group that would survive Writ is refused.
  private long note(Status leader) {
    groups.add(leader.process());
    int error = killer.add(os, leader.process(), leader.start());
    return error == 0 ? SyscallListener.PERFORM : -error;
  }

  /// Everything has surely ended: the numbers may be strangers' from now on.
  public void loosen() {
    groups.forEach(group -> killer.remove(os, group));
    groups.clear();
  }

  /// Only a new group of one of ours is noted, whatever numbers the caller names; all others are
  /// known, or the kernel refuses.
  private long group(int caller, int process, int group) {
    int moved = process == 0 ? caller : process;
    boolean makesOne = group == 0 || group == moved;
    return !makesOne
        ? SyscallListener.PERFORM
        : Status.of(moved)
            .filter(is -> sessions.contains(is.session()))
            .map(this::note)
            .orElse(SyscallListener.PERFORM);
  }

  /// A group that was just allowed may not have been made yet; then its maker is there.
  private boolean isGone(int process) {
    return os.sys(Syscall.KILL, process, 0) == -ESRCH;
  }

  /// Sends a signal to all groups. After the last signal no process creates new groups.
  public void signal(int signal) {
    ending |= signal == SIGKILL;
    for (int group : groups) {
      if (isGone(-group)) {
        continue;
      }
      // The number may be a stranger's by now, where ours ended long ago.
      if (Status.of(group).map(is -> sessions.contains(is.session())).orElse(true)) {
        os.sys(Syscall.KILL, -group, signal);
      }
    }
  }
}
