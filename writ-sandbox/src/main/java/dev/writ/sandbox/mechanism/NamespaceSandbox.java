// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.filter.SyscallFilter;
import dev.writ.sandbox.filter.WatchedDescriptor;
import dev.writ.sandbox.launch.ConfinedLaunch;
import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.LaunchRequest.LaunchStage;
import dev.writ.sandbox.launch.OrphanKiller;
import dev.writ.sandbox.launch.ProcessGroupTracker;
import dev.writ.sandbox.launch.ProcessLimits;
import dev.writ.sandbox.launch.Sandbox;
import dev.writ.sandbox.launch.TaskCount;
import dev.writ.sandbox.mechanism.SandboxMounts.OverlayMethod;
import dev.writ.sandbox.namespace.LoopbackNetwork;
import dev.writ.sandbox.namespace.OverlayLayers;
import dev.writ.sandbox.namespace.OverlayView;
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
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Namespaces of the program's own, made by bubblewrap (`bwrap(1)`), one sandbox for each stage.
///
/// bubblewrap starts with an empty environment; what is to be mounted and the child's environment
/// come through a pipe, so that neither shows in `/proc`. It begins only when it has read all of
/// that, and by then its limits are set; what is to be known about files before is looked at while
/// it is being loaded.
public final class NamespaceSandbox implements Sandbox {
  private static final int SIGKILL = 9;

  private SandboxMounts mounts;
  private boolean triedAround;
  private final ProtectedContentCache contents = new ProtectedContentCache();
  private final TaskCount tasks = new TaskCount();

  /// bubblewrap binds its life to Writ's only after it has made the namespaces: until then it would
  /// go on without Writ.
  private final OrphanKiller killer = new OrphanKiller();

  NamespaceSandbox(SandboxMounts mounts) {
    this.mounts = mounts;
  }

  @Override
  public String name() {
    return "namespaces";
  }

  @Override
  public List<String> gaps() {
    List<String> gaps = new ArrayList<>();
    gaps.add(
        "a protected path that does not exist yet is removed after its creation,"
            + " not prevented");
    if (mounts().layering() == OverlayMethod.NONE) {
      gaps.add("writable layers are not available here: caches are read-only");
      if (!mounts().areRoots()) {
        gaps.add("nor are others: services that listen in /opt or /usr/local can be reached");
      }
    }
    return gaps;
  }

  @Override
  public boolean endsTrees() {
    return true;
  }

  /// Makes a network for commands to share.
  ///
  /// @throws SandboxException where none can be made here
  public LoopbackNetwork loopback() throws IOException {
    return LoopbackNetwork.open(mounts.program().toString());
  }

  @Override
  public Optional<Path> deathMark() throws IOException {
    return Optional.of(killer.mark());
  }

  @Override
  public void forget() {
    contents.forget();
    try (Os os = new Os()) {
      killer.endIdle(os);
    }
  }

  @Override
  public ConfinedLaunch cell(Os os, LaunchRequest launch) throws IOException {
    return new NamespaceLaunch(launch, this);
  }

  /// The parts of a command's file system. If bubblewrap has no layers, the other way is tried
  /// once.
  private synchronized SandboxMounts mounts() {
    if (mounts.layering() == OverlayMethod.NONE && !triedAround) {
      triedAround = true;
      mounts = SandboxChooser.layersAround(mounts) ? mounts.layeredAround() : mounts;
    }
    return mounts;
  }

  private synchronized SandboxMounts mounts(LaunchLayers layers) {
    return layers.areLaidByPrograms(mounts) ? mounts() : mounts;
  }

  /// One launch's boxes.
  private static final class NamespaceLaunch implements ConfinedLaunch {
    private final NamespaceSandbox mine;
    private final SandboxMounts mounts;
    private final LaunchRequest launch;
    private final SandboxConfinement confinement;
    private final Optional<LoopbackNetwork> joined;
    private final ProxyConnector connector;
    private final NamespaceListener listener;
    private final byte[] filter;
    private final LaunchLayers layers;
    private final List<BubblewrapStatus> statuses = new ArrayList<>();
    private @Nullable Looked looked;

