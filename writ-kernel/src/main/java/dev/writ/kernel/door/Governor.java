// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.door;

import dev.writ.base.json.Json;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.kernel.approval.ApprovalCheck;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.GrantSubjects;
import dev.writ.kernel.approval.ProjectGrantStore;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.change.IntentMapUpdater;
import dev.writ.kernel.change.LedgerSigning;
import dev.writ.kernel.change.UndoService;
import dev.writ.kernel.check.ContainmentCheck;
import dev.writ.kernel.check.ObeyedPlaceJudge;
import dev.writ.kernel.check.RiskCheck;
import dev.writ.kernel.commit.AutoCommit;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.grant.PersonAuthority;
import dev.writ.kernel.hook.HookRules;
import dev.writ.kernel.hooks.HookCheck;
import dev.writ.kernel.hooks.HookConfirmation;
import dev.writ.kernel.hooks.HookDispatcher;
import dev.writ.kernel.hooks.HookRegistry;
import dev.writ.kernel.hooks.HookRunner;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentLog;
import dev.writ.kernel.intents.IntentCheck;
import dev.writ.kernel.intents.IntentClosing;
import dev.writ.kernel.intents.IntentDeclaration;
import dev.writ.kernel.intents.IntentGuard;
import dev.writ.kernel.intents.IntentSelection;
import dev.writ.kernel.intents.SessionEffects;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.SilentPlaces;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.run.SandboxProof;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.kernel.settle.KeptChanges;
import dev.writ.kernel.settle.KilledSessionRecovery;
import dev.writ.kernel.spending.IntentFileSource;
import dev.writ.kernel.spending.IntentSource;
import dev.writ.kernel.spending.IntentSpending;
import dev.writ.kernel.store.StorePruning;
import dev.writ.kernel.store.WorkspaceRecords;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.pack.file.PackRegistry;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.ledger.Evidence;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Connects the trusted parts of one workspace: the gate with its checks and hands, and the
/// records. The hidden parts are connected here because no code outside may hold them.
public final class Governor implements AutoCloseable {
  private final Hands hands;
  private final Gate gate;
  private final SecretMasker masker;
  private final IntentSource intents;
  private final Ledger ledger;
  private final AuditLog audit;
  private final UndoService undo;
  private final GitHead head;
  private final CommandServices commands;
  private final GovernancePolicy policy;
  private final InstantSource clock;
  private final Evidence evidence;
  private final IntentSpending spending;
  private final IntentDeclaration declaration;
  private final IntentClosing closing;
  private final HookRegistry hooks;
  private final LedgerSigning signing;
  private final StorePruning pruning;
  private final IntentMapUpdater map;
  private final KilledSessionRecovery recovery;
  private final KeptChanges kept;
  private final WorkspaceReading reading;

  /// Time and randomness, injected.
  public record Chance(InstantSource clock, RandomGenerator random) {}

  /// The parts that come from outside the kernel.
  ///
  /// @param hooks what the person's own configuration says of hooks ([HookRules])
  /// @param comparison says what a change means; the governor closes it
  public record Outside(Optional<Json.Obj> hooks, SemanticComparison comparison) {}

  /// Opens a workspace. Nothing is created in it before something changes.
  ///
  /// @throws IOException where the directory can't be opened
  public static Governor open(
      WorkspacePlace place,
      GovernancePolicy policy,
      Outside outside,
      List<Tool<?>> tools,
      Approver approver,
      Chance chance)
      throws IOException {
    WorkspaceRoot root = WorkspaceRoot.open(place.directory());
    return new Governor(root, place, policy, outside, new ToolCatalogue(tools), approver, chance);
  }

