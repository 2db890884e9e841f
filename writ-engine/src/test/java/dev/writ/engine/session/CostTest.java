// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.calls;
import static dev.writ.engine.session.PlayedModel.fail;
import static dev.writ.engine.session.PlayedModel.read;
import static dev.writ.engine.session.PlayedModel.say;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.engine.context.ContextRules;
import dev.writ.engine.context.ContextSources;
import dev.writ.engine.context.RepositoryMap;
import dev.writ.engine.context.RuleSource;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.ModelTariff;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.RequestCost;
import dev.writ.engine.model.TokenUsage;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/// The cost of requests is reported, and limited before they are sent.
class CostTest {
  /// A dollar for a million tokens of input and output alike, answers of at most 1,000 tokens.
  private static final class Dollar implements ModelTariff {
    @Override
    public OptionalLong microUsd(TokenUsage usage) {
      return OptionalLong.of(usage.total());
    }

    @Override
    public CostBound most(long inputTokens) {
      return new CostBound(OptionalLong.of(1000), OptionalLong.of(inputTokens + 1000));
    }

    @Override
    public OptionalLong window() {
      return OptionalLong.of(100_000);
    }
  }

  private static Stage limited(long microUsd) {
    return Stage.with().cost(new Dollar(), OptionalLong.of(microUsd)).open();
  }

  private static List<Json.Obj> events(Stage stage, String type) {
    return stage.events.stream()
        .filter(SessionEvent.Recorded.class::isInstance)
        .map(event -> ((SessionEvent.Recorded) event).line())
        .filter(line -> line.text("type").orElse("").equals(type))
        .toList();
  }

  private static TurnEnd.Stopped stopped(TurnEnd end) {
    return (TurnEnd.Stopped) end;
  }

  @Test
  void everyAnswerSaysWhatItCost() {
    try (Stage stage = Stage.with().cost(new Dollar(), OptionalLong.empty()).open()) {
      stage.workspace.write("a.txt", "a\n");
      stage.model.play(calls(read("1", "a.txt")), say("done"));
      TurnEnd end = stage.ask("look");
      assertThat(end.totals().cost()).isEqualTo(new RequestCost(240, 0));
      assertThat(events(stage, "assistant"))
          .hasSize(2)
          .allSatisfy(e -> assertThat(e.get("cost_usd")).contains(new Json.Num("0.00012")));
    }
  }

  @Test
  void anUnknownCostIsNull() {
    try (Stage stage = Stage.plain()) {
      TurnEnd end = stage.ask("hello");
      assertThat(end.totals().cost()).isEqualTo(new RequestCost(0, 1));
      assertThat(end.totals().cost().known()).isEmpty();
      assertThat(events(stage, "assistant").getFirst().get("cost_usd")).contains(new Json.Null());
    }
  }

  @Test
  void aRequestThatCouldPassTheLimitIsNotSent() {
    try (Stage stage = limited(500)) {
      TurnEnd.Stopped end = stopped(stage.ask("hello"));
      assertThat(end.code()).isEqualTo(ErrorCode.BUDGET_EXCEEDED);
      assertThat(end.message())
          .contains("played/steps", "agent.max_cost_usd 0.0005", "llm.max_tokens", "up to 1000");
      assertThat(stage.model.prompts()).isEmpty();
    }
  }

  @Test
  void whatWasSpentCountsForTheNextRequest() {
    try (Stage stage = limited(20_000)) {
      stage.workspace.write("a.txt", "a\n");
      stage.model.play(expensive(), say("never"));
      TurnEnd.Stopped end = stopped(stage.ask("look"));
      assertThat(end.code()).isEqualTo(ErrorCode.BUDGET_EXCEEDED);
      assertThat(end.message()).contains("0.0185 of agent.max_cost_usd 0.02 are spent");
      assertThat(stage.model.prompts()).hasSize(1);
      assertThat(end.totals().cost()).isEqualTo(new RequestCost(18_500, 0));
    }
  }

