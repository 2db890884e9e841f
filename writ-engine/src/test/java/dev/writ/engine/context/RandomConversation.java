// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.engine.context;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.conversation.SessionLog;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelTariff;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.TokenCount;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.SessionControl.PlanStep;
import dev.writ.kernel.call.SessionControl.StepProgress;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/// A conversation of random shape and size under a random budget, whose view is prepared before
/// each request.
final class RandomConversation {
  static final String SYSTEM = "You are Writ. Work in small steps.";

  final List<String> lines = new ArrayList<>();
  final List<String> rules = new ArrayList<>();
  final ContextRules settings;
  String first = "";
  String current = "";
  String plan = "";

  private final Random random;
  private final JournaledConversation journal;
  private final ContextAssembly context;
  private final IdentityHashMap<Message, Long> known = new IdentityHashMap<>();
  private int turn;

  RandomConversation(long seed) {
    random = new Random(seed);
    settings =
        new ContextRules(
            OptionalLong.of(600 + random.nextInt(2500)),
            new ContextRules.Thresholds(0.5 + random.nextDouble() / 2, OptionalDouble.of(0.95)),
            random.nextInt(4) == 0 ? OptionalInt.of(4 + random.nextInt(40)) : OptionalInt.empty(),
            random.nextInt(7),
            random.nextInt(3) == 0
                ? ContextRules.SummaryAuthor.MODEL
                : ContextRules.SummaryAuthor.MECHANICAL,
            new ContextRules.Reports(/* counting= */ false, random.nextBoolean()));
    SessionLog log =
        new SessionLog() {
          @Override
          public void append(String line) {
            lines.add(line);
          }

          @Override
          public void sync() {}
        };
    journal =
        new JournaledConversation(
            log, new Conversation(), _ -> {}, () -> Instant.EPOCH, text -> text);
    PricedModel scribe = new PricedModel(new Scribe(), ModelTariff.UNKNOWN);
    context =
        new ContextAssembly(
            new ContextSources(settings, RuleSource.NONE, RepositoryMap.NONE),
            journal,
            new ContextAssembly.ContextModels(() -> scribe, () -> scribe, SummaryAllowance.FREE),
            Optional::empty,
            CompactionGuard.NONE);
  }

  /// Writes summaries, sometimes none.
  private final class Scribe implements Model {
    @Override
    public ModelId id() {
      return new ModelId("random", "scribe");
    }

    @Override
    public ModelCapabilities capabilities() {
      return ModelCapabilities.UNKNOWN;
    }

    @Override
    public ModelReply reply(Prompt prompt, ReplyListener listener) {
      return random.nextInt(4) == 0
          ? new ModelReply.FailedReply(
              new ModelReply.ProviderError(ModelReply.ProviderError.ProviderErrorKind.CUT, "cut"))
          : new ModelReply.Complete(
              new Message.Assistant("Task: " + words(60), List.of(), List.of()),
              new TokenUsage(1, 1, 0, 0, 0),
              ModelReply.FinishReason.STOP);
    }
  }

  List<Message> view() {
    return journal.conversation().view();
  }

  /// The view of the same events, read anew.
  List<Message> folded() {
    Conversation conversation = new Conversation();
    for (String line : lines) {
      try {
        conversation.apply(JsonReader.readObject(line));
      } catch (JsonException e) {
        throw new AssertionError(line, e);
      }
    }
    return conversation.view();
  }

  /// Prepares a request as a turn does; empty where it may be sent.
  Optional<ToolError> prepare() {
    try {
      return context.prepare(SYSTEM, List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void add(Json.Builder event) {
    try {
      journal.add(event);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String words(int most) {
    StringBuilder text = new StringBuilder("w");
    for (int i = random.nextInt(most); i > 0; i--) {
      text.append(' ').append(Integer.toString(random.nextInt(40_000), 36));
    }
    return text.toString();
  }

  void ask() {
    turn++;
    current = "request " + turn + " " + words(random.nextInt(12) == 0 ? 300 : 30);
    first = first.isEmpty() ? current : first;
    add(SessionEvents.system("<environment>\n" + turn + "\n</environment>"));
    add(SessionEvents.request(current, List.of(), turn));
  }

  /// The tokens of the next request.
  long sent() {
    long sum = TokenCount.fixed(SYSTEM, List.of());
    for (Message message : view()) {
      sum += known.computeIfAbsent(message, TokenCount::of);
    }
    return sum;
  }

  /// One round, or an answer; what comes between is sometimes a note, a plan, a rule, a steer.
  void round() {
    List<ToolCall> made = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      String argument = words(random.nextInt(15) == 0 ? 200 : 8);
      made.add(
          new ToolCall(
              "c" + lines.size() + "_" + i,
              random.nextBoolean() ? "read_file" : "run_command",
              Json.object().put("path", "src/" + argument).build().write()));
    }
    String text = random.nextBoolean() ? words(40) : "";
    long output = TokenCount.of(new Message.Assistant(text, List.of(), made));
    TokenUsage usage =
        random.nextInt(3) == 0 ? new TokenUsage(sent(), output, 0, 0, 0) : TokenUsage.NONE;
    Message.Assistant said = new Message.Assistant(text, List.of(), List.of());
    add(SessionEvents.assistant(said, new ModelId("r", "m"), usage, OptionalLong.empty()));
    made.forEach(call -> add(SessionEvents.call(call, /* repaired= */ false)));
    for (ToolCall call : made) {
      ToolResult result =
          random.nextInt(5) == 0
              ? ToolResult.failed(ErrorCode.FILE_NOT_FOUND, words(20))
              : new ToolResult.Success(words(random.nextInt(6) == 0 ? 400 : 40));
      add(SessionEvents.result(call, result, result.content()));
    }
    between();
  }

  private void between() {
    switch (random.nextInt(14)) {
      case 0 -> {
        String step = words(12);
        ToolCall call = new ToolCall("p" + lines.size(), "update_plan", "{\"s\":\"" + step + "\"}");
        Message.Assistant said = new Message.Assistant("", List.of(), List.of());
        add(
            SessionEvents.assistant(
                said, new ModelId("r", "m"), TokenUsage.NONE, OptionalLong.empty()));
        add(SessionEvents.call(call, /* repaired= */ false));
        add(SessionEvents.result(call, new ToolResult.Success("ok"), "ok"));
        add(SessionEvents.plan(List.of(new PlanStep(step, StepProgress.PENDING))));
        plan = step;
      }
      case 1 -> {
        String rule = "Always " + words(15);
        add(SessionEvents.rules("d" + rules.size() + "/AGENTS.md", rule));
        rules.add(rule);
      }
      case 2 -> add(SessionEvents.system("[" + words(10) + "]"));
      case 3 -> add(SessionEvents.user("steer " + words(30)));
      default -> {}
    }
  }
}
