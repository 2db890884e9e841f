// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.filter;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.lang.foreign.MemorySegment;

/// Takes all capabilities from the calling thread and from what it will start
/// (`capabilities(7)`): being root is then no more than owning root's files.
public final class ProgramCapabilities {
  private static final int PR_CAPBSET_DROP = 24;
  private static final int PR_SET_SECUREBITS = 28;
  private static final int PR_CAP_AMBIENT = 47;
  private static final int CLEAR_ALL = 4;
  private static final int MOST = 64;
  private static final int VERSION_3 = 0x20080522;

  /// NOROOT, NO_SETUID_FIXUP and NO_CAP_AMBIENT_RAISE, all locked, and KEEP_CAPS locked off.
  private static final int NEVER_AGAIN = 0xEF;

  private ProgramCapabilities() {}

  public static void load() {
    // Being called loads it: a confined thread can't.
  }

  /// Before system calls are filtered. Without the right to do it there is nothing to drop.
  public static void dropBounding(Os os) {
    os.sys(Syscall.PRCTL, PR_SET_SECUREBITS, NEVER_AGAIN, 0, 0, 0);
    os.sys(Syscall.PRCTL, PR_CAP_AMBIENT, CLEAR_ALL, 0, 0, 0);
    int capability = 0;
    while (capability < MOST && os.sys(Syscall.PRCTL, PR_CAPBSET_DROP, capability, 0, 0, 0) == 0) {
      capability++;
    }
  }

  public static void drop(Os os) throws Os.SystemCallFailure {
    MemorySegment header = os.memory(8);
    header.set(JAVA_INT, 0, VERSION_3);
    os.must(Syscall.CAPSET, header.address(), os.memory(24).address());
  }
}
