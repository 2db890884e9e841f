// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.launch;

import dev.writ.sandbox.filter.WatchedDescriptor;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessSpawn;
import dev.writ.sandbox.protection.PathProtection;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The sandbox of one launch: prepares the start of its stages, confines the thread that starts
/// them, and ends their processes.
public interface ConfinedLaunch extends AutoCloseable {
  /// How a stage is started.
  ///
  /// @param standard descriptors of its standard input, output and error
  ProcessSpawn spawn(Os os, LaunchStage stage, List<Integer> standard) throws IOException;

  /// Confines the calling thread for ever. Called on a thread of its own, and only if
  /// [#confinesThread]. Classes that it needs must be loaded before.
  default void confine(Os os) throws IOException {}

  /// Whether stages are started from a thread that was confined.
  default boolean confinesThread() {
    return false;
  }

  /// Whether [#confine] gives that thread a table of descriptors of its own.
  default boolean setsApart() {
    return false;
  }

  /// Whether that thread must live as long as what it started.
  default boolean needsThread() {
    return false;
  }

  /// Looks at what must be known before anything runs: on the job's thread, while the other one is
  /// being confined.
  default void prepare(Os os) throws IOException {}

  /// Called when the thread is confined, on the job's thread.
  default void confined(Os os, Consumer<WatchedDescriptor> watches) {}

  /// Called when a stage was started, on the job's thread.
  default void started(Os os, int pid, Consumer<WatchedDescriptor> watches) throws IOException {}

  /// Sends a signal to all that runs inside.
  void signal(Os os, int signal);

  /// Process groups of its programs that need not descend from its stages any more.
  default Set<Integer> groups() {
    return Set.of();
  }

  /// Looks for why nothing was run although a process was started.
  ///
  /// @param errors what was written to standard error
  /// @throws IOException with that reason
  default void check(String errors) throws IOException {}

  /// Registers a listener that is called, from any thread, for each refused host.
  default void refusing(Runnable whom) {}

  /// Hosts that were asked for and not allowed.
  default List<String> refused() {
    return List.of();
  }

  /// Protected paths that changed; they were restored or are lost.
  PathProtection.ProtectionChanges changes() throws IOException;

  /// Descriptors of resources that are freed only after their last close, which takes time: they
  /// are closed after the result is known.
  default List<Integer> kept() {
    return List.of();
  }

  /// Frees what was made for this launch.
  @Override
  void close();
}
