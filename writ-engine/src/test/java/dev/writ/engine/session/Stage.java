// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.engine.session;

import dev.writ.base.json.Json;
import dev.writ.engine.context.ContextSources;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelTariff;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.engine.turn.TurnClock;
import dev.writ.engine.turn.TurnLimits;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.hook.QualityRules;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.kernel.tool.Tool;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.ledger.TraceRecord;
import dev.writ.testkit.TemporaryWorkspace;
import dev.writ.tools.builtin.BuiltInTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// A session over a real gate in a workspace of its own, with a played model.
final class Stage implements AutoCloseable {
  static final Instant NOON = Instant.parse("2026-01-18T12:00:00Z");
  static final String CREDENTIAL = "hunter2-hunter2-hunter2";

  final TemporaryWorkspace workspace = TemporaryWorkspace.empty();
  final TemporaryWorkspace home = TemporaryWorkspace.empty();
  final PlayedModel model = new PlayedModel();
  final MemoryLog log = new MemoryLog();
  final List<SessionEvent> events = new CopyOnWriteArrayList<>();
  final List<Duration> pauses = new CopyOnWriteArrayList<>();
  final SessionState state;
  final Governor governor;
  final JournaledConversation journal;
  final Session session;

  private final Consumer<Duration> onPause;
  private volatile Instant now = NOON;
  private volatile Duration setBack = Duration.ZERO;

  /// The differences between stages.
  static final class Setting {
    ExecutionMode execution = ExecutionMode.RESTRICTED_AUTONOMOUS;
    Approver approver = Approver.nobody();
    int maxIterations = 100;
    long maxTokens;
    OptionalLong maxCost = OptionalLong.empty();
    ModelTariff tariff = ModelTariff.UNKNOWN;
    ModelRoster.Substitutes substitutes = ModelRoster.Substitutes.NONE;
    Optional<PlayedModel> small = Optional.empty();
    Duration maxDuration = Duration.ZERO;
    final List<Tool<?>> more = new ArrayList<>();
    Consumer<Duration> onPause = _ -> {};
    Consumer<SessionEvent> listener = _ -> {};
    Optional<Json.Obj> hooks = Optional.empty();
    Optional<QualityRules> quality = Optional.empty();
    TurnLimits.CallRules calls = new TurnLimits.CallRules(10_000, 8, 64);
    Runnable environment = () -> {};
    Consumer<String> masking = _ -> {};
    List<String> recorded = List.of();
    GovernancePolicy.CommandRules commands = GovernancePolicy.CommandRules.USUAL;
    ContextSources context = ContextSources.USUAL;

    /// The further inputs of requests.
    Setting context(ContextSources sources) {
      context = sources;
      return this;
    }

    /// Commands run under that mechanism.
    Setting sandbox(String mechanism) {
      commands =
          new GovernancePolicy.CommandRules(
              commands.allowDangerous(),
              commands.standing(),
              commands.barred(),
              commands.verifyBinaries(),
              new GovernancePolicy.SandboxChoice(
                  mechanism, commands.sandbox().unconfined(), List.of()));
      return this;
    }

    Setting execution(ExecutionMode mode, Approver who) {
      execution = mode;
      approver = who;
      return this;
    }

    Setting tool(Tool<?> tool) {
      more.add(tool);
      return this;
    }

    Setting hooks(Json.Obj configured) {
      hooks = Optional.of(configured);
      return this;
    }

    Setting quality(QualityRules rules) {
      quality = Optional.of(rules);
      return this;
    }

    Setting listener(Consumer<SessionEvent> heard) {
      listener = heard;
      return this;
    }

    Setting environment(Runnable looked) {
      environment = looked;
      return this;
    }

    Setting masking(Consumer<String> looked) {
      masking = looked;
      return this;
    }

    /// The session continues from these lines.
    Setting resuming(List<String> lines) {
      recorded = lines;
      return this;
    }

    Setting calls(int parallel, int perResponse) {
      calls = new TurnLimits.CallRules(10_000, parallel, perResponse);
      return this;
    }

    Setting iterations(int most) {
      maxIterations = most;
      return this;
    }

    Setting tokens(long most) {
      maxTokens = most;
      return this;
    }

    /// The cost of requests, and the limits of a turn.
    Setting cost(ModelTariff known, OptionalLong mostMicroUsd) {
      tariff = known;
      maxCost = mostMicroUsd;
      return this;
    }

    Setting substitutes(ModelRoster.Substitutes models) {
      substitutes = models;
      return this;
    }

    /// The model for small work.
    Setting small(PlayedModel played) {
      small = Optional.of(played);
      return this;
    }

