// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.base.value.HostList;
import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.filter.ProgramCapabilities;
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
import dev.writ.sandbox.os.Syscall;
import dev.writ.sandbox.protection.PathProtection;
import dev.writ.sandbox.protection.ProtectedContentCache;
import dev.writ.sandbox.protection.RightfulWriters;
import dev.writ.sandbox.proxy.ProxyConnector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Rules of the kernel for files (`landlock(7)`), a filter of system calls and no capabilities, set
/// on the thread that starts the programs. Needs no helper program and works in containers.
///
/// It can't take a place back out of a writable directory: protected paths are compared before and
/// after. Below a blocked path's directory nothing new can be made.
public final class LandlockSandbox implements Sandbox {
  /// Without this version truncating any file could not be kept from a program.
  static final int LEAST_VERSION = 3;

  private static final int CONNECTIONS = 4;
  private static final int SCOPES = 6;

  private final int version;
  private final RightfulWriters writers;
  private final LandlockEnvironmentPool pool;
  private final ProtectedContentCache contents = new ProtectedContentCache();
  private final TaskCount tasks = new TaskCount();
  private final OrphanKiller killer = new OrphanKiller();

  /// @param writers who else may change protected places
  LandlockSandbox(int version, RightfulWriters writers) {
    this.writers = writers;
    this.version = version;
    this.pool = new LandlockEnvironmentPool(version);
  }

  @Override
  public String name() {
    return "landlock";
  }

  @Override
  public List<String> gaps() {
    List<String> gaps = new ArrayList<>();
    gaps.add("protected paths are restored after a change, not protected from it");
    gaps.add("names, sizes and times of any file are visible");
    gaps.add("the contents kept for undo (.writ/objects) are readable");
    gaps.add("/tmp, /dev/shm (named semaphores) and /proc do not exist; a command has TMPDIR");
    if (version < SCOPES) {
      gaps.add("signals and abstract sockets reach other processes of the same user");
    }
    return gaps;
  }

  @Override
  public boolean endsTrees() {
    return true;
  }

  @Override
  public ConfinedLaunch cell(Os os, LaunchRequest launch) throws IOException {
    ConfinedNetwork network = network(launch);
    if (network instanceof ConfinedNetwork.Localhost) {
      throw new SandboxException(
          "Landlock cannot give a command its own loopback interface; use namespaces.");
    }
    if (network instanceof ConfinedNetwork.Allowlist && version < CONNECTIONS) {
      throw new SandboxException(
          "This kernel's Landlock cannot restrict connections; use namespaces.");
    }
    return new Held(os, launch, network, this);
  }

  /// Without any host there is no connection to restrict, and then this is the same as nothing.
  private ConfinedNetwork network(LaunchRequest launch) {
    ConfinedNetwork wanted = launch.confinement().network();
    return version < CONNECTIONS
            && wanted instanceof ConfinedNetwork.Allowlist(HostList hosts, var _)
            && hosts.entries().isEmpty()
        ? ConfinedNetwork.DENY
        : wanted;
  }

  @Override
  public Optional<Path> deathMark() throws IOException {
    return Optional.of(killer.mark());
  }

  @Override
  public void forget() {
    pool.removeAll();
    contents.forget();
    try (Os os = new Os()) {
      killer.end(os);
    }
  }

  /// One launch in its room.
  private static final class Held implements ConfinedLaunch {
    private final Os os;
    private final LaunchRequest launch;
    private final LandlockSandbox mine;
    private final LandlockEnvironment landlockEnvironment;
    private final MetadataGuard metadata;
    private final ProxyConnector connector;
    private final byte[] filter;
    private volatile int descriptor = -1;
    private @Nullable SyscallListener listener;
    private @Nullable Prepared prepared;

    /// The entries that exist before anything runs.
    private record Prepared(PathProtection protection, ProcessGroupTracker tracker) {}