  public Governor(
      WorkspaceRoot root,
      WorkspacePlace place,
      GovernancePolicy policy,
      Outside outside,
      ToolCatalogue catalogue,
      Approver approver,
      Chance chance) {
    List<Path> programs = place.programEnvironment().installations();
    this.hands = Hands.of(root, policy.blocked(), programs, place.data());
    this.masker = new SecretMasker(policy.credentials());
    this.head = new GitHead(root.path());
    WorkspaceRecords records = new WorkspaceRecords(root);
    this.intents = new IntentFileSource(records, head);
    this.audit = auditLog(place, chance);
    this.policy = policy;
    this.clock = chance.clock();
    SilentPlaces silent = new SilentPlaces(head, place.environment());
    this.ledger = new Ledger(records, audit::own, clock, chance.random(), silent);
    ObeyedPlaceJudge obeyed = new ObeyedPlaceJudge(root, place.environment());
    this.commands = new CommandServices(hands, head, records, place, policy, clock, obeyed);
    this.evidence = WorkspaceEvidence.of(records, hands, head, place, commands);
    this.spending = new IntentSpending(intents, place.data(), root.path().toString());
    var transaction = new ChangeTransaction(hands, ledger, head, spending, outside.comparison());
    var acts = audit.acts();
    this.recovery = new KilledSessionRecovery(hands, transaction, acts, commands);
    this.kept = new KeptChanges(hands, transaction, acts, commands);
    this.map = new IntentMapUpdater(hands, transaction, intents, outside.comparison());
    ApprovalCheck approval = approval(approver, place, chance);
    this.declaration = new IntentDeclaration(hands.files(), transaction, acts, place.isGoverned());
    this.closing = new IntentClosing(declaration, ledger, commands, approval);
    IntentCheck intentCheck = new IntentCheck(intents, policy.intents(), spending);
    this.hooks = new HookRegistry(hands, place, commands.trust(), outside.hooks());
    this.gate =
        new Gate(
            catalogue,
            GateSequence.of(
                intentCheck,
                new ContainmentCheck(hands.locator(), obeyed, policy.places().allowed()),
                commands,
                new HookCheck(catalogue, hookDispatcher(transaction, policy)),
                new RiskCheck(policy.questions().risk(), commands::isContained),
                approval),
            acts,
            new IssuedWarrant.WarrantServices(
                hands, commands, transaction, sessionEffects(catalogue, approver)),
            new Gate.GateServices(
                masker,
                DecisionContext.of(policy, commands, place),
                policy.course(),
                new IntentGuard(intentCheck, spending, catalogue, policy.intents()),
                clock,
                recovery));
    closing.through(gate);
    this.reading = new WorkspaceReading(hands, evidence);
    this.undo = new UndoService(hands, obeyed, transaction, ledger, acts, commands::inBackground);
    this.signing = new LedgerSigning(records, ledger, audit, place, clock, chance.random());
    this.pruning = new StorePruning(root, chance.clock().instant());
  }

  private HookDispatcher hookDispatcher(ChangeTransaction transaction, GovernancePolicy policy) {
    HookRunner runner = new HookRunner(hooks, commands, audit.acts(), transaction, masker);
    return new HookDispatcher(hooks, runner, policy.course());
  }

  private AuditLog auditLog(WorkspacePlace place, Chance chance) {
    return new AuditLog(
        place.data(),
        place.auditBytes(),
        chance.clock(),
        new AuditLog.Workspace(hands.root().path().toString(), hands.root().identity()),
        place.session(),
        hands.root().disk());
  }

  private ApprovalCheck approval(Approver approver, WorkspacePlace place, Chance chance) {
    return new ApprovalCheck(
        approver,
        policy.questions(),
        new GrantSubjects(commands),
        ProjectGrantStore.of(commands.trust(), place, hands.root().path(), chance.clock()));
  }

  private SessionEffects sessionEffects(ToolCatalogue catalogue, Approver approver) {
    GovernancePolicy.IntentRules rules = policy.intents();
    return new SessionEffects(
        new IntentSelection(intents, ledger, rules.requireDeclared(), spending),
        declaration,
        closing,
        catalogue,
        approver,
        rules.askDefault());
  }

  /// The door.
  public Gate gate() {
    return gate;
  }

  /// A person's edits of what the project declares.
  public IntentDeclaration declaration() {
    return declaration;
  }

  /// A person's way to close an intent.
  public IntentClosing closing() {
    return closing;
  }

  /// The one of these active intents that a session of this user worked on last in this project.
  public Optional<Intent> lastIntent(List<Intent> active) {
    return spending.last(active);
  }

  /// The spending of all of this user's sessions on an intent.
  ///
  /// @throws IOException where that can't be read
  public IntentLog.IntentUsage spent(String intentId) throws IOException {
    return spending.spent(intentId);
  }

  /// A person's way back.
  public UndoService undo() {
    return undo;
  }

