// Implements: docs/spec/07-commands.md §7 (Commands and the executor)
package dev.writ.kernel.run;

import dev.writ.base.json.Json;
import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.RecordDirectories;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.denylist.Denylist;
import dev.writ.command.language.CommandContext;
import dev.writ.kernel.authority.AuthorityEnforcement;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.ContainedRule;
import dev.writ.kernel.authority.TrustStore;
import dev.writ.kernel.check.ObeyedPlaceJudge;
import dev.writ.kernel.code.WorkspacePrograms;
import dev.writ.kernel.comparison.JudgedChanges;
import dev.writ.kernel.comparison.PendingCommand;
import dev.writ.kernel.comparison.WorkspaceChangeDetector;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.grant.AuthoritySource;
import dev.writ.kernel.grant.PersonAuthority;
import dev.writ.kernel.grant.ProjectAuthority;
import dev.writ.kernel.hand.BackgroundCommand;
import dev.writ.kernel.hand.BackgroundCommands;
import dev.writ.kernel.hand.CommandHand;
import dev.writ.kernel.hand.GitCommitHand;
import dev.writ.kernel.history.HistoryReading;
import dev.writ.kernel.history.RepositoryHistories;
import dev.writ.kernel.judge.CommandChange;
import dev.writ.kernel.judge.GitHistoryJudge;
import dev.writ.kernel.judge.GitViewJudge;
import dev.writ.kernel.judge.PlaceGuard;
import dev.writ.kernel.judge.ViewJudge;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.program.KnownPrograms;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.kernel.repository.OtherSessions;
import dev.writ.kernel.repository.RepositoryIdentity;
import dev.writ.kernel.repository.RepositoryReading;
import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.secret.GitAttributesFile;
import dev.writ.kernel.secret.SecretFiles;
import dev.writ.kernel.secret.SecretHiding;
import dev.writ.kernel.secret.SecretSettings;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.kernel.store.PersonalPacks;
import dev.writ.kernel.store.ShippedPacks;
import dev.writ.kernel.store.WorkspaceRecords;
import dev.writ.kernel.workspace.GlobExpansion;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.ProgramDigests;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.pack.file.PackRegistry;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.audit.AuditTrail;
import dev.writ.sandbox.mechanism.UnsandboxedConsent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Everything about commands, wired together when the first one comes: what reads, judges and runs
/// them. A session that runs none has none of it.
public final class CommandServices implements AutoCloseable {
  private static final String MARKED = "marked";
  private static final List<String> ANY = List.of(AuthorityToken.ANY);

  private final Hands hands;
  private final GitHead head;
  private final WorkspaceRecords records;
  private final WorkspacePlace place;
  private final TrustStore trust;
  private final GovernancePolicy policy;
  private final InstantSource clock;
  private final ObeyedPlaceJudge obeyed;
  private final AtomicBoolean isExpected = new AtomicBoolean();
  private Optional<ServiceParts> parts = Optional.empty();
  private boolean proofDemanded;

  public CommandServices(
      Hands hands,
      GitHead head,
      WorkspaceRecords records,
      WorkspacePlace place,
      GovernancePolicy policy,
      InstantSource clock,
      ObeyedPlaceJudge obeyed) {
    this.obeyed = obeyed;
    this.hands = hands;
    this.head = head;
    this.records = records;
    this.place = place;
    this.trust = new TrustStore(place.data());
    this.policy = policy;
    this.clock = clock;
  }

  /// The services.
  public record ServiceParts(
      PackRegistry packs,
      AuthoritySource authority,
      PersonAuthority personAuthority,
      CommandJudge judge,
      CommandReader reader,
      Running running) {}