    Held(Os os, LaunchRequest launch, ConfinedNetwork network, LandlockSandbox mine)
        throws IOException {
      this.os = os;
      this.launch = launch;
      this.mine = mine;
      SandboxConfinement confinement = launch.confinement();
      Set<Syscall> heard = EnumSet.copyOf(ProcessGroupTracker.CALLS);
      heard.addAll(MetadataGuard.CALLS);
      if (network instanceof ConfinedNetwork.Allowlist) {
        heard.addAll(SyscallFilter.CONNECTING);
      }
      filter = SyscallFilter.withLandlock(network, heard);
      ProgramCapabilities.load();
      connector = ProxyConnector.of(network, false);
      try {
        landlockEnvironment = mine.pool.take(os, confinement);
      } catch (IOException e) {
        connector.close();
        throw e;
      }
      List<Path> others = new ArrayList<>(confinement.paths().blocked());
      others.addAll(confinement.paths().protectedPaths());
      metadata = new MetadataGuard(landlockEnvironment.writable(), others);
    }

    @Override
    public ProcessSpawn spawn(Os os, LaunchStage stage, List<Integer> standard) {
      Map<String, String> environment = new TreeMap<>(stage.environment());
      environment.put("HOME", landlockEnvironment.home().toString());
      environment.put("TMPDIR", landlockEnvironment.temp().toString());
      environment.putAll(connector.environment(/* shared= */ false));
      return new ProcessSpawn(
          stage.program().toString(),
          stage.argv(),
          ProcessSpawn.variables(environment),
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
    public void confine(Os os) throws IOException {
      byte[] own = SyscallFilter.launchedBy(filter, (int) os.sys(Syscall.GETTID));
      SyscallListener.noNewPrivileges(os);
      ProgramCapabilities.dropBounding(os);
      landlockEnvironment.enter(os);
      descriptor = SyscallListener.listen(os, own);
      os.closeApart(descriptor); // whoever waits for an answer must not hold it
      ProgramCapabilities.drop(os);
    }

    @Override
    public void prepare(Os os) throws IOException {
      SandboxConfinement confinement = launch.confinement();
      mine.killer.start(os);
      prepared =
          new Prepared(
              new PathProtection(
                  confinement.workspace(),
                  confinement.endangered(),
                  mine.contents,
                  mine.writers.watch()),
              new ProcessGroupTracker(
                  os, new ProcessLimits(os, launch.limits().quotas(), mine.tasks), mine.killer));
    }

    private Prepared prepared() {
      if (prepared == null) {
        throw new IllegalStateException("nothing runs yet");
      }
      return prepared;
    }

    @Override
    public void confined(Os os, Consumer<WatchedDescriptor> watches) {
      listener = new SyscallListener(os, descriptor, this::judge, true);
      watches.accept(listener);
    }

    private long judge(SyscallListener listener, SyscallListener.SyscallNotice notice) {
      if (MetadataGuard.hears(notice)) {
        return metadata.judge(notice);
      }
      return notice.number() == Syscall.CONNECT.number()
          ? connector.judge(listener, notice)
          : prepared().tracker.judge(listener, notice);
    }

    @Override
    public Set<Integer> groups() {
      return prepared == null ? Set.of() : prepared.tracker.groups();
    }

    @Override
    public void signal(Os os, int signal) {
      if (prepared != null) {
        prepared.tracker.signal(signal);
      }
    }

    @Override
    public void refusing(Runnable whom) {
      connector.refusing(whom);
    }

    @Override
    public List<String> refused() {
      return connector.refused();
    }

    @Override
    public PathProtection.ProtectionChanges changes() throws IOException {
      return prepared().protection.restore();
    }

    @Override
    public void close() {
      connector.close();
      if (listener == null) {
        os.close(descriptor); // no launch took it over
      }
      if (listener != null && listener.isOver()) {
        if (prepared != null) {
          prepared.tracker.loosen();
        }
        mine.pool.giveBack(os, landlockEnvironment);
      } else {
        landlockEnvironment.remove(os); // processes may still use it
      }
    }
  }
}
