// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.program;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.HostList;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.repository.PersonalGit;
import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.workspace.UnmappedOwner;
import dev.writ.kernel.workspace.UnseenFiles;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.CoveredPlace.EmptiedDirectory;
import dev.writ.sandbox.confinement.SandboxException;
import dev.writ.sandbox.launch.BackgroundLaunch;
import dev.writ.sandbox.launch.PipelineExecutor;
import dev.writ.sandbox.launch.Sandbox;
import dev.writ.sandbox.mechanism.NamespaceSandbox;
import dev.writ.sandbox.mechanism.SandboxChooser;
import dev.writ.sandbox.mechanism.UnconfinedSandbox;
import dev.writ.sandbox.mechanism.UnsandboxedConsent;
import dev.writ.sandbox.namespace.LoopbackNetwork;
import dev.writ.sandbox.os.ScratchDirectory;
import dev.writ.sandbox.probe.SandboxProbes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The sandbox of a session, chosen and tried before the first program runs, and the confinement of
/// each command in it.
public final class SessionSandbox implements AutoCloseable {
  /// System files that no command needs, even as root.
  private static final List<Path> SECRETS =
      Stream.of(
              "shadow",
              "gshadow",
              "ssh",
              "shadow-",
              "gshadow-",
              "security/opasswd",
              "ssl/private",
              "krb5.keytab",
              "sudoers",
              "sudoers.d",
              "NetworkManager/system-connections",
              "wireguard",
              "letsencrypt",
              "ppp",
              "openvpn",
              "ipsec.secrets",
              "kubernetes",
              "rancher",
              "mysql/debian.cnf")
          .map(Path.of("/etc")::resolve)
          .filter(Files::isReadable) // what isn't, isn't for a command either
          .toList();

  /// Directories within build tools' caches, below the home directory, that builds do not need.
  private static final List<String> PASSWORDS =
      List.of(".cargo/credentials", ".cargo/credentials.toml", ".m2/settings-security.xml");

  /// Files of a repository that Git itself must not change when a model runs it: they start
  /// programs.
  private static final List<String> GIT_RUNS =
      List.of(".git/hooks", ".git/config", ".git/config.worktree");

  private final WorkspaceRoot root;
  private final Path home;
  private final List<Path> blocked;
  private final String wish;
  private final Optional<UnsandboxedConsent> unconfined;
  private final RepositoryUse repository;
  private final PersonalGit git;
  private Optional<PipelineExecutor> executor = Optional.empty();
  private Optional<ScratchDirectory> temporary = Optional.empty();
  private Optional<LoopbackNetwork> loopback = Optional.empty();
  private boolean proofDemanded;
  private Optional<String> refusal = Optional.empty();

  /// @param home the person's home directory
  /// @param blocked paths out of reach
  /// @param wish the word of `safety.sandbox`
  /// @param unconfined a person's `--no-sandbox`
  /// @param repository where sessions show when their Git works
  public SessionSandbox(
      WorkspaceRoot root,
      Path home,
      List<Path> blocked,
      String wish,
      Optional<UnsandboxedConsent> unconfined,
      RepositoryUse repository) {
    this.repository = repository;
    this.root = root;
    this.git = new PersonalGit(root.path());
    this.home = home;
    this.blocked = List.copyOf(blocked);
    this.wish = wish;
    this.unconfined = unconfined;
  }

  /// Whether commands are confined at all.
  public boolean confines() {
    return unconfined.isEmpty();
  }

  /// Where sessions show when their Git works.
  public RepositoryUse repository() {
    return repository;
  }

  /// The person's own Git settings.
  public PersonalGit personalGit() {
    return git;
  }

  /// Demands that the sandbox has namespaces and is proved before its first program, by attempting
  /// every forbidden act in it. A person's word for no sandbox stands above that.
  public synchronized void demandProof() {
    proofDemanded = true;
  }

  /// Refuses an unattended run without a view.
  ///
  /// @param missing why there is none; empty if the next command may have one
  /// @throws SandboxException if the sandbox was to be proved
  public synchronized void demandViews(Optional<String> missing) throws SandboxException {
    if (proofDemanded && unconfined.isEmpty() && missing.isPresent()) {
      throw new SandboxException(
          "An unattended run with full autonomy needs copy-on-write views of the workspace: "
              + missing.get());
    }
  }

  /// The program runner.
  ///
  /// @throws SandboxException if no sandbox can be set up, or its proof was requested and fails; it
  ///     never continues without one
  public synchronized PipelineExecutor executor() throws SandboxException {
    if (executor.isEmpty()) {
      if (refusal.isPresent()) {
        throw new SandboxException(refusal.get());
      }
      Sandbox sandbox = sandbox();
      if (proofDemanded && unconfined.isEmpty()) {
        prove(sandbox);
      }
      executor = Optional.of(new PipelineExecutor(sandbox));
    }
    return executor.get();
  }