  /// The runner of commands, and their records.
  public record Running(
      SessionSandbox sandbox,
      CommandEvidence evidence,
      CommandHand hand,
      WorkspaceChangeDetector detector,
      ObeyedPlaceJudge obeyed,
      AuditTrail audit) {
    /// The judge of a command's changes, in a view or in the workspace itself.
    ///
    /// @param history reads what commits hold that the command brought
    public ViewJudge judge(JudgedChanges changes, CommandChange change, GitHistory history) {
      Predicate<WorkspacePath> secret = at -> !change.names(at) && hand.mayBeSecret(at);
      PlaceGuard guard =
          new PlaceGuard(
              obeyed.names(changes::bytesBefore, changes::fileAfter), obeyed.unfitForLinks());
      GitHistoryJudge past = new GitHistoryJudge(changes, history, guard, secret, change.scope());
      GitViewJudge git = new GitViewJudge(changes, change, hand.views().operations(), past);
      return new ViewJudge(
          changes, change.scope(), guard, git, () -> change.secrets(hand::secrets));
    }

    /// Whether the next command that may write works on a view, as far as known.
    public boolean worksOnViews() {
      return hand.views().areThere();
    }

    /// Writ's records that Git must ignore.
    private List<String> markedRecords() {
      return detector.tracked().marked().stream()
          .filter(path -> RecordDirectories.hold(WorkspacePath.of(path)))
          .toList();
    }

    /// Writ's records that Git ignores since a command was noted: while some commands run Writ sets
    /// this itself.
    ///
    /// @param about the note of the command
    public List<WorkspacePath> markedSince(Json.Obj about) {
      List<Json> before = about.items(MARKED);
      return markedRecords().stream()
          .filter(path -> !before.contains(Json.of(path)))
          .map(WorkspacePath::of)
          .toList();
    }

    /// Notes a command that is about to run, for the case that this process is killed.
    public PendingCommand note(CommandChange change, WorkspaceChangeDetector.Watching watching)
        throws IOException {
      Optional<Path> mark = sandbox.executor().sandbox().deathMark();
      Json.Obj about =
          Json.object()
              .put("change", change.describe())
              .put("confined", sandbox.confines())
              .put(MARKED, Json.texts(markedRecords()))
              .build();
      return detector.note(about, mark, watching);
    }
  }

  public synchronized ServiceParts parts() {
    if (parts.isEmpty()) {
      parts = Optional.of(wired());
    }
    return parts.get();
  }

  /// Called when a model begins a call: tries the sandbox once, on a separate thread, because a
  /// command is likely to follow.
  public void expectCommand() {
    if (isExpected.compareAndSet(false, true)) {
      var _ =
          Thread.ofPlatform()
              .daemon()
              .name("sandbox trial")
              .start(() -> parts().running().sandbox().tryOut());
    }
  }

  /// What persons confirmed and granted.
  public TrustStore trust() {
    return trust;
  }

  /// Another call begins: a person may have agreed to something meanwhile, or taken it back.
  public synchronized void lookAgain() {
    var _ = trust.lookAgain();
    parts.ifPresent(wired -> wired.authority().lookAgain());
    parts.ifPresent(wired -> wired.packs().lookAgain());
  }

  /// The commands of the background; empty while no command was read.
  public synchronized Optional<BackgroundCommands> inBackground() {
    return parts.map(wired -> wired.running().hand().background());
  }

  /// The commands that were started in the background.
  public List<BackgroundCommand> background() {
    return inBackground().map(BackgroundCommands::all).orElse(List.of());
  }

  /// The programs and pack commands that the project's authority lists. None while no command was
  /// read: looking them up takes longer than a first request may wait.
  public synchronized List<String> granted(Supplier<ExecutionMode> execution) {
    if (parts.isEmpty()) {
      return List.of();
    }
    Optional<AuthorityToken> token =
        parts.get().authority().in(new CommandStanding(execution.get())).token();
    if (token.isEmpty() || token.get().expired(clock.instant().getEpochSecond())) {
      return List.of();
    }
    AuthorityToken.Allowed allowed = token.get().allowed();
    List<String> granted = new ArrayList<>(allowed.binaries().orElse(List.of()));
    boolean any = allowed.contained() == ContainedRule.ALLOW && allowed.binaries().isEmpty();
    granted.addAll(any ? ANY : allowed.tools());
    return granted.contains(AuthorityToken.ANY) ? ANY : granted;
  }

  /// Whether a person agreed that what stays in the workspace and can be taken back needs no
  /// question.
  public boolean isContained(CommandStanding standing) {
    return parts().judge().isContained(standing);
  }

  /// The search path and the environment of programs.
  public ProgramEnvironment programs() {
    return place.programEnvironment();
  }

