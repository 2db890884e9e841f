// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.tools;

import dev.writ.kernel.call.Concern;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Answered;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.gate.Governor;
import dev.writ.kernel.gate.WorkspacePlace;
import dev.writ.kernel.gate.Policy;
import dev.writ.kernel.gate.Standing;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.policy.Mode;
import dev.writ.kernel.policy.RiskRule;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// A workspace with the built-in tools behind the real door: real files, real records.
final class Door implements AutoCloseable {
  /// Two active intents, a paused one and a finished one.
  static final String INTENTS =
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

  final Path root;
  final Path data;
  final Standing standing;
  final Governor governor;
  private final AtomicLong events = new AtomicLong();

  /// What a test may want to be otherwise.
  static final class Setup {
    Mode mode = Mode.SHIPPED.getFirst();
    ExecutionMode execution = ExecutionMode.RESTRICTED_AUTONOMOUS;
    KindTable kinds = KindTable.STANDARD;
    boolean requireDeclared;
    Optional<Policy.IntentRules> intentRules = Optional.empty();
    Policy.Course course = Policy.Course.PERFORM;
    Set<Concern.Kind> unattended = Set.of();
    List<RiskRule> risk = Policy.Questions.USUAL.risk();

    Policy.CommandRules rules = Policy.CommandRules.USUAL;
    String session = "S-1";
    Set<String> confirm = Set.of();
    List<Path> blocked = List.of();
    WorkspacePath allowed = WorkspacePath.ROOT;
    List<String> credentials = List.of();
    List<Tool<?>> tools = BuiltIn.tools(500_000);
    Map<String, String> environment = Map.of();
    Approver approver = Approver.nobody();
    Optional<Json.Obj> hooks = Optional.empty();

    void rules(Policy.IntentRules otherwise) {
      intentRules = Optional.of(otherwise);
    }

    private Policy.Questions questions() {
      return new Policy.Questions(confirm, unattended, risk);
    }
  }

  private Door(Path directory, Setup setup) throws IOException {
    root = Files.createDirectories(directory.resolve("root")).toRealPath();
    data = directory.resolve("data");
    AtomicLong ticks = new AtomicLong(1_700_000_000_000L);
    governor =
        Governor.open(
            new WorkspacePlace(root, data, setup.session, setup.environment),
            new Policy(
                setup.intentRules.orElse(
                    new Policy.IntentRules(setup.kinds, setup.requireDeclared)),
                setup.rules,
                setup.questions(),
                new Policy.Places(setup.blocked, setup.allowed),
                setup.credentials,
                setup.course),
            new Governor.Outside(setup.hooks),
            setup.tools,
            setup.approver,
            new Governor.Chance(
                () -> Instant.ofEpochMilli(ticks.getAndAdd(250)),
                new SplittableRandom(setup.session.hashCode())));
    standing = new Standing(setup.session, setup.mode, setup.execution);
    beginTurn();
  }

  static Door in(Path directory) {
    return in(directory, _ -> {});
  }

  static Door in(Path directory, Consumer<Setup> otherwise) {
    Setup setup = new Setup();
    otherwise.accept(setup);
    try {
      return new Door(directory, setup);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Mode mode(String name) {
    return Mode.SHIPPED.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
  }

  void beginTurn() {
    standing.beginTurn(Intent.ofSession("INT-S-2025-1", "Do it"));
  }

  Origin origin() {
    return new Origin(
        standing.session(),
        events.incrementAndGet(),
        standing.turn(),
        new Origin.Contributor.Ai("test/model"));
  }

  /// A call whose arguments are given as names and values.
  Answered call(String tool, Object... arguments) {
    Json.Builder json = Json.object();
    for (int i = 0; i < arguments.length; i += 2) {
      json.put(String.valueOf(arguments[i]), json(arguments[i + 1]));
    }
    return raw(tool, json.build().write());
  }

  Answered raw(String tool, String arguments) {
    try {
      ToolCall call = new ToolCall("c" + events.get(), tool, arguments);
      return governor.gate().call(call, standing, origin());
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
  String code(String tool, Object... arguments) {
    return code(call(tool, arguments));
  }

  static String code(Answered answered) {
    return answered.result() instanceof ToolResult.Failure failure
        ? failure.error().code().name()
        : "ok";
  }

  /// The text that the model gets.
  String text(String tool, Object... arguments) {
    return call(tool, arguments).result().content();
  }

  /// Rules of a session whose commands run under that mechanism.
  static Policy.CommandRules under(String sandbox) {
    Policy.CommandRules usual = Policy.CommandRules.USUAL;
    return new Policy.CommandRules(
        usual.allowDangerous(),
        usual.standing(),
        usual.barred(),
        usual.verifyBinaries(),
        new Policy.SandboxChoice(sandbox, usual.sandbox().unconfined(), List.of()));
  }

  Path file(String name, String content) {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  Path file(String name, byte[] content) {
    try {
      Path path = root.resolve(name);
      Files.createDirectories(path.getParent());
      return Files.write(path, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A file that the model has read whole.
  Path seen(String name, String content) {
    Path path = file(name, content);
    String code = code("read_file", "path", name, "limit", 1_000_000);
    if (!code.equals("ok")) {
      throw new IllegalStateException(code);
    }
    return path;
  }

  void intents() {
    file(".orchestration/active_intents.yaml", INTENTS);
  }

  String read(String name) {
    try {
      return Files.readString(root.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] bytes(String name) {
    try {
      return Files.readAllBytes(root.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String audit() {
    try {
      return Files.readString(data.resolve("audit.jsonl"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Lets go of the workspace; links go first, so that nobody follows them while cleaning up. What
  /// another process removes meanwhile is gone already.
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
