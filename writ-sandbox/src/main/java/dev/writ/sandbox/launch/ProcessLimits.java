// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.writ.sandbox.launch.LaunchRequest.LaunchQuotas;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Sets limits on a process that was started but has not begun yet (`prlimit(2)`). They hold for
/// what it starts, too. Nothing is ever raised. How much memory all hold together is for the
/// [MemoryBound]; where the machine has none left before that, the kernel ends them before others.
public final class ProcessLimits {
  private static final int CPU = 0;
  private static final int FSIZE = 1;
  private static final int CORE = 4;
  private static final int NPROC = 6;
  private static final int NOFILE = 7;
  private static final int PAIR = 16;
  private static final int O_WRONLY = 1;
  private static final byte[] FIRST = "1000".getBytes(StandardCharsets.US_ASCII);

  private final Map<Integer, Long> limits = new LinkedHashMap<>();
  private final MemorySegment now;
  private final MemorySegment then;

  public ProcessLimits(Os os, LaunchQuotas quotas, TaskCount tasks) {
    now = os.memory(PAIR);
    then = os.memory(PAIR);
    limits.put(CPU, quotas.cpuSeconds());
    limits.put(NOFILE, quotas.openFiles());
    limits.put(FSIZE, quotas.fileBytes());
    limits.put(CORE, 0L);
    long user = os.sys(Syscall.GETEUID);
    if (user != 0) { // the kernel doesn't count root's
      limits.put(NPROC, tasks.of(user) + quotas.processes());
    }
  }

  /// The resources that the limits cannot bound, for a person.
  static List<String> gaps() {
    List<String> gaps = new ArrayList<>();
    try (Os os = new Os()) {
      if (os.sys(Syscall.GETEUID) == 0) {
        gaps.add(
            "the limit on processes has no effect: Writ runs as root, and the"
                + " kernel does not count root's processes");
      }
    }
    return gaps;
  }

  public void set(Os os, int pid) {
    endFirst(os, pid);
    limits.forEach(
        (resource, value) -> {
          os.sys(Syscall.PRLIMIT64, pid, resource, 0, now.address());
          long most = now.get(JAVA_LONG, 8);
          long limit = Long.compareUnsigned(value, most) < 0 ? value : most;
          then.set(JAVA_LONG, 0, limit);
          then.set(JAVA_LONG, 8, limit);
          os.sys(Syscall.PRLIMIT64, pid, resource, then.address(), 0);
        });
  }

  private static void endFirst(Os os, int pid) {
    try {
      int score = os.open("/proc/" + pid + "/oom_score_adj", O_WRONLY);
      try {
        os.write(score, FIRST);
      } finally {
        os.close(score);
      }
    } catch (Os.SystemCallFailure _) {
      // Then the kernel chooses.
    }
  }
}