  /// Chooses the sandbox of commands in advance, so that the first command need not wait. A failure
  /// is reported to the first user of the sandbox.
  public synchronized void tryOut() {
    if (unconfined.isPresent() || proofDemanded) { // a proof takes a second
      return;
    }
    try {
      var _ = executor();
    } catch (SandboxException _) {
      // The next request for it receives the reason.
    }
  }

  private void prove(Sandbox sandbox) throws SandboxException {
    if (sandbox instanceof NamespaceSandbox) {
      try {
        refusal = SandboxProbes.refusal(SandboxProbes.attempt(sandbox));
      } catch (IOException e) {
        refusal = Optional.of("The sandbox cannot be proved: " + e.getMessage());
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        throw new SandboxException("Interrupted before the sandbox was proved.");
      }
    } else {
      refusal =
          Optional.of(
              "An unattended run with full autonomy needs namespaces, and the sandbox here is "
                  + sandbox.name()
                  + ".");
    }
    if (refusal.isPresent()) {
      throw new SandboxException(refusal.get());
    }
  }

  /// The confinement of commands: the mechanism, or the wanted one while none was tried yet.
  public synchronized String name() {
    return executor
        .map(tried -> tried.sandbox().name())
        .orElse(unconfined.map(UnsandboxedConsent::how).orElse(wish));
  }

  private Sandbox sandbox() throws SandboxException {
    if (unconfined.isPresent()) {
      return new UnconfinedSandbox(unconfined.get());
    }
    for (SandboxChooser.Wish known : SandboxChooser.Wish.values()) {
      if (known.name().equalsIgnoreCase(wish)) {
        return chosen(known);
      }
    }
    throw new SandboxException("safety.sandbox: there is no mechanism '" + wish + "'");
  }

  private Sandbox chosen(SandboxChooser.Wish wish) throws SandboxException {
    return switch (new SandboxChooser(repository).choose(wish)) {
      case SandboxChooser.SandboxSelection.ChosenSandbox(Sandbox sandbox) -> sandbox;
      case SandboxChooser.SandboxSelection.UnavailableSandbox(String reason) ->
          throw new SandboxException(reason);
    };
  }

  /// The `/tmp` of commands.
  public TemporarySpace temporarySpace() {
    Stream<Path> kept = Stream.of(root.path(), home).filter(path -> path.getNameCount() > 0);
    return new TemporarySpace(Stream.concat(blocked.stream(), kept).toList(), this);
  }

  /// The shared `/tmp` of consecutive commands.
  ///
  /// @return empty if the mechanism can't make it so
  /// @throws SandboxException if no sandbox can be set up
  synchronized Optional<Path> temporary() throws IOException {
    if (temporary.isEmpty() && executor().sandbox() instanceof NamespaceSandbox) {
      temporary = Optional.of(new ScratchDirectory());
    }
    return temporary.map(ScratchDirectory::path);
  }