  private ServiceParts wired() {
    WorkspaceRoot root = hands.root();
    PathLocator locator = hands.locator();
    String real = root.path().toString();
    String home = place.environment().getOrDefault("HOME", "/");
    GovernancePolicy.CommandRules rules = policy.commands();
    String projectId = AuthorityToken.projectId(new RepositoryIdentity(root.path()).text());
    boolean confines = rules.sandbox().unconfined().isEmpty();
    AuthoritySource authority =
        new ProjectAuthority(records, trust, projectId, rules.allowDangerous(), confines);
    PersonalPacks personal = new PersonalPacks(place.data());
    PackRegistry packs = new PackRegistry(new ShippedPacks(), personal);
    ProgramEnvironment programs = programs();
    CommandContext context =
        new CommandContext(
            real, home, policy.blocked().stream().map(Path::toString).toList(), real);
    SessionSandbox sandbox = shelter(home, rules);
    CommandJudge judge =
        new CommandJudge(
            new Denylist(rules.barred()),
            context,
            authority,
            new AuthorityEnforcement(packs, rules.standing(), confines),
            clock,
            new ProgramMemory(new WorkspacePrograms(locator), trust, projectId, clock),
            gitReading(sandbox, packs));
    Optional<KnownPrograms> known =
        rules.verifyBinaries() ? Optional.of(new KnownPrograms(packs, programs)) : Optional.empty();
    WorkspaceChangeDetector detector =
        new WorkspaceChangeDetector(hands, head, programs, sandbox, obeyed::places);
    return new ServiceParts(
        packs,
        authority,
        new PersonAuthority(records, trust, authority, projectId, clock, packs, personal),
        judge,
        new CommandReader(
            packs,
            hands,
            new GlobExpansion(root, locator, home),
            judge,
            authority,
            policy.places().allowed(),
            sandbox.temporarySpace(),
            new VirtualEnvironment(root, locator, programs)),
        new Running(
            sandbox,
            new CommandEvidence(
                packs, programs, new ProgramDigests(place.data(), clock), judge, sandbox),
            new CommandHand(hands, programs, packs, sandbox, known, secrets(detector, home, rules)),
            detector,
            obeyed,
            new AuditTrail(place.data())));
  }

  /// The Git operations that change the index.
  public GitCommitHand gitHand() {
    return new GitCommitHand(hands.root(), head, programs(), parts().running().sandbox());
  }

  private CommandJudge.GitReading gitReading(SessionSandbox sandbox, PackRegistry packs) {
    GitAttributesFile attributes = new GitAttributesFile(place.data());
    return new CommandJudge.GitReading(
        new RepositoryReading(hands.root()),
        new HistoryReading(
            new RepositoryHistories(hands.root().path(), programs(), sandbox, attributes), packs));
  }

  private SecretHiding.SecretSources secrets(
      WorkspaceChangeDetector detector, String home, GovernancePolicy.CommandRules rules) {
    List<GlobPattern> visible =
        rules.sandbox().visibleSecrets().stream().map(GlobPattern::of).toList();
    return new SecretHiding.SecretSources(
        new SecretFiles(hands.root(), detector, visible),
        new GitAttributesFile(place.data()),
        new SecretSettings(hands.root().path(), Path.of(home), visible));
  }

  private SessionSandbox shelter(String home, GovernancePolicy.CommandRules rules) {
    SessionSandbox sandbox =
        new SessionSandbox(
            hands.root(),
            Path.of(home),
            policy.blocked(),
            rules.sandbox().mechanism(),
            rules.sandbox().unconfined().map(UnsandboxedConsent::new),
            new RepositoryUse(
                hands.root(), hands.viewStore().records(RepositoryUse.KIND), others()));
    if (proofDemanded) {
      sandbox.demandProof();
    }
    return sandbox;
  }

  private OtherSessions others() {
    return new OtherSessions(
        new AuditTrail(place.data()),
        new AuditLog.Workspace(hands.root().path().toString(), hands.root().identity()),
        place.session(),
        hands.viewStore());
  }

  /// Before the first program the sandbox is to be proved.
  public synchronized void demandProof() {
    proofDemanded = true;
    parts.ifPresent(wired -> wired.running().sandbox().demandProof());
  }

  /// Ends what commands have left running.
  @Override
  public synchronized void close() {
    parts.ifPresent(wired -> wired.running().hand().close());
  }
}