  @Test
  void whatNoProviderTellsIsSpentAsItIsEstimated() {
    try (Stage stage = limited(20_000)) {
      stage.workspace.write("a.txt", "a\n");
      stage.model.play(
          (_, _) ->
              new ModelReply.Complete(
                  new Message.Assistant("", List.of(), List.of(read("1", "a.txt"))),
                  TokenUsage.NONE,
                  ModelReply.FinishReason.CALLS),
          say("done"));
      RequestCost cost = stage.ask("look").totals().cost();
      assertThat(cost.unpriced()).isZero();
      assertThat(cost.microUsd()).isGreaterThan(150); // the second answer alone costs 120
    }
  }

  private static PlayedModel.Step expensive() {
    return (_, _) ->
        new ModelReply.Complete(
            new Message.Assistant("", List.of(), List.of(read("1", "a.txt"))),
            new TokenUsage(18_000, 500, 0, 0, 0),
            ModelReply.FinishReason.CALLS);
  }

  @Test
  void aLimitThatCannotBeKeptEndsTheTurnBeforeTheFirstRequest() {
    try (Stage stage = Stage.with().cost(ModelTariff.UNKNOWN, OptionalLong.of(1_000_000)).open()) {
      TurnEnd.Stopped end = stopped(stage.ask("hello"));
      assertThat(end.code()).isEqualTo(ErrorCode.BUDGET_EXCEEDED);
      assertThat(end.message()).contains("played/steps", "unknown");
      assertThat(stage.model.prompts()).isEmpty();
    }
  }

  @Test
  void anIntentsBudgetEndsTheTurnBeforeTheRequestThatCouldPassIt() {
    try (Stage stage = Stage.with().cost(new Dollar(), OptionalLong.empty()).open()) {
      stage.workspace.write("a.txt", "a\n");
      stage.workspace.write(
          ".orchestration/active_intents.yaml",
          """
          active_intents:
            - id: INT-001
              name: little
              status: active
              owned_scope: ["**"]
              budget: {cost: 0.001}
          """);
      stage.model.play(
          calls(
              PlayedModel.call(
                  "1", "select_active_intent", "{`kind`:`CODE`,`intent_id`:`INT-001`}")),
          say("never"));
      TurnEnd.Stopped end = stopped(stage.ask("look"));
      assertThat(end.code()).isEqualTo(ErrorCode.BUDGET_EXCEEDED);
      assertThat(end.message()).contains("INT-001", "budget 0.001 USD");
      assertThat(stage.model.prompts()).hasSize(1);
    }
  }

  private static ContextSources condensedByTheModel() {
    ContextRules usual = ContextRules.USUAL;
    ContextRules rules =
        new ContextRules(
            OptionalLong.of(9000),
            usual.thresholds(),
            OptionalInt.empty(),
            2,
            ContextRules.SummaryAuthor.MODEL,
            usual.reports());
    return new ContextSources(rules, RuleSource.NONE, RepositoryMap.NONE);
  }

  private static Stage condensing(long microUsd) {
    return Stage.with()
        .context(condensedByTheModel())
        .cost(new Dollar(), OptionalLong.of(microUsd))
        .open();
  }

  /// Reads long files until a summary is needed, and writes it if it is asked.
  ///
  /// @param answers what the answer before that takes
  /// @param summaries what a summary takes
  private static void readsMuch(Stage stage, long answers, long summaries) {
    for (int i = 0; i < 8; i++) {
      String name = "long" + i;
      long input = i == 5 ? answers : 100;
      stage.workspace.write(name, i + "a line of some twenty chars\n".repeat(150));
      stage.model.play(
          (prompt, _) ->
              prompt.messages().toString().contains("<transcript>")
                  ? complete("Task: look. Files: long0 to long9.", summaries)
                  : new ModelReply.Complete(
                      new Message.Assistant("", List.of(), List.of(read(name, name))),
                      new TokenUsage(input, 20, 0, 0, 0),
                      ModelReply.FinishReason.CALLS));
    }
  }

  private static ModelReply complete(String text, long input) {
    return new ModelReply.Complete(
        new Message.Assistant(text, List.of(), List.of()),
        new TokenUsage(input, 20, 0, 0, 0),
        ModelReply.FinishReason.STOP);
  }

  private static long summariesAsked(Stage stage) {
    return stage.model.prompts().stream()
        .filter(prompt -> prompt.messages().toString().contains("<transcript>"))
        .count();
  }