  /// The file access of a command.
  ///
  /// @param git whether Git itself is run, which writes its own directory
  /// @param caches directories of build tools, as packs name them, and the stores in them
  /// @param reach its network, and the directories that belong to it
  /// @throws IOException if a place to keep what comes from there can't be made
  public SandboxConfinement confinement(boolean git, List<String> caches, NetworkReach reach)
      throws IOException {
    List<Path> guarded = new ArrayList<>();
    for (String name : ProtectedNames.names()) {
      if (!(git && name.equals(".git"))) {
        guarded.add(root.path().resolve(name));
      }
    }
    if (git) {
      GIT_RUNS.forEach(name -> guarded.add(root.path().resolve(name)));
    }
    List<Path> hidden = new ArrayList<>();
    for (Path path : blocked) {
      // The home that a command gets is an empty one: nothing in it need be hidden.
      if (!path.startsWith(home) || path.startsWith(root.path())) {
        hidden.add(path);
      }
    }
    hidden.addAll(new UnseenFiles(root).present());
    Stream.concat(SECRETS.stream(), PASSWORDS.stream().map(home::resolve))
        .filter(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS))
        .forEach(hidden::add);
    return new SandboxConfinement(
        root.path(),
        /* writable= */ true,
        home,
        new SandboxConfinement.Paths(
                guarded, hidden, List.of(), new BuildCaches(root, home, blocked).of(caches, reach))
            .covering(List.of(new EmptiedDirectory(root.absolute(ObjectStore.OBJECTS)))),
        network(reach));
  }

  /// Whether a person put a place, or something in it, out of reach.
  public boolean isBlocked(Path place) {
    return blocked.stream().anyMatch(one -> place.startsWith(one) || one.startsWith(place));
  }

  /// The network that a command shares with others of this session; empty if it has its own, as
  /// without background commands. Other commands cannot use the hosts that a person granted to one
  /// command.
  ///
  /// @param reach the hosts that the command may reach
  /// @param goesOn whether further commands may run at the same time; only then is a network made
  /// @throws SandboxException if none can be made here
  public synchronized Optional<LoopbackNetwork> shared(NetworkReach reach, boolean goesOn)
      throws IOException {
    boolean joins =
        switch (reach) {
          case NetworkReach.NoReach() -> false;
          case NetworkReach.Loopback _ -> true;
          case NetworkReach.Hosts hosts ->
              hosts.names().isEmpty() || hosts.whose() == NetworkReach.Whose.PROJECTS;
        };
    if (joins
        && goesOn
        && loopback.isEmpty()
        && executor().sandbox() instanceof NamespaceSandbox namespaces) {
      loopback = Optional.of(namespaces.loopback());
    }
    return joins && (goesOn || anybodyServes()) ? loopback : Optional.empty();
  }

  private boolean anybodyServes() throws SandboxException {
    return executor().background().stream().anyMatch(BackgroundLaunch::running);
  }

  /// What no command can change here because of its owner, in a sentence; empty where there is no
  /// such place, or the sandbox makes no difference.
  public Optional<String> unmapped() throws SandboxException {
    return executor().sandbox() instanceof NamespaceSandbox
        ? UnmappedOwner.in(root.path())
        : Optional.empty();
  }

  /// The network that commands of this session share, where one was made.
  public synchronized Optional<LoopbackNetwork> shared() {
    return loopback;
  }

  private SandboxConfinement.ConfinedNetwork network(NetworkReach reach) throws SandboxException {
    return switch (reach) {
      case NetworkReach.NoReach() -> SandboxConfinement.ConfinedNetwork.DENY;
      case NetworkReach.Loopback(NetworkReach.HostUse use) ->
          use == NetworkReach.HostUse.NAMED || executor().sandbox() instanceof NamespaceSandbox
              ? new SandboxConfinement.ConfinedNetwork.Localhost()
              : SandboxConfinement.ConfinedNetwork.DENY;
      case NetworkReach.Hosts hosts ->
          new SandboxConfinement.ConfinedNetwork.Allowlist(
              new HostList(hosts.names()),
              switch (hosts.further()) {
                case ASKED -> SandboxConfinement.ConfinedNetwork.HostRefusalRule.ENDS;
                case REFUSED -> SandboxConfinement.ConfinedNetwork.HostRefusalRule.GOES_ON;
              });
    };
  }

  /// Confinement for read-only Git commands.
  public SandboxConfinement forAskingGit() throws IOException {
    return confinement(/* git= */ true, List.of(), NetworkReach.NONE).readingOnly();
  }

  /// The same, writing nowhere else in the workspace than in that directory, where it really is
  /// one; Git, where it runs, also in its own.
  public SandboxConfinement within(SandboxConfinement whole, WorkspacePath directory, boolean git)
      throws IOException {
    if (directory.isRoot()) {
      return whole;
    }
    List<Path> places = new ArrayList<>();
    Path place = root.path().resolve(directory.toString());
    boolean held = whole.paths().protectedPaths().stream().anyMatch(place::startsWith);
    if (!held && Files.isDirectory(place) && place.toRealPath().equals(place)) {
      places.add(place);
    }
    if (git) {
      places.add(root.path().resolve(".git"));
    }
    return whole.writingIn(places);
  }

  /// The same in a view, whose changes are not applied yet. Files that only Git may write are still
  /// protected from other programs, so that a program fails where a person would see it.
  public SandboxConfinement inView(SandboxConfinement whole, boolean git) {
    return whole.inView(git ? List.of() : List.of(root.path().resolve(".git")));
  }

  /// The same for a command that runs beside others. Its writes cannot be distinguished from
  /// theirs, so it may write only where writes are not reported.
  ///
  /// @param exempt directories of the workspace that are compared with nothing
  /// @param passing whether its writes there are dropped when it ends
  public SandboxConfinement besideOthers(
      SandboxConfinement alone, List<Path> exempt, boolean passing) {
    SandboxConfinement.Paths paths = alone.paths();
    List<Path> writable = new ArrayList<>();
    for (Path place : exempt) {
      if (alone.mayWrite(place)
          && paths.protectedPaths().stream().noneMatch(held -> held.startsWith(place))) {
        writable.add(place);
      }
    }
    return passing ? alone.passing(writable) : alone.writingIn(writable);
  }

  @Override
  public synchronized void close() {
    executor.ifPresent(PipelineExecutor::close);
    temporary.ifPresent(ScratchDirectory::close);
    loopback.ifPresent(LoopbackNetwork::close);
    loopback = Optional.empty();
  }
}
