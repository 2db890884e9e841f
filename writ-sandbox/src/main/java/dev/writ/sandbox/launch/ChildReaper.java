// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.writ.sandbox.filter.WatchedDescriptor;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Waits for the end of one child.
public final class ChildReaper implements WatchedDescriptor {
  private final int pid;
  private final int descriptor;
  private LaunchResult.@Nullable Exit exit;

  public ChildReaper(Os os, int pid) throws Os.SystemCallFailure {
    this.pid = pid;
    this.descriptor = (int) os.must(Syscall.PIDFD_OPEN, pid, 0);
  }

  @Override
  public int descriptor() {
    return descriptor;
  }

  @Override
  public boolean ready(Os os, int events) throws Os.SystemCallFailure {
    MemorySegment status = os.memory(4);
    os.must(Syscall.WAIT4, pid, status.address(), 0, 0);
    int word = status.get(JAVA_INT, 0);
    int signal = word & 0x7F;
    exit =
        signal == 0
            ? new LaunchResult.Exit.Code(word >> 8 & 0xFF)
            : LaunchResult.Exit.Signal.of(signal);
    return false;
  }

  int pid() {
    return pid;
  }

  boolean ended() {
    return exit != null;
  }

  /// How it ended. One that could not even be ended by force counts as killed.
  public LaunchResult.Exit exit() {
    return exit == null ? LaunchResult.Exit.Signal.of(9) : exit;
  }
}
