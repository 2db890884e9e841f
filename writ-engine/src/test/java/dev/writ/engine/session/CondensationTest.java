// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.engine.context.ContextAssembly.TurnRange;
import dev.writ.engine.context.ContextReport;
import dev.writ.engine.context.ContextRules;
import dev.writ.engine.context.ContextSources;
import dev.writ.engine.context.RepositoryMap;
import dev.writ.engine.context.RuleSource;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.TokenUsage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CondensationTest {
  private static final String LONG = "a line of some twenty chars\\n".repeat(150);

  private static ContextSources within(long tokens) {
    return with(OptionalLong.of(tokens), ContextRules.SummaryAuthor.MECHANICAL);
  }

  private static ContextSources with(OptionalLong tokens, ContextRules.SummaryAuthor writer) {
    ContextRules usual = ContextRules.USUAL;
    return new ContextSources(
        new ContextRules(
            tokens, usual.thresholds(), OptionalInt.empty(), 2, writer, usual.reports()),
        RuleSource.NONE,
        RepositoryMap.NONE);
  }

  /// A turn that reads a long file so many times.
  private static void reads(Stage stage, int times) {
    stage.workspace.write("long.txt", LONG.replace("\\n", "\n"));
    for (int i = 0; i < times; i++) {
      stage.workspace.write("long" + i + ".txt", i + LONG.replace("\\n", "\n"));
      stage.model.play(PlayedModel.calls(PlayedModel.read("r" + i, "long" + i + ".txt")));
    }
    stage.model.play(PlayedModel.say("Read them all."));
  }

  private static Conversation folded(Stage stage) {
    Conversation conversation = new Conversation();
    stage.log.events().forEach(conversation::apply);
    return conversation;
  }

  private static String text(Prompt prompt) {
    StringBuilder text = new StringBuilder();
    for (Message message : prompt.messages()) {
      if (message instanceof Message.User user) {
        text.append(user.text()).append('\n');
      }
    }
    return text.toString();
  }

  @Test
  void oldCallsGivePlaceToALineThatSaysWhatTheyDid() {
    try (Stage stage = Stage.with().context(within(9000)).open()) {
      reads(stage, 12);
      assertThat(stage.ask("Read all files.")).isInstanceOf(TurnEnd.FinalAnswer.class);
      List<Json.Obj> prunes = stage.log.events("prune");
      assertThat(prunes).isNotEmpty();
      assertThat(prunes.getFirst().object("view").number("tokens_after").getAsLong())
          .isLessThan(prunes.getFirst().object("view").number("tokens_before").getAsLong());
      assertThat(text(stage.model.prompts().getLast()))
          .contains("Read all files.", "[PRUNED: ", "tool calls in turn 1", "long0.txt");
      assertThat(stage.log.events("tool_result")).as("nothing of the session is lost").hasSize(12);
      assertThat(folded(stage).view()).isEqualTo(stage.journal.conversation().view());
      assertThat(stage.log.lines()).anyMatch(line -> line.contains("Context condensed"));
    }
  }

  @Test
  void whatCantBeSmallEnoughEndsTheTurnWithBothNumbers() {
    try (Stage stage = Stage.with().context(within(2500)).open()) {
      TurnEnd end = stage.ask("word ".repeat(4000));
      assertThat(end).isInstanceOf(TurnEnd.Stopped.class);
      TurnEnd.Stopped stopped = (TurnEnd.Stopped) end;
      assertThat(stopped.code()).isEqualTo(ErrorCode.CONTEXT_TOO_SMALL);
      assertThat(stopped.message())
          .matches("The request has about \\d+ tokens at least, and 2500 .*");
      assertThat(stage.model.prompts()).as("nothing was sent").isEmpty();
    }
  }

  @Test
  void aRequestThatNeverFittedDoesNotBarTheLaterOnes() {
    try (Stage stage = Stage.with().context(within(2500)).open()) {
      assertThat(stage.ask("First.")).isInstanceOf(TurnEnd.FinalAnswer.class);
      TurnEnd end = stage.ask("word ".repeat(4000) + "tail");
      assertThat(((TurnEnd.Stopped) end).code()).isEqualTo(ErrorCode.CONTEXT_TOO_SMALL);

      assertThat(stage.ask("Then do this.")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(text(stage.model.prompts().getLast()))
          .contains("First.", "word word", "characters omitted to fit the model's window", "tail")
          .contains("Then do this.");
      assertThat(folded(stage).view()).isEqualTo(stage.journal.conversation().view());
    }
  }

  @Test
  void aProvidersRefusalIsAnsweredByOneSmallerRequest() {
    try (Stage stage = Stage.with().context(within(100_000)).open()) {
      reads(stage, 9);
      stage.ask("Read all files.");
      int before = stage.model.prompts().size();
      stage.model.play(
          PlayedModel.fail(ProviderError.ProviderErrorKind.CONTEXT_TOO_LONG),
          PlayedModel.say("fits"));
      assertThat(stage.ask("And?")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(stage.model.prompts()).hasSize(before + 2);
      stage.model.play(
          PlayedModel.fail(ProviderError.ProviderErrorKind.CONTEXT_TOO_LONG),
          PlayedModel.fail(ProviderError.ProviderErrorKind.CONTEXT_TOO_LONG));
      TurnEnd end = stage.ask("And now?");
      assertThat(((TurnEnd.Stopped) end).code()).isEqualTo(ErrorCode.CONTEXT_TOO_SMALL);
    }
  }

  @Test
  void theWindowThatTheProviderTellsIsKept() {
    try (Stage stage =
        Stage.with()
            .context(with(OptionalLong.empty(), ContextRules.SummaryAuthor.MECHANICAL))
            .open()) {
      stage.model.capabilities = new ModelCapabilities(12_000, 2000, Set.of(), Set.of());
      reads(stage, 12);
      stage.ask("Read all files.");
      assertThat(stage.log.events("prune")).isNotEmpty();
      assertThat(stage.log.lines()).noneMatch(line -> line.contains("are assumed"));
    }
  }

  @Test
  void anUnknownWindowIsAssumedAndSaidOnce() {
    try (Stage stage = Stage.with().open()) {
      reads(stage, 12);
      stage.ask("Read all files.");
      stage.ask("And?");
      assertThat(stage.log.lines()).filteredOn(line -> line.contains("are assumed")).hasSize(1);
    }
  }

  @Test
  void aModelWritesTheSummaryWithAFocus() throws Exception {
    try (Stage stage = Stage.with().context(within(100_000)).open()) {
      reads(stage, 4);
      stage.ask("Read all files.");
      stage.session.submit(new SessionCommand.Condense(Optional.empty(), "the names of files"));
      assertThat(stage.log.events("condense")).as("mechanical is what was configured").hasSize(1);
    }
    try (Stage stage =
        Stage.with()
            .context(with(OptionalLong.empty(), ContextRules.SummaryAuthor.BY_OCCASION))
            .open()) {
      reads(stage, 4);
      stage.ask("Read all files.");
      String summary = "Task: read files. Files: long0.txt to long3.txt. Open: nothing.";
      stage.model.play(PlayedModel.say(summary));
      stage.session.submit(new SessionCommand.Condense(Optional.empty(), "the names of files"));
      assertThat(text(stage.model.prompts().getLast()))
          .contains("<transcript>", "The person wants most of all: the names of files");
      Json.Obj event = stage.log.events("condense").getFirst();
      assertThat(event.text("focus")).hasValue("the names of files");
      assertThat(event.text("model")).hasValue("steps");
      assertThat(event.object("tokens").number("input")).hasValue(100);
      stage.ask("What did you read?");
      assertThat(text(stage.model.prompts().getLast())).contains(summary, "Read all files.");
      assertThat(folded(stage).view()).isEqualTo(stage.journal.conversation().view());
    }
  }

  @Test
  void aSummaryThatFailsIsMechanical() throws Exception {
    try (Stage stage =
        Stage.with()
            .context(with(OptionalLong.empty(), ContextRules.SummaryAuthor.BY_OCCASION))
            .open()) {
      reads(stage, 4);
      stage.ask("Read all files.");
      stage.model.play(PlayedModel.fail(ProviderError.ProviderErrorKind.CUT));
      stage.session.submit(new SessionCommand.Condense(Optional.empty(), ""));
      assertThat(stage.log.events("condense").getFirst().text("model")).isEmpty();
      stage.ask("And?");
      assertThat(text(stage.model.prompts().getLast())).contains("[PRUNED: ");
    }
  }

  @Test
  void turnsAreSummarizedUpToAPointOrFromOneOn() throws Exception {
    try (Stage stage = Stage.with().context(within(100_000)).open()) {
      for (int i = 1; i <= 6; i++) {
        stage.model.play(PlayedModel.say("answer " + i));
        stage.ask("question " + i);
      }
      stage.session.submit(
          new SessionCommand.Condense(Optional.of(new TurnRange(5, Integer.MAX_VALUE)), ""));
      stage.session.submit(new SessionCommand.Condense(Optional.of(new TurnRange(1, 2)), ""));
      List<String> said =
          stage.journal.conversation().entries().stream().map(e -> e.text()).toList();
      assertThat(said).anyMatch(t -> t.endsWith("question 1")).noneMatch(t -> t.equals("answer 1"));
      assertThat(said).contains("answer 3", "answer 4").doesNotContain("answer 5", "answer 6");
      assertThat(said).anyMatch(t -> t.contains("you answered: answer 6"));
      assertThat(said).anyMatch(t -> t.endsWith("question 6"));
      assertThat(folded(stage).view()).isEqualTo(stage.journal.conversation().view());
    }
  }

  /// Also where the provider counted other tokens than the estimate.
  @Test
  void thePartsOfTheContextAddUpToItsSize() throws Exception {
    try (Stage stage = Stage.with().context(within(100_000)).open()) {
      Message.Assistant answer = new Message.Assistant("answer", List.of(), List.of());
      TokenUsage counted = new TokenUsage(777, 20, 0, 0, 0);
      stage.model.play((_, _) -> new ModelReply.Complete(answer, counted, FinishReason.STOP));
      ContextReport empty = stage.session.context();
      assertThat(sum(empty.shares())).isEqualTo(empty.tokens());
      stage.ask("question");
      ContextReport report = stage.session.context();
      assertThat(report.tokens()).isEqualTo(797);
      assertThat(sum(report.shares())).isEqualTo(report.tokens());
      assertThat(report.shares().person()).isPositive();
      assertThat(report.shares().answers()).isPositive();
    }
  }

  private static long sum(ContextReport.Shares shares) {
    return shares.fixed()
        + shares.person()
        + shares.answers()
        + shares.results()
        + shares.summaries();
  }

  @Test
  void aLimitOfMessagesPrunesAtOnce() throws Exception {
    try (Stage stage = Stage.with().context(within(100_000)).open()) {
      for (int i = 1; i <= 20; i++) {
        stage.model.play(PlayedModel.say("answer " + i));
        stage.ask("question " + i);
      }
      assertThat(stage.session.context().messages()).isEqualTo(40);
      stage.session.submit(new SessionCommand.LimitMessages(50));
      assertThat(stage.session.context().messages()).isEqualTo(40);
      stage.session.submit(new SessionCommand.LimitMessages(10));
      assertThat(stage.session.context().messages()).isEqualTo(10);
      assertThat(stage.journal.conversation().entries().getLast().text()).isEqualTo("answer 20");
      stage.ask("question 21");
      assertThat(stage.session.context().messages()).isLessThanOrEqualTo(11);
      assertThat(text(stage.model.prompts().getLast())).contains("question 1\n", "question 21");
    }
  }

  @Test
  void aHookCanForbidIt() throws Exception {
    Json.Obj hooks =
        MemoryLog.parsed(
            """
            {"PreCompact":[{"matcher":"manual","hooks":[{"type":"command","command":"false"}]}]}\
            """);
    try (Stage stage = Stage.with().hooks(hooks).context(within(100_000)).open()) {
      reads(stage, 4);
      stage.ask("Read all files.");
      stage.session.submit(new SessionCommand.Condense(Optional.empty(), ""));
      assertThat(stage.log.events("condense")).isEmpty();
      assertThat(stage.log.events("error")).isNotEmpty();
    }
  }
}
