// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.gate;

import dev.writ.kernel.attribution.Evidence;
import dev.writ.kernel.audit.AuditLog;
import dev.writ.kernel.call.Concern;
import dev.writ.kernel.effect.GitHead;
import dev.writ.kernel.effect.Hands;
import dev.writ.kernel.effect.Pruning;
import dev.writ.kernel.effect.Root;
import dev.writ.kernel.effect.WorkspaceRecords;
import dev.writ.kernel.hook.HookRules;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentLog;
import dev.writ.kernel.intent.Intents;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.SemanticComparison;
import dev.writ.kernel.ledger.Verification;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.Masker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Everything trusted about one workspace, wired together: the gate with its checks and hands, and
/// the records. The hidden parts are put together here because nobody outside may hold them.
public final class Governor implements AutoCloseable {
  final Root root;
  private final Gate gate;
  private final Masker masker;
  private final IntentSource intents;
  final Ledger ledger;
  final AuditLog audit;
  private final Undo undo;
  final GitHead head;
  final Commanding commands;
  private final Policy policy;
  final Evidence evidence;
  private final IntentUse use;
  private final Declaring declaring;
  private final Closing closing;
  private final HookBook hooks;
  private final InstantSource clock;
  private final Signing signing;
  private final Pruning pruning;
  private final MapKeeper map;
  private final ViewRecovery recovery;
  private final KeptChanges kept;
  private final WorkspaceReading reading;

  /// Time and randomness, injected.
  public record Chance(InstantSource clock, RandomGenerator random) {}

  /// What is brought along from outside of the kernel.
  ///
  /// @param hooks what the person's own configuration says of hooks ([HookRules])
  /// @param comparison says what a change means; the governor closes it
  public record Outside(Optional<Json.Obj> hooks, SemanticComparison comparison) {
    /// With the comparison that needs no grammar.
    public Outside(Optional<Json.Obj> hooks) {
      this(hooks, SemanticComparison.plain());
    }
  }

  /// Opens a workspace. Nothing is created in it before something changes.
  ///
  /// @throws IOException where the directory can't be opened
  public static Governor open(
      WorkspacePlace place, Policy policy, List<Tool<?>> tools, Approver approver, Chance chance)
      throws IOException {
    return open(place, policy, new Outside(Optional.empty()), tools, approver, chance);
  }

  /// The same with what the person's machine brings along.
  ///
  /// @throws IOException where the directory can't be opened
  public static Governor open(
      WorkspacePlace place,
      Policy policy,
      Outside outside,
      List<Tool<?>> tools,
      Approver approver,
      Chance chance)
      throws IOException {
    Root root = Root.open(place.directory());
    return new Governor(root, place, policy, outside, new Catalogue(tools), approver, chance);
  }

  Governor(
      Root root,
      WorkspacePlace place,
      Policy policy,
      Outside outside,
      Catalogue catalogue,
      Approver approver,
      Chance chance) {
    this.root = root;
    this.masker = new Masker(policy.credentials());
    this.head = new GitHead(root.path());
    WorkspaceRecords records = new WorkspaceRecords(root);
    this.intents = new IntentsOnDisk(records);
    this.ledger = new Ledger(records, chance.clock(), chance.random());
    this.audit = auditLog(place, chance);
    this.policy = policy;
    this.clock = chance.clock();
    Hands hands = Hands.of(root, policy.blocked(), place.data());
    ObeyedPlaces obeyed = new ObeyedPlaces(root, place.environment());
    this.commands = new Commanding(hands, head, records, place, policy, clock, obeyed);
    this.evidence = EvidenceOnDisk.of(records, hands, head, place, commands);
    this.use = new IntentUse(intents, place.data(), root.path().toString());
    Scribe scribe = new Scribe(hands, ledger, head, use, outside.comparison());
    this.recovery = new ViewRecovery(hands, scribe, audit, commands);
    this.kept = new KeptChanges(hands, scribe, audit, commands);
    this.map = new MapKeeper(hands, scribe, intents, outside.comparison());
    ApprovalCheck approval = approval(approver, place, chance);
    this.declaring = new Declaring(hands.files(), scribe, audit, place.isGoverned());
    this.closing = new Closing(declaring, ledger, commands, approval);
    IntentCheck intentCheck = new IntentCheck(intents, policy.intents(), use);
    this.hooks = new HookBook(hands, place, outside.hooks());
    HookDesk desk = new HookDesk(hooks, new HookRunner(hooks, commands, audit, scribe, masker));
    this.gate =
        new Gate(
            catalogue,
            new ModeCheck(),
            intentCheck,
            new DenylistCheck(commands),
            new ContainmentCheck(hands.locator(), obeyed, policy.places().allowed()),
            new ScopeCheck(),
            new CommandCheck(commands),
            new LockCheck(),
            new HookCheck(catalogue, desk),
            new RiskCheck(policy.questions().risk()),
            approval,
            audit,
            new Granted.Performing(hands, commands, scribe, controls(catalogue, approver)),
            new Gate.Surroundings(
                masker,
                Circumstances.of(policy, commands, place),
                policy.course(),
                new Work(intentCheck, use, catalogue, policy.intents()),
                chance.clock(),
                recovery));
    closing.through(gate);
    this.reading = new WorkspaceReading(hands, evidence);
    this.undo = new Undo(hands, obeyed, scribe, ledger, audit);
    this.signing = new Signing(records, ledger, audit, place, chance.clock());
    this.pruning = new Pruning(root, chance.clock().instant());
  }