    Setting duration(Duration most) {
      maxDuration = most;
      return this;
    }

    Setting onPause(Consumer<Duration> action) {
      onPause = action;
      return this;
    }

    Stage open() {
      return new Stage(this);
    }
  }

  static Setting with() {
    return new Setting();
  }

  static Stage plain() {
    return with().open();
  }

  private Stage(Setting setting) {
    onPause = setting.onPause;
    RecordedSession recorded = recorded(setting.recorded);
    state =
        new SessionState("test-session", mode(recorded), () -> setting.execution, recorded.state());
    List<Tool<?>> tools = new ArrayList<>(BuiltInTools.tools(10_000));
    tools.addAll(setting.more);
    GovernancePolicy policy =
        new GovernancePolicy(
            new GovernancePolicy.IntentRules(KindTable.STANDARD, /* requireDeclared= */ false),
            setting.commands,
            GovernancePolicy.Questions.USUAL,
            List.of(),
            List.of(CREDENTIAL),
            GovernancePolicy.ExecutionCourse.PERFORM);
    governor = governor(setting, policy, tools);
    journal =
        new JournaledConversation(
            log,
            recorded.conversation(),
            event -> {
              events.add(event);
              setting.listener.accept(event);
            },
            () -> now,
            text -> masked(setting, text),
            recorded.seq());
    TurnClock clock = new TurnClock(() -> now, () -> now.plus(setBack), new Random(2), this::pause);
    session =
        new Session(
            new Session.SessionParts(
                governor.gate(),
                state,
                new ModelRoster(
                    new PricedModel(model, setting.tariff),
                    setting.substitutes,
                    () -> setting.small.map(played -> new PricedModel(played, setting.tariff))),
                "You are Writ.",
                () -> {
                  setting.environment.run();
                  return "<environment/>";
                },
                clock),
            journal,
            new TurnLimits(
                setting.maxIterations,
                setting.maxTokens,
                setting.maxCost,
                setting.maxDuration,
                setting.calls,
                new TurnLimits.RetryRules(3, Duration.ofSeconds(1), Duration.ofSeconds(60))),
            setting.quality,
            setting.context);
    if (!setting.recorded.isEmpty()) {
      resume(recorded);
    }
  }

  static RecordedSession recorded(List<String> lines) {
    try {
      return SessionReplay.read(
          visitor -> {
            long number = 1;
            for (String line : lines) {
              byte[] stored = line.getBytes(StandardCharsets.UTF_8);
              visitor.line(number++, new String(stored, StandardCharsets.UTF_8));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void resume(RecordedSession recorded) {
    try {
      governor.gate().catalogue().recall(recorded.uses());
      session.resume(recorded, workspace.root().toString(), "test");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Governor governor(Setting setting, GovernancePolicy policy, List<Tool<?>> tools) {
    try {
      return Governor.open(
          new WorkspacePlace(
              workspace.root(), home.path(".writ"), "test-session", Map.of("PATH", "/bin")),
          policy,
          new Governor.Outside(setting.hooks, SemanticComparison.plain()),
          tools,
          setting.approver,
          new Governor.Chance(() -> now, new Random(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static WorkMode mode(RecordedSession recorded) {
    return WorkMode.SHIPPED.stream()
        .filter(m -> m.name().equals(recorded.mode()))
        .findFirst()
        .orElse(WorkMode.SHIPPED.getFirst());
  }

  private String masked(Setting setting, String text) {
    setting.masking.accept(text);
    return governor.masker().mask(text);
  }

  private void pause(Duration duration) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    pauses.add(duration);
    onPause.accept(duration);
  }

  /// Lets time go by.
  void pass(Duration duration) {
    now = now.plus(duration);
  }

  /// Somebody sets the machine's clock back.
  void setBack(Duration duration) {
    setBack = setBack.plus(duration);
    now = now.minus(duration);
  }

  /// Runs a turn and gives its end.
  TurnEnd ask(String text) {
    try {
      session.submit(new SessionCommand.BeginTurn(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return end();
  }

  /// How the last turn ended.
  TurnEnd end() {
    return events.stream()
        .filter(SessionEvent.Ended.class::isInstance)
        .map(e -> ((SessionEvent.Ended) e).end())
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  /// The results of calls in the conversation so far, in order.
  List<Message.CallResult> answers() {
    return journal.conversation().view().stream()
        .filter(Message.CallResult.class::isInstance)
        .map(Message.CallResult.class::cast)
        .toList();
  }

  /// The ledger's records.
  List<TraceRecord> ledger() {
    try {
      return TraceRecord.readable(governor.ledger());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      governor.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      workspace.close();
      home.close();
    }
  }
}
