// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.filter.SyscallFilter;
import dev.writ.sandbox.filter.SyscallListener;
import dev.writ.sandbox.filter.WatchedDescriptor;
import dev.writ.sandbox.launch.ConfinedLaunch;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.launch.OrphanKiller;
import dev.writ.sandbox.launch.ProcessGroupTracker;
import dev.writ.sandbox.launch.ProcessLimits;
import dev.writ.sandbox.launch.Sandbox;
import dev.writ.sandbox.launch.TaskCount;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.ProcessSpawn;
import dev.writ.sandbox.protection.PathProtection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// No sandbox: only a person's word makes one. Limits and the sound end of all processes remain,
/// and no program gains rights that the person doesn't have.
public final class UnconfinedSandbox implements Sandbox {
  private final TaskCount tasks = new TaskCount();
  private final OrphanKiller killer = new OrphanKiller();

  /// @param consent that a person wants it so
  public UnconfinedSandbox(UnsandboxedConsent consent) {
    java.util.Objects.requireNonNull(consent);
  }

  @Override
  public String name() {
    return "none";
  }

  @Override
  public List<String> gaps() {
    return List.of("files, network and other processes are within reach");
  }

  @Override
  public boolean endsTrees() {
    return true;
  }

  @Override
  public ConfinedLaunch cell(Os os, LaunchRequest launch) {
    return new Open(
        new ProcessGroupTracker(os, new ProcessLimits(os, launch.limits().quotas(), tasks), killer),
        killer);
  }

  @Override
  public Optional<Path> deathMark() throws IOException {
    return Optional.of(killer.mark());
  }

  @Override
  public void forget() {
    try (Os os = new Os()) {
      killer.end(os);
    }
  }

  /// On a leash, and otherwise free.
  private static final class Open implements ConfinedLaunch {
    private static final byte[] NOTIFYING = SyscallFilter.notifying(ProcessGroupTracker.CALLS);

    private final ProcessGroupTracker tracker;
    private final OrphanKiller killer;
    private volatile int listener = -1;
    private @Nullable SyscallListener taken;

    Open(ProcessGroupTracker tracker, OrphanKiller killer) {
      this.killer = killer;
      this.tracker = tracker;
    }

    @Override
    public ProcessSpawn spawn(Os os, LaunchStage stage, List<Integer> standard) {
      return new ProcessSpawn(
          stage.program().toString(),
          stage.argv(),
          ProcessSpawn.variables(stage.environment()),
          standard,
          stage.directory().toString(),
          ProcessSpawn.Leads.SESSION);
    }

    @Override
    public boolean confinesThread() {
      return true;
    }

    @Override
    public boolean setsApart() {
      return true;
    }

    @Override
    public void prepare(Os os) throws IOException {
      killer.start(os);
    }

    @Override
    public void confine(Os os) throws IOException {
      SyscallListener.noNewPrivileges(os);
      listener = SyscallListener.listen(os, NOTIFYING);
      os.closeApart(listener); // whoever waits for an answer must not hold it
    }

    @Override
    public void confined(Os os, Consumer<WatchedDescriptor> watches) {
      taken = new SyscallListener(os, listener, tracker, true);
      watches.accept(taken);
    }

    @Override
    public Set<Integer> groups() {
      return tracker.groups();
    }

    @Override
    public void signal(Os os, int signal) {
      tracker.signal(signal);
    }

    @Override
    public PathProtection.ProtectionChanges changes() {
      return PathProtection.ProtectionChanges.NONE;
    }

    @Override
    public void close() {
      if (taken == null) {
        try (Os os = new Os()) {
          os.close(listener);
        }
      } else if (taken.isOver()) {
        tracker.loosen();
      }
    }
  }
}
