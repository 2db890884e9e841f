// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.tools.builtin;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.change.UndoService;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.policy.ProgramDirectory;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.risk.RiskRule;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.Tool;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.audit.AuditTrail;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.Ledger;
import dev.writ.sandbox.mechanism.SandboxChooser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A workspace with the built-in tools behind the real door: real files, real records.
public final class Door implements AutoCloseable {
  /// Two active intents, a paused one and a finished one.
  public static final String INTENTS =
      """
      active_intents:
        - id: INT-001
          name: Sources
          status: active
          owned_scope: ["src/**", "*.txt"]
        - id: INT-002
          name: Documents
          status: active
          owned_scope: ["docs/**"]
        - id: INT-003
          name: Later
          status: paused
          owned_scope: ["**"]
        - id: INT-004
          name: Over
          status: done
          owned_scope: ["**"]
      """;

  /// The authority file of a project whose owner lets contained commands run.
  private static final String CONTAINED =
      "authority:\n  level: observe\n  contained: allow\n  network: deny\n";

  public final Path root;
  public final Path data;
  public final SessionState state;
  public final Governor governor;
  private final AtomicLong events = new AtomicLong();

  /// The options of a test.
  public static final class Setup {
    WorkMode mode = WorkMode.SHIPPED.getFirst();
    public ExecutionMode execution = ExecutionMode.RESTRICTED_AUTONOMOUS;
    public KindTable kinds = KindTable.STANDARD;
    boolean requireDeclared;
    Optional<GovernancePolicy.IntentRules> intentRules = Optional.empty();
    public GovernancePolicy.ExecutionCourse course = GovernancePolicy.ExecutionCourse.PERFORM;
    public Set<ApprovalConcern.ConcernKind> unattended = Set.of();
    List<RiskRule> risk = GovernancePolicy.Questions.USUAL.risk();

    public GovernancePolicy.CommandRules rules = GovernancePolicy.CommandRules.USUAL;
    public String session = "S-1";

    /// Where the workspace is below the usual one.
    public String below = "";

    Set<String> confirm = Set.of();
    public List<Path> blocked = List.of();
    public WorkspacePath allowed = WorkspacePath.ROOT;
    public List<String> credentials = List.of();
    List<Tool<?>> tools = BuiltInTools.tools(500_000);
    public Map<String, String> environment = Map.of();
    public List<ProgramDirectory> programs = List.of();
    public Approver approver = Approver.nobody();
    Optional<Json.Obj> hooks = Optional.empty();
    SemanticComparison comparison = SemanticComparison.plain();

    void rules(GovernancePolicy.IntentRules otherwise) {
      intentRules = Optional.of(otherwise);
    }

    private GovernancePolicy.Questions questions() {
      return new GovernancePolicy.Questions(confirm, unattended, risk);
    }
  }

  private Door(Path directory, Setup setup) throws IOException {
    root = Files.createDirectories(directory.resolve("root").resolve(setup.below)).toRealPath();
    data = directory.resolve("data");
    AtomicLong ticks = new AtomicLong(1_700_000_000_000L);
    Path ledger = root.resolve(Ledger.PATH);
    long written = Files.exists(ledger) ? Files.size(ledger) : 0; // no id twice
    governor =
        Governor.open(
            new WorkspacePlace(
                root, data, setup.session, setup.environment, setup.programs, AuditLog.MAX_BYTES),
            new GovernancePolicy(
                setup.intentRules.orElse(
                    new GovernancePolicy.IntentRules(setup.kinds, setup.requireDeclared)),
                setup.rules,
                setup.questions(),
                new GovernancePolicy.Places(setup.blocked, setup.allowed),
                setup.credentials,
                setup.course),
            new Governor.Outside(setup.hooks, setup.comparison),
            setup.tools,
            setup.approver,
            new Governor.Chance(
                () -> Instant.ofEpochMilli(ticks.getAndAdd(250)),
                new SplittableRandom(setup.session.hashCode() + written)));
    state = new SessionState(setup.session, setup.mode, setup.execution);
    beginTurn();
  }

  public static Door in(Path directory) {
    return in(directory, _ -> {});
  }