  @Test
  void aSummaryThatCouldPassTheLimitIsWrittenWithoutAModel() {
    try (Stage stage = condensing(20_000)) {
      readsMuch(stage, /* answers= */ 18_500, /* summaries= */ 100);
      TurnEnd.Stopped end = stopped(stage.ask("look"));
      assertThat(end.code()).isEqualTo(ErrorCode.BUDGET_EXCEEDED);
      assertThat(summariesAsked(stage)).isZero();
      assertThat(stage.log.events("prune").size() + stage.log.events("condense").size()).isOne();
      assertThat(stage.log.lines())
          .anyMatch(line -> line.contains("written without a model: The next request to played"));
    }
  }

  @Test
  void whatASummaryCostCountsBeforeTheRequestThatItWasMadeFor() {
    try (Stage stage = condensing(20_000)) {
      readsMuch(stage, /* answers= */ 100, /* summaries= */ 18_500);
      TurnEnd.Stopped end = stopped(stage.ask("look"));
      assertThat(end.code()).isEqualTo(ErrorCode.BUDGET_EXCEEDED);
      assertThat(summariesAsked(stage)).isOne();
      assertThat(stage.model.prompts().getLast().messages().toString()).contains("<transcript>");
      assertThat(end.totals().cost().microUsd()).isBetween(18_520L, 20_000L);
    }
  }

  /// A model of another name.
  private static final class Other implements Model {
    private final String name;
    private final PlayedModel played = new PlayedModel();

    Other(String name) {
      this.name = name;
    }

    @Override
    public ModelId id() {
      return new ModelId("other", name);
    }

    @Override
    public ModelReply reply(Prompt prompt, ReplyListener listener) throws InterruptedException {
      return played.reply(prompt, listener);
    }
  }

  @Test
  void anotherModelStandsInWhereRetriesAreExhausted() {
    Other second = new Other("b");
    Queue<PricedModel> more = new ArrayDeque<>(List.of(new PricedModel(second, new Dollar())));
    try (Stage stage = Stage.with().substitutes(() -> Optional.ofNullable(more.poll())).open()) {
      stage.workspace.write("a.txt", "a\n");
      for (int i = 0; i < 4; i++) {
        stage.model.play(fail(ProviderErrorKind.SERVER_ERROR));
      }
      second.played.play(calls(PlayedModel.write("1", "new.txt", "x")), say("from the other"));
      TurnEnd end = stage.ask("hello");
      assertThat(end).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(stage.model.prompts()).hasSize(4);
      Json.Obj turned = events(stage, "provider_switch").getFirst();
      assertThat(turned.object("from").text("provider")).contains("played");
      assertThat(turned.object("to").text("model")).contains("b");
      assertThat(turned.text("reason")).contains("fallback");
      assertThat(stage.events)
          .filteredOn(SessionEvent.Retrying.class::isInstance)
          .extracting(event -> ((SessionEvent.Retrying) event).attempt())
          .containsExactly(1, 2, 3);
      assertThat(stage.events)
          .filteredOn(SessionEvent.Substituted.class::isInstance)
          .singleElement()
          .isEqualTo(
              new SessionEvent.Substituted(
                  new ProviderError(ProviderErrorKind.SERVER_ERROR, "SERVER_ERROR on purpose"),
                  stage.model.id(),
                  second.id()));
      assertThat(events(stage, "assistant"))
          .allSatisfy(e -> assertThat(e.text("provider")).contains("other"));
      assertThat(stage.ledger().getFirst().raw()).contains("other/b");
    }
  }

  @Test
  void noModelStandsInForOneThatRefusesTheKey() {
    Other second = new Other("b");
    try (Stage stage =
        Stage.with()
            .substitutes(() -> Optional.of(new PricedModel(second, ModelTariff.UNKNOWN)))
            .open()) {
      stage.model.play(fail(ProviderErrorKind.UNAUTHORISED));
      assertThat(stopped(stage.ask("hello")).code()).isEqualTo(ErrorCode.PROVIDER_UNAUTHORISED);
      assertThat(second.played.prompts()).isEmpty();
    }
  }
}