  private AuditLog auditLog(WorkspacePlace place, Chance chance) {
    return new AuditLog(
        place.data(),
        place.auditBytes(),
        chance.clock(),
        new AuditLog.Workspace(root.path().toString(), root.identity()),
        place.session(),
        root.disk());
  }

  private ApprovalCheck approval(Approver approver, WorkspacePlace place, Chance chance) {
    return new ApprovalCheck(
        approver,
        policy.questions(),
        new Subjects(commands),
        ProjectGrants.of(place, root.path(), chance.clock()));
  }

  private Controls controls(Catalogue catalogue, Approver approver) {
    Policy.IntentRules rules = policy.intents();
    return new Controls(
        new Handshake(intents, ledger, rules.requireDeclared(), use),
        declaring,
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
  public Declaring declaring() {
    return declaring;
  }

  /// A person's way to close an intent.
  public Closing closing() {
    return closing;
  }

  /// The one of these active intents that a session of this user worked on last in this project.
  public Optional<Intent> lastIntent(List<Intent> active) {
    return use.last(active);
  }

  /// What was spent on an intent by all sessions of this user.
  ///
  /// @throws IOException where that can't be read
  public IntentLog.Spent spent(String intentId) throws IOException {
    return use.spent(intentId);
  }

  /// A person's way back.
  public Undo undo() {
    return undo;
  }

  /// What proves the ledger.
  public Signing signing() {
    return signing;
  }

  /// The session begins now: no record of it can be in the ledger yet.
  public void begins(String session) {
    ledger.begins(session);
  }

  /// Settles what commands of killed sessions left, before anything else happens.
  ///
  /// @return a line for the person about each of them, each time
  /// @throws IOException where that can't be settled: nothing else can be changed then
  public List<String> recover() throws IOException {
    return recovery.recover();
  }

  /// What interrupted commands had changed.
  public KeptChanges keptChanges() {
    return kept;
  }

  /// Removes old contents that nobody will want back, at most once a day.
  ///
  /// @throws IOException where the store can't be read
  public void prune(Duration maxAge, long maxBytes) throws IOException {
    pruning.daily(new Pruning.Limits(maxAge, maxBytes), Instant.now());
  }

  /// Takes secrets out of a text that enters the conversation by another way than a tool.
  public Masker masker() {
    return masker;
  }

  /// The workspace's real path.
  public Path root() {
    return root.path();
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
  public List<String> granted(ExecutionMode execution) {
    return commands.granted(execution);
  }

  /// The rules in force, as data.
  public Json.Obj effective() {
    Json.Obj authorityNow = granting().authority().json();
    return Json.object()
        .put("workspace", root.path().toString())
        .put("authority", authorityNow)
        .put("policy", policy.json())
        .put("hooks", HookRules.json(hooks.loaded().hooks()))
        .build();
  }

  /// Whether the configuration agrees to such concerns where nobody can be asked.
  public boolean agreesUnattended(List<Concern> concerns) {
    return policy.questions().agreesUnattended(concerns);
  }

  /// What only a person does.
  public Granting granting() {
    return commands.parts().granting();
  }

  /// What only a person does about hooks.
  public HookGranting hookGranting() {
    return new HookGranting(hooks, clock);
  }

  /// Demands that the sandbox has namespaces and is proved before the first program is run in it:
  /// for runs that nobody watches. What doesn't hold is refused as SANDBOX_UNAVAILABLE.
  public void demandProof() {
    commands.demandProof();
  }

  /// Attempts every forbidden act inside the sandbox; takes a second or some.
  ///
  /// @throws IOException where no sandbox can be set up; the message says what is missing
  /// @throws InterruptedException when interrupted
  public SandboxProof proveSandbox() throws IOException, InterruptedException {
    return SandboxProof.of(commands.parts().running().shelter());
  }

  /// What is known of programs.
  public Packs packs() {
    return commands.parts().packs();
  }

  /// What the project declares now.
  public Intents intents() throws IOException {
    return intents.now();
  }

  /// The intent map.
  public MapKeeper map() {
    return map;
  }

  /// The ledger's text so far.
  public String ledger() throws IOException {
    return ledger.text();
  }

  /// What attribution may look at: the ledger, the files, what was kept, what commits had.
  public Evidence evidence() {
    return evidence;
  }

  /// Reads of the workspace that no call asks for: the project's rules and its map.
  public WorkspaceReading reading() {
    return reading;
  }

  /// Verifies the ledger against its chains and against what the audit log remembers of it.
  public Verification verify() throws IOException {
    return signing.verify(Set.of());
  }

  /// Reads the audit log back for this workspace.
  public AuditLog.Review audit() throws IOException {
    return audit.review();
  }

  @Override
  public void close() throws IOException {
    try (root;
        ledger;
        audit;
        signing;
        use;
        map;
        commands) {
      // They close from the last to the first, each whatever becomes of the others.
    }
  }
}