  /// Commits what turns changed.
  public AutoCommit committer() {
    var site = new AutoCommit.Site(hands, head, commands, evidence, ledger, audit.acts());
    return new AutoCommit(site, intents, masker);
  }

  /// The verifier of the ledger.
  public LedgerSigning signing() {
    return signing;
  }

  /// The session begins now: no record of it can be in the ledger yet.
  public void beginSession(String session) {
    ledger.beginSession(session);
  }

  /// Settles what commands of killed sessions left, before anything else happens.
  ///
  /// @return a line for the person about each of them, each time
  /// @throws IOException where that can't be settled: nothing else can be changed then
  public List<String> recover() throws IOException {
    return recovery.recover();
  }

  /// The changes of interrupted commands.
  public KeptChanges keptChanges() {
    return kept;
  }

  /// Removes old contents that are no longer needed, at most once a day.
  ///
  /// @throws IOException where the store can't be read
  public void prune(Duration maxAge, long maxBytes) throws IOException {
    pruning.daily(new StorePruning.Limits(maxAge, maxBytes), Instant.now());
  }

  /// Takes secrets out of a text that enters the conversation by another way than a tool.
  public SecretMasker masker() {
    return masker;
  }

  /// The workspace's real path.
  public Path root() {
    return hands.root().path();
  }

  /// The branch that is checked out; empty when detached or outside a repository.
  public Optional<String> branch() {
    return head.branch();
  }

  /// The commands in the background that run or ended since the model last looked, a line each.
  public List<String> background() {
    return commands.background().stream()
        .filter(command -> !command.endSeen())
        .map(command -> masker.mask(command.state()))
        .toList();
  }

  /// The programs that may run unasked, once a command had them looked up.
  public List<String> granted(Supplier<ExecutionMode> execution) {
    return commands.granted(execution);
  }

  /// The rules in force, as data.
  public Json.Obj effective() {
    return Json.object()
        .put("workspace", hands.root().path().toString())
        .put("authority", authority().authority().json())
        .put("policy", policy.json())
        .put("hooks", HookRules.json(hooks.loaded().hooks()))
        .build();
  }

  /// Whether the configuration agrees to such concerns where no person can be asked.
  public boolean agreesUnattended(List<ApprovalConcern> concerns) {
    return policy.questions().agreesUnattended(concerns);
  }

  /// The acts of a person only.
  public PersonAuthority authority() {
    return commands.parts().personAuthority();
  }

  /// The acts of a person on hooks.
  public HookConfirmation confirmation() {
    return new HookConfirmation(hooks, clock);
  }

  /// Requires that the sandbox has namespaces and is proved before the first program runs in it:
  /// for unattended runs. A failure is refused as SANDBOX_UNAVAILABLE.
  public void demandProof() {
    commands.demandProof();
  }

  /// Attempts every forbidden act inside the sandbox; takes a second or more.
  ///
  /// @throws IOException where no sandbox can be set up; the message says what is missing
  /// @throws InterruptedException when interrupted
  public SandboxProof proveSandbox() throws IOException, InterruptedException {
    return SandboxProof.of(commands.parts().running().sandbox());
  }

  /// The known programs.
  public PackRegistry packs() {
    return commands.parts().packs();
  }

  /// The present intents of the project.
  public DeclaredIntents intents() throws IOException {
    return intents.now();
  }

  /// The intent map.
  public IntentMapUpdater map() {
    return map;
  }

  /// The ledger's text so far.
  public String ledger() throws IOException {
    return ledger.text();
  }

  /// The sources of attribution: the ledger, the files, stored contents, contents of commits.
  public Evidence evidence() {
    return evidence;
  }

  /// Reads of the workspace that no call asks for: the project's rules and its map.
  public WorkspaceReading reading() {
    return reading;
  }

  /// Verifies the ledger against its chains and against what the audit log remembers of it.
  public VerificationReport verify() throws IOException {
    return signing.verify(Set.of());
  }

  /// Reads the audit log back for this workspace.
  public AuditLog.Review audit() throws IOException {
    return audit.review();
  }

  /// All close from the last to the first, each whatever becomes of the others.
  @Override
  public void close() throws IOException {
    try (WorkspaceRoot _ = hands.root();
        ledger;
        audit;
        signing;
        spending;
        map;
        commands) {}
  }
}