    /// The facts determined before anything runs.
    ///
    /// @param held protected paths over which a mount can lie
    private record Looked(PathProtection protection, List<Path> held, ProcessLimits limits) {}

    NamespaceLaunch(LaunchRequest launch, NamespaceSandbox mine) throws IOException {
      this.mine = mine;
      this.launch = launch;
      confinement = launch.confinement();
      layers = new LaunchLayers(confinement);
      mounts = mine.mounts(layers);
      connector = ProxyConnector.of(confinement.network(), true);
      listener = new NamespaceListener(connector, DirectoryMover.of(mine, launch));
      joined = joined();
      filter = SyscallFilter.withNamespaces(confinement.network(), !handsOver());
    }

    /// The shared network. One that cannot be entered together with the view is useless: the
    /// command's own loopback has no other programs.
    private Optional<LoopbackNetwork> joined() {
      return launch
          .loopback()
          .filter(_ -> !(confinement.network() instanceof ConfinedNetwork.DeniedNetwork))
          .filter(one -> launch.view().map(view -> view.canShare(one)).orElse(true));
    }

    /// Whether a socket outside the network would connect commands. Through it a program could pass
    /// an open file, whose later writes are not checked. Sockets without a file name belong to the
    /// network.
    private boolean handsOver() {
      boolean shared = launch.view().filter(OverlayView::isShared).isPresent();
      boolean writes = confinement.writable() || !confinement.paths().writable().isEmpty();
      return shared || (joined.isPresent() && writes);
    }

    private Looked inspect(Os os) throws IOException {
      Path workspace = confinement.workspace();
      List<Path> held = new ArrayList<>();
      List<Path> unheld = new ArrayList<>();
      for (Path path : confinement.endangered()) {
        boolean holds = SandboxMounts.holds(path);
        if (holds) {
          held.add(path);
        }
        // A mount doesn't keep the directory above it from being moved.
        if (!holds || !workspace.equals(path.getParent())) {
          unheld.add(path);
        }
      }
      return new Looked(
          new PathProtection(workspace, unheld, mine.contents, RightfulWriters.NONE.watch()),
          held,
          new ProcessLimits(os, launch.limits().quotas(), mine.tasks));
    }

    @Override
    public ProcessSpawn spawn(Os os, LaunchStage stage, List<Integer> standard) throws IOException {
      Optional<OverlayLayers> around = layers.around(mounts);
      int[] gate = os.pipe();
      int[] status = {-1, -1};
      boolean made = false;
      try {
        status = os.pipe();
        List<Integer> theirs = List.of(gate[0], os.file(filter), status[1]);
        statuses.add(
            new BubblewrapStatus(
                os, status[0], new BubblewrapStatus.Start(stage, around, gate[1], theirs)));
        made = true;
      } finally {
        if (!made) {
          IntStream.concat(IntStream.of(gate), IntStream.of(status)).forEach(os::close);
        }
      }
      List<Integer> theirs = statuses.getLast().start.theirs();
      List<String> argv =
          new ArrayList<>(
              List.of("bwrap", "--args", "3", "--seccomp", "4", "--json-status-fd", "5"));
      argv.add("--");
      argv.add(stage.program().toString());
      argv.addAll(stage.argv().subList(1, stage.argv().size()));
      List<Integer> descriptors = new ArrayList<>(standard);
      descriptors.addAll(theirs);
      String program = around.map(_ -> OverlayLayers.program()).orElse(mounts.program().toString());
      List<String> words = around.map(laid -> laid.around(mounts.program(), argv)).orElse(argv);
      List<String> entered = entered(program, words);
      return spawn(entered.equals(words) ? program : OverlayView.NSENTER, entered, descriptors);
    }

    private List<String> entered(String program, List<String> words) {
      return launch
          .view()
          .filter(view -> !view.isEnteredByThread())
          .map(view -> view.entering(program, words))
          .or(() -> joinedByWords().map(network -> network.entering(program, words)))
          .orElse(words);
    }

    private Optional<LoopbackNetwork> joinedByWords() {
      return joined.filter(network -> !network.isEnteredByThread());
    }

    /// Whether each stage is started in a user namespace of the view's or the network's own.
    private boolean isNested() {
      return launch.view().filter(view -> !view.isEnteredByThread()).isPresent()
          || joinedByWords().isPresent();
    }