  public static Door in(Path directory, Consumer<Setup> otherwise) {
    Setup setup = new Setup();
    otherwise.accept(setup);
    try {
      return new Door(directory, setup);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Skips the test if this machine lacks what views of the workspace need.
  public static void needsViews() {
    assumeTrue(
        new SandboxChooser().choose(SandboxChooser.Wish.NAMESPACES)
            instanceof SandboxChooser.SandboxSelection.ChosenSandbox);
  }

  public static WorkMode mode(String name) {
    return WorkMode.SHIPPED.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
  }

  /// The mode whose word begins like that.
  static ExecutionMode execution(String begin) {
    return Arrays.stream(ExecutionMode.values())
        .filter(mode -> mode.word().startsWith(begin))
        .findFirst()
        .orElseThrow();
  }

  void beginTurn() {
    state.beginTurn(Intent.ofSession("INT-S-2025-1", "Do it"));
  }

  public ActOrigin origin() {
    return new ActOrigin(
        state.session(),
        events.incrementAndGet(),
        state.turn(),
        new ActOrigin.Contributor.Ai("test/model"));
  }

  /// A call whose arguments are given as names and values.
  public CallAnswer call(String tool, Object... arguments) {
    Json.Builder json = Json.object();
    for (int i = 0; i < arguments.length; i += 2) {
      json.put(String.valueOf(arguments[i]), json(arguments[i + 1]));
    }
    return raw(tool, json.build().write());
  }

  public CallAnswer raw(String tool, String arguments) {
    try {
      ToolCall call = new ToolCall("c" + events.get(), tool, arguments);
      return governor.gate().call(call, state, origin());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Json json(Object value) {
    return switch (value) {
      case String text -> Json.of(text);
      case Integer number -> Json.of(number);
      case Boolean flag -> Json.of(flag);
      case Json json -> json;
      case List<?> list -> {
        List<Json> items = new ArrayList<>();
        list.forEach(item -> items.add(json(item)));
        yield new Json.Arr(items);
      }
      default -> throw new IllegalArgumentException(String.valueOf(value));
    };
  }

  /// `ok`, or the code of the failure.
  public String code(String tool, Object... arguments) {
    return code(call(tool, arguments));
  }

  public static String code(CallAnswer answer) {
    return answer.result() instanceof ToolResult.Failure failure
        ? failure.error().code().name()
        : "ok";
  }

  /// The text that the model gets.
  public String text(String tool, Object... arguments) {
    return call(tool, arguments).result().content();
  }

  /// Rules of a session whose commands run under that mechanism.
  public static GovernancePolicy.CommandRules under(String sandbox) {
    GovernancePolicy.CommandRules usual = GovernancePolicy.CommandRules.USUAL;
    return new GovernancePolicy.CommandRules(
        usual.allowDangerous(),
        usual.standing(),
        usual.barred(),
        usual.verifyBinaries(),
        new GovernancePolicy.SandboxChoice(sandbox, usual.sandbox().unconfined(), List.of()));
  }

  /// Lets contained commands run, as the project's owner.
  public Door contained() {
    try {
      file(AuthorityFile.PATH, CONTAINED);
      governor.authority().confirm(CONTAINED, "me");
      return this;
    } catch (IOException | JsonException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The work tree without Git's and Writ's own directories: permissions and contents.
  public SortedMap<String, String> tree() throws IOException {
    SortedMap<String, String> tree = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.toList()) {
        String name = root.relativize(path).toString();
        if (!name.isEmpty() && !name.matches("\\.(git|writ|orchestration)(/.*)?")) {
          String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
          tree.put(name, mode + (Files.isRegularFile(path) ? Files.readString(path) : ""));
        }
      }
    }
    return tree;
  }

  /// Undoes the last turn that changed something.
  public List<UndoService.Undone> undo(boolean overChanges) throws IOException {
    return governor.undo().undo(new UndoService.Selection.LastTurn(), origin(), overChanges);
  }

  public Path file(String name, String content) {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  public Path file(String name, byte[] content) {
    try {
      Path path = root.resolve(name);
      Files.createDirectories(path.getParent());
      return Files.write(path, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A file that the model has read whole.
  public Path seen(String name, String content) {
    Path path = file(name, content);
    String code = code("read_file", "path", name, "limit", 1_000_000);
    if (!code.equals("ok")) {
      throw new IllegalStateException(code);
    }
    return path;
  }

  public void intents() {
    file(".orchestration/active_intents.yaml", INTENTS);
  }

  public String read(String name) {
    try {
      return Files.readString(root.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public byte[] bytes(String name) {
    try {
      return Files.readAllBytes(root.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The hashes of the ledger's records that the audit log has.
  public Set<String> vouched() throws IOException {
    return new AuditTrail(data).places().keySet();
  }

  public String audit() {
    try {
      return Files.readString(data.resolve("audit.jsonl"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Releases the workspace; links are removed first, so that the clean-up does not follow them.
  /// Entries that another process removes meanwhile are already gone.
  @Override
  public void close() {
    try {
      governor.close();
      if (Files.isDirectory(root)) {
        Files.walkFileTree(root, new LinkRemoval());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class LinkRemoval extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (attributes.isSymbolicLink()) {
        Files.deleteIfExists(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }
  }
}
