// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A process to be started by `posix_spawn(3)`: unlike `ProcessBuilder` it can hand over more than
/// three descriptors, makes a session in the same step, and needs no second program.
///
/// @param descriptors of ours; the child's number is the place in the list
/// @param directory where it starts; null for ours
public record ProcessSpawn(
    String program,
    List<String> argv,
    List<String> environment,
    List<Integer> descriptors,
    @Nullable String directory,
    Leads leads) {
  /// The group or session that the new process leads.
  public enum Leads {
    /// A session, without a terminal.
    SESSION,
    /// A group in our session; for a launcher that creates the session itself. On a busy machine a
    /// session is expensive: the scheduler gives each its own share ("autogroup", `sched(7)`).
    GROUP
  }

  private static final MemorySegment SPAWN = Os.function("posix_spawn");
  private static final MemorySegment INIT = Os.function("posix_spawn_file_actions_init");
  private static final MemorySegment DESTROY = Os.function("posix_spawn_file_actions_destroy");
  private static final MemorySegment DUP = Os.function("posix_spawn_file_actions_adddup2");
  private static final MemorySegment CHDIR = Os.function("posix_spawn_file_actions_addchdir_np");
  private static final MemorySegment CLOSE_FROM =
      Os.function("posix_spawn_file_actions_addclosefrom_np");
  private static final MemorySegment ATTRIBUTES = Os.function("posix_spawnattr_init");
  private static final MemorySegment FLAGS = Os.function("posix_spawnattr_setflags");
  private static final MemorySegment SIGNALS = Os.function("posix_spawnattr_setsigdefault");

  /// More than any C library's `posix_spawnattr_t`, `posix_spawn_file_actions_t` and `sigset_t`.
  private static final int ROOM = 1024;

  private static final int NEW_SESSION = 0x80;
  private static final int NEW_GROUP = 0x02;

  /// No signal blocked, none ignored (`spawn.h`).
  private static final int SIGNALS_AND_MASK = 0x08 | 0x04;

  /// Loads what starting needs: a thread that is already confined can't read class files.
  public static void load() {
    // The static fields are the work.
  }

  /// Starts it.
  ///
  /// @return its number
  /// @throws Os.SystemCallFailure where it can't be started
  public int start(Os os) throws Os.SystemCallFailure {
    MemorySegment actions = os.memory(ROOM);
    MemorySegment attributes = os.memory(ROOM);
    MemorySegment every = os.memory(ROOM).fill((byte) -1);
    os.call(ATTRIBUTES, attributes.address());
    os.call(SIGNALS, attributes.address(), every.address());
    // The mask is empty, and the group its own, from init on.
    int leading = leads == Leads.SESSION ? NEW_SESSION : NEW_GROUP;
    os.call(FLAGS, attributes.address(), leading | SIGNALS_AND_MASK);
    os.call(INIT, actions.address());
    try {
      for (int i = 0; i < descriptors.size(); i++) {
        os.call(DUP, actions.address(), descriptors.get(i), i);
      }
      os.call(CLOSE_FROM, actions.address(), descriptors.size());
      if (directory != null) {
        os.call(CHDIR, actions.address(), os.text(directory).address());
      }
      MemorySegment pid = os.memory(4);
      int error =
          (int)
              os.call(
                  SPAWN,
                  pid.address(),
                  os.text(program).address(),
                  actions.address(),
                  attributes.address(),
                  os.texts(argv).address(),
                  os.texts(environment).address());
      if (error != 0) {
        throw new Os.SystemCallFailure(program + " cannot be started", error);
      }
      return pid.get(JAVA_INT, 0);
    } finally {
      os.call(DESTROY, actions.address());
    }
  }

  /// An environment as the system takes it.
  public static List<String> variables(Map<String, String> environment) {
    return environment.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
  }
}