    private boolean entersByThread() {
      return launch.view().filter(OverlayView::isEnteredByThread).isPresent()
          || joined.filter(LoopbackNetwork::isEnteredByThread).isPresent();
    }

    private byte[] options(BubblewrapStatus.Start start, List<Path> held) throws IOException {
      BubblewrapOptions options = mounts.of(confinement, held, layers, start.around(), isNested());
      if (joined.isEmpty()) {
        options.add("--unshare-net");
      }
      start.stage().environment().forEach((name, value) -> set(options, name, value));
      set(options, "HOME", confinement.home().toString());
      set(options, "TMPDIR", "/tmp");
      connector.environment(joined.isPresent()).forEach((name, value) -> set(options, name, value));
      options.add("--chdir", start.stage().directory());
      return options.bytes();
    }

    private static ProcessSpawn spawn(
        String program, List<String> argv, List<Integer> descriptors) {
      return new ProcessSpawn(
          program, argv, List.of(), descriptors, null, ProcessSpawn.Leads.GROUP);
    }

    private static void set(BubblewrapOptions options, String name, String value) {
      options.add("--setenv", name, value);
    }

    @Override
    public boolean confinesThread() {
      return layers.areLaidHere() || listener.isNeeded() || entersByThread();
    }

    @Override
    public boolean needsThread() {
      return true;
    }

    @Override
    public void confine(Os os) throws IOException {
      if (launch.view().filter(OverlayView::isEnteredByThread).isPresent()) {
        launch.view().get().enter(os);
      }
      if (joined.filter(LoopbackNetwork::isEnteredByThread).isPresent()) {
        joined.get().enter(os);
      }
      layers.lay(os);
      listener.listen(os);
    }

    @Override
    public void confined(Os os, Consumer<WatchedDescriptor> watches) {
      listener.watch(os, watches);
    }

    /// Meanwhile bubblewrap is being loaded: what takes time here takes none of the command's.
    @Override
    public void started(Os os, int pid, Consumer<WatchedDescriptor> watches) throws IOException {
      BubblewrapStatus status = statuses.stream().filter(s -> s.pid == 0).findFirst().orElseThrow();
      BubblewrapStatus.Start start = status.start;
      status.pid = pid;
      status.watches = watches;
      boolean begun = false;
      try {
        if (looked == null) {
          looked = inspect(os);
        }
        looked.limits.set(os, pid);
        bind(os, pid);
        os.write(start.gate(), options(start, looked.held));
        begun = true;
      } finally {
        if (!begun) { // before its options end
          os.sys(Syscall.KILL, pid, SIGKILL);
          status.gone = true;
        }
        start.theirs().forEach(os::close);
        os.close(start.gate());
        watches.accept(status);
      }
    }

    private void bind(Os os, int pid) throws IOException {
      mine.killer.start(os);
      int error = mine.killer.add(os, pid, ProcessGroupTracker.begun(pid));
      if (error != 0) {
        throw new Os.SystemCallFailure("Nothing would end the command if Writ were killed", error);
      }
    }

    @Override
    public void signal(Os os, int signal) {
      for (BubblewrapStatus status : statuses) {
        status.signal(os, signal);
      }
    }

    /// bubblewrap reports an end only if the program began.
    @Override
    public void check(String errors) throws IOException {
      if (statuses.stream().allMatch(status -> status.exited)) {
        return;
      }
      if (errors.contains("bwrap: execvp ")) {
        throw new IOException("A program cannot be started: " + errors.strip());
      }
      throw new SandboxException("The sandbox could not be set up: " + errors.strip());
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
      return looked == null ? PathProtection.ProtectionChanges.NONE : looked.protection.restore();
    }

    @Override
    public List<Integer> kept() {
      return statuses.stream().map(status -> status.mounts).filter(fd -> fd >= 0).toList();
    }

    @Override
    public void close() {
      listener.close();
      try (Os os = new Os()) {
        statuses.stream().filter(status -> status.pid == 0).forEach(status -> status.close(os));
        statuses.stream()
            .filter(status -> status.pid != 0)
            .forEach(status -> mine.killer.remove(os, status.pid));
      }
      layers.close();
    }
  }
}
