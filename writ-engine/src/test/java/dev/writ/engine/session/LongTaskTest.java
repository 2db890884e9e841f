// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.context.ContextRules;
import dev.writ.engine.context.ContextSources;
import dev.writ.engine.context.RepositoryMap;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.TokenCount;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A task of 300 turns that outgrows its window several times: it ends right, every request holds
/// every rule, and most of each request is the beginning of the one before, which is what providers
/// cache.
@Tag("slow")
class LongTaskTest {
  private static final int TURNS = 300;
  private static final long WINDOW = 60_000;
  private static final String ROOT_RULE = "Never touch files below generated/.";
  private static final String PLACE_RULE = "Numbers in src/deep are written in decimal.";
  private static final String CONSTRAINT = "count.txt holds exactly one number";
  private static final String INTENTS =
      """
      active_intents:
        - id: INT-007
          name: Count to the end
          status: active
          owned_scope: ["src/**"]
          constraints: ["count.txt holds exactly one number"]
          acceptance_criteria: ["src/deep/count.txt says 300"]
      """;

  private static ContextSources sources() {
    ContextRules usual = ContextRules.USUAL;
    return new ContextSources(
        new ContextRules(
            OptionalLong.empty(),
            usual.thresholds(),
            OptionalInt.empty(),
            5,
            ContextRules.SummaryAuthor.MECHANICAL,
            usual.reports()),
        path ->
            switch (path) {
              case "AGENTS.md" -> Optional.of(ROOT_RULE);
              case "src/deep/CLAUDE.md" -> Optional.of(PLACE_RULE);
              default -> Optional.empty();
            },
        RepositoryMap.NONE);
  }

  private static void playTurn(Stage stage, int turn) {
    String path = "src/deep/count.txt";
    stage.model.play(
        PlayedModel.calls(
            PlayedModel.call(
                "s" + turn, "select_active_intent", "{`kind`:`CODE`,`intent_id`:`INT-007`}"),
            PlayedModel.read("l" + turn, "src/log" + turn % 10 + ".txt"),
            PlayedModel.edit("e" + turn, path, "now " + (turn - 1) + "!", "now " + turn + "!")),
        PlayedModel.say("The count is " + turn + "."));
  }

  @Test
  void aTaskOf300TurnsEndsRightWithEveryRuleInEveryRequest() {
    try (Stage stage = Stage.with().context(sources()).open()) {
      stage.model.capabilities = new ModelCapabilities(WINDOW, 4000, Set.of(), Set.of());
      stage.workspace.write(".orchestration/active_intents.yaml", INTENTS);
      stage.workspace.write("src/deep/count.txt", "now 0!\n");
      for (int i = 0; i < 10; i++) {
        stage.workspace.write("src/log" + i + ".txt", ("entry " + i + " of the log\n").repeat(110));
      }
      stage.model.play(
          PlayedModel.calls(PlayedModel.read("first", "src/deep/count.txt")),
          PlayedModel.say("It says 0."));
      stage.ask("Count to 300, one number a turn.");
      for (int turn = 1; turn <= TURNS; turn++) {
        playTurn(stage, turn);
        assertThat(stage.ask("Go on with " + turn + ".")).isInstanceOf(TurnEnd.FinalAnswer.class);
      }
      assertThat(stage.workspace.read("src/deep/count.txt")).isEqualTo("now 300!\n");
      assertThat(outgrown(stage)).isGreaterThanOrEqualTo(4);
      List<Prompt> prompts = stage.model.prompts();
      for (int i = 0; i < prompts.size(); i++) {
        holdsRules(prompts.get(i), i);
      }
      assertThat(sharedShare(prompts)).isGreaterThan(0.95);
      Conversation folded = new Conversation();
      stage.log.events().forEach(folded::apply);
      assertThat(folded.view()).isEqualTo(stage.journal.conversation().view());
    }
  }

  /// How often the view became smaller.
  private static long outgrown(Stage stage) {
    return stage.log.events().stream()
        .map(event -> event.text("type").orElse(""))
        .filter(type -> List.of("prune", "condense", "truncate").contains(type))
        .count();
  }

  private static void holdsRules(Prompt prompt, int index) {
    assertThat(TokenCount.estimate(prompt).tokens()).isLessThan(WINDOW);
    assertThat(prompt.system()).contains(ROOT_RULE);
    StringBuilder all = new StringBuilder();
    for (Message message : prompt.messages()) {
      switch (message) {
        case Message.User user -> all.append(user.text());
        case Message.CallResult answer -> all.append(answer.content());
        case Message.Assistant _ -> {}
      }
    }
    assertThat(all).contains("Count to 300");
    if (index > 0) {
      assertThat(all).contains(PLACE_RULE);
    }
    if (index > 2) {
      assertThat(all).contains(CONSTRAINT);
    }
  }

  /// The share of all requests that was the beginning of the request before.
  private static double sharedShare(List<Prompt> prompts) {
    long shared = 0;
    long whole = 0;
    for (int i = 1; i < prompts.size(); i++) {
      Prompt before = prompts.get(i - 1);
      Prompt now = prompts.get(i);
      boolean same = before.system().equals(now.system()) && before.tools().equals(now.tools());
      long fixed = TokenCount.fixed(now.system(), now.tools());
      shared += same ? fixed : 0;
      whole += fixed;
      for (int k = 0; k < now.messages().size(); k++) {
        long tokens = now.messages().get(k).toString().length() / 4;
        same &=
            k < before.messages().size() && before.messages().get(k).equals(now.messages().get(k));
        shared += same ? tokens : 0;
        whole += tokens;
      }
    }
    return (double) shared / whole;
  }
}
