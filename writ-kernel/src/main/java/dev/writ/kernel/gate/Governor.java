// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.gate;

import dev.writ.kernel.attribution.Attribution;
import dev.writ.kernel.attribution.Evidence;
import dev.writ.kernel.audit.AuditLog;
import dev.writ.kernel.call.Content;
import dev.writ.kernel.effect.FileHand;
import dev.writ.kernel.effect.GitFiles;
import dev.writ.kernel.effect.GitHead;
import dev.writ.kernel.effect.Hands;
import dev.writ.kernel.effect.Locator;
import dev.writ.kernel.effect.Root;
import dev.writ.kernel.effect.Store;
import dev.writ.kernel.effect.Tree;
import dev.writ.kernel.effect.WorkspaceRecords;
import dev.writ.kernel.intent.Intents;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.Verification;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.policy.Masker;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Everything trusted about one workspace, wired together: the gate with its checks and hands, and
/// the records. The hidden parts are put together here because nobody outside may hold them.
public final class Governor implements AutoCloseable {
  private final Root root;
  private final Gate gate;
  private final Masker masker;
  private final IntentSource intents;
  private final Ledger ledger;
  private final AuditLog audit;
  private final Undo undo;
  private final GitHead head;
  private final Commanding commands;
  private final Policy policy;
  private final Evidence evidence;

  /// Where things are.
  ///
  /// @param directory the workspace
  /// @param data the user's data directory, with the audit log
  /// @param session the session's id
  /// @param environment the variables Writ was started with
  /// @param auditBytes how large a file of the audit log becomes before the next one is begun
  public record Place(
      Path directory, Path data, String session, Map<String, String> environment, long auditBytes) {
    public Place {
      environment = Map.copyOf(environment);
    }

    /// With files of the audit log as large as usual.
    public Place(Path directory, Path data, String session, Map<String, String> environment) {
      this(directory, data, session, environment, AuditLog.MAX_BYTES);
    }
  }

  /// Time and randomness, injected.
  public record Chance(InstantSource clock, RandomGenerator random) {}

  /// Opens a workspace. Nothing is created in it before something changes.
  ///
  /// @throws IOException where the directory can't be opened
  public static Governor open(
      Place place, Policy policy, List<Tool<?>> tools, Approver approver, Chance chance)
      throws IOException {
    return new Governor(
        Root.open(place.directory()), place, policy, new Catalogue(tools), approver, chance);
  }

  private Governor(
      Root root,
      Place place,
      Policy policy,
      Catalogue catalogue,
      Approver approver,
      Chance chance) {
    this.root = root;
    this.masker = new Masker(policy.credentials());
    this.head = new GitHead(root.path());
    WorkspaceRecords records = new WorkspaceRecords(root);
    this.intents = new IntentsOnDisk(records);
    this.ledger = new Ledger(records, chance.clock(), chance.random());
    this.audit =
        new AuditLog(
            place.data(),
            place.auditBytes(),
            chance.clock(),
            root.path().toString(),
            place.session());
    Store store = new Store(root);
    FileHand files = new FileHand(root, store);
    Locator locator = new Locator(root, policy.blocked());
    this.policy = policy;
    Hands hands = new Hands(root, locator, store, files, new Tree(root, locator));
    this.commands = new Commanding(hands, head, records, place, policy, chance.clock());
    this.evidence = new EvidenceOnDisk(records, hands, new GitFiles(head));
    Scribe scribe = new Scribe(files, store, ledger, head);
    Circumstances circumstances =
        new Circumstances(
            policy,
            mode -> commands.parts().authority().in(mode),
            () -> commands.parts().running().evidence(),
            place.environment().getOrDefault("USER", "person"));
    Policy.IntentRules rules = policy.intents();
    this.gate =
        new Gate(
            catalogue,
            new ModeCheck(),
            new IntentCheck(intents, rules.kinds(), rules.requireDeclared()),
            new DenylistCheck(commands),
            new ContainmentCheck(locator),
            new ScopeCheck(),
            new CommandCheck(commands),
            new LockCheck(),
            new HookCheck(),
            new RiskCheck(),
            new ApprovalCheck(approver, policy.confirm()),
            audit,
            new Granted.Performing(
                hands, commands, scribe, new Handshake(intents, ledger, rules.requireDeclared())),
            new Gate.Surroundings(masker, circumstances, policy.dryRun()));
    this.undo = new Undo(hands, scribe, ledger, audit);
  }

  /// The door.
  public Gate gate() {
    return gate;
  }

  /// A person's way back.
  public Undo undo() {
    return undo;
  }

  /// Takes secrets out of a text that enters the conversation by another way than a tool.
  public String mask(String text) {
    return masker.mask(text);
  }

  /// The workspace's real path.
  public Path root() {
    return root.path();
  }

  /// The branch that is checked out; empty when detached or outside a repository.
  public Optional<String> branch() {
    return head.branch();
  }

  /// The commands in the background, a line each: those that run, and those that ended since the
  /// model last looked.
  public List<String> background() {
    return commands.background().stream()
        .filter(command -> !command.endSeen())
        .map(command -> masker.mask(command.state()))
        .toList();
  }

  /// The rules in force, as data.
  public Json.Obj effective() {
    Json.Obj authorityNow = granting().authority().json();
    return Json.object()
        .put("workspace", root.path().toString())
        .put("authority", authorityNow)
        .put("policy", policy.json())
        .build();
  }

  /// What only a person does.
  public Granting granting() {
    return commands.parts().granting();
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

  /// The ledger's text so far.
  public String ledger() throws IOException {
    return ledger.text();
  }

  /// Who wrote which line, as the ledger is now.
  ///
  /// @throws IOException where the ledger can't be read
  public Attribution attribution() throws IOException {
    return new Attribution(evidence);
  }

  /// A file as attribution sees it; empty where no readable file is.
  ///
  /// @throws IOException where the operating system fails
  public Optional<Content> file(WorkspacePath path) throws IOException {
    return evidence.file(path);
  }

  /// Verifies the ledger against its chains and against what the audit log remembers of it.
  public Verification verify() throws IOException {
    return Verification.of(ledger.text(), audit.review().lasts());
  }

  /// Reads the audit log back for this workspace.
  public AuditLog.Review audit() throws IOException {
    return audit.review();
  }

  @Override
  public void close() throws IOException {
    commands.close();
    audit.close();
    ledger.close();
    root.close();
  }
}
