// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.filter.WatchedDescriptor;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.namespace.OverlayLayers;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Bubblewrap's status reports: the number of the sandbox's first process, and the end of the
/// program. Over when it ends.
final class BubblewrapStatus implements WatchedDescriptor {
  private static final int SIGKILL = 9;
  private static final Pattern CHILD = Pattern.compile("\"child-pid\": (\\d+)");
  private static final String EXIT = "\"exit-code\":";
  private static final int ROOM = 4096;

  private final int descriptor;
  final Start start;
  private final MemorySegment buffer;
  boolean exited;

  /// Whether it was to end before its first process was known.
  private boolean unwanted;

  /// bubblewrap's own number; 0 before it was started.
  int pid;

  private int first;

  /// Its mounts, which last as long as this; -1 for none.
  int mounts = -1;

  Consumer<WatchedDescriptor> watches = watch -> {};
  boolean gone;

  BubblewrapStatus(Os os, int descriptor, Start start) {
    this.descriptor = descriptor;
    this.start = start;
    this.buffer = os.memory(ROOM);
  }

  /// Closes everything of a stage that was never started.
  void close(Os os) {
    start.theirs.forEach(os::close);
    os.close(start.gate);
    os.close(descriptor);
  }

  @Override
  public int descriptor() {
    return descriptor;
  }

  @Override
  public boolean ready(Os os, int events) throws IOException {
    long n = os.must(Syscall.READ, descriptor, buffer.address(), ROOM);
    String text =
        new String(buffer.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    Matcher child = CHILD.matcher(text);
    if (child.find()) {
      first = Integer.parseInt(child.group(1));
      if (unwanted) {
        os.sys(Syscall.KILL, first, SIGKILL);
      }
      long descriptorOfFirst = os.sys(Syscall.PIDFD_OPEN, first, 0);
      if (descriptorOfFirst >= 0) {
        // Of a gone sandbox only empty memory and mounts are left, and clearing those away would
        // be the last thing that its first process does.
        mounts = start.around.isEmpty() ? namespace(os) : -1;
        watches.accept(new First(this, (int) descriptorOfFirst));
      } else {
        gone = true;
      }
    }
    exited |= text.contains(EXIT);
    return n > 0;
  }

  private int namespace(Os os) {
    try {
      return os.open("/proc/" + first + "/ns/mnt", 0);
    } catch (Os.SystemCallFailure _) {
      return -1; // then it clears them away itself
    }
  }

  /// All in the sandbox are in the group of its first process, which takes only the last signal;
  /// that one ends all, also those that left the group.
  void signal(Os os, int signal) {
    if (gone || pid == 0) {
      return;
    }
    if (first == 0 && !unwanted) {
      unwanted = true; // ending bubblewrap now could leave a first process not yet bound to it
    } else if (signal != SIGKILL && first != 0) {
      os.sys(Syscall.KILL, -first, signal);
    } else {
      os.sys(Syscall.KILL, first != 0 ? first : pid, signal);
    }
  }

  /// The report that a stage's bubblewrap still owes.
  ///
  /// @param gate where its options are written
  /// @param theirs descriptors that only it is to hold
  record Start(LaunchStage stage, Optional<OverlayLayers> around, int gate, List<Integer> theirs) {}

  /// The sandbox's first process: when it is gone, everything in the sandbox is
  /// (`pid_namespaces(7)`).
  private record First(BubblewrapStatus status, int descriptor) implements WatchedDescriptor {
    @Override
    public boolean ready(Os os, int events) {
      status.gone = true;
      return false;
    }
  }
}
