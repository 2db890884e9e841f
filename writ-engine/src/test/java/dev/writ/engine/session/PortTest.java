// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelTariff;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.engine.model.TokenCount;
import dev.writ.engine.model.TokenUsage;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PortTest {
  private static final PersonImage SHOT = new PersonImage("image/png", "iVBORw0KGgo=");

  private static final List<ReasoningBlock> BLOCKS =
      List.of(
          new ReasoningBlock("played", "thinking", "First.", "c2ln", 0, 0),
          new ReasoningBlock("played", "redacted", "", "b3BhcXVl", 5, 0),
          new ReasoningBlock("played", "", " Then.", "", 5, 2));

  private static ModelReply answer(List<ReasoningBlock> reasoning) {
    return new ModelReply.Complete(
        new Message.Assistant("Done.", reasoning, List.of()),
        PlayedModel.COST,
        ModelReply.FinishReason.STOP);
  }

  @Test
  void signedReasoningIsReplayedFromTheSession() throws Exception {
    try (Stage stage = Stage.with().open()) {
      stage.model.play((_, _) -> answer(BLOCKS));
      stage.ask("Think.");
      stage.ask("And now?");
      Message.Assistant said = lastAnswer(stage.model.prompts().getLast().messages());
      assertThat(said.reasoning()).isEqualTo(BLOCKS);
      assertThat(said.reasoningText()).isEqualTo("First. Then.");
      assertThat(said.reasoningOf("another")).isEmpty();
    }
  }

  private static Message.Assistant lastAnswer(List<Message> messages) {
    return messages.stream()
        .filter(Message.Assistant.class::isInstance)
        .map(Message.Assistant.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theEventDividesTheTextWithoutRepeatingIt() {
    Json.Obj event =
        SessionEvents.assistant(
                new Message.Assistant("Done.", BLOCKS, List.of()),
                new ModelId("played", "steps"),
                new TokenUsage(9, 8, 7, 6, 5),
                OptionalLong.of(1_500_000))
            .build();
    assertThat(event.text("reasoning")).hasValue("First. Then.");
    assertThat(event.items("reasoning_blocks").getFirst().write())
        .isEqualTo(
            "{\"provider\":\"played\",\"kind\":\"thinking\",\"chars\":6,\"signature\":\"c2ln\","
                + "\"chars_before\":0,\"calls_before\":0}");
    assertThat(event.object("tokens").number("cache_write")).hasValue(6);
    assertThat(event.get("cost_usd")).contains(new Json.Num("1.50"));
  }

  @Test
  void blocksThatDontFitTheirTextAreBounded() {
    Conversation conversation = new Conversation();
    conversation.apply(SessionEvents.user("Hi").build());
    conversation.apply(
        Json.object()
            .put("type", "assistant")
            .put("provider", "p")
            .put("reasoning", "abc")
            .put(
                "reasoning_blocks",
                new Json.Arr(
                    List.of(
                        Json.object().put("chars", 99).put("calls_before", -1).build(),
                        Json.object().put("chars", 3).put("signature", "s").build())))
            .build());
    assertThat(lastAnswer(conversation.view()).reasoning())
        .containsExactly(
            ReasoningBlock.plain("p", "abc"), new ReasoningBlock("p", "", "", "s", 0, 0));
  }

  @Test
  void aTextThatWasMaskedLosesItsSignature() {
    ReasoningBlock block = BLOCKS.getFirst();
    assertThat(block.withText(block.text())).isEqualTo(block);
    assertThat(block.withText("masked").signature()).isEmpty();
  }

  @Test
  void imagesGoToModelsThatReadThem() throws Exception {
    try (Stage stage = Stage.with().open()) {
      stage.session.submit(new SessionCommand.BeginTurn("Look.", List.of(SHOT)));
      Message.User user = (Message.User) stage.model.prompts().getFirst().messages().getFirst();
      assertThat(user.images()).containsExactly(SHOT);
      assertThat(stage.journal.conversation().view().getFirst()).isEqualTo(user);
    }
  }

  @Test
  void imagesAreRefusedForOthersAndLeaveTheConversationUsable() throws Exception {
    try (Stage stage = Stage.with().open()) {
      stage.model.capabilities = new ModelCapabilities(0, 0, Set.of(), Set.of(ModelAbility.VISION));
      stage.session.submit(new SessionCommand.BeginTurn("Look.", List.of(SHOT)));
      assertThat(stage.model.prompts()).isEmpty();
      assertThat(stage.log.lines().toString()).contains("cannot read images");
      stage.ask("Then without.");
      assertThat(stage.model.prompts().getFirst().hasImages()).isFalse();
      assertThat(((Message.User) stage.model.prompts().getFirst().messages().getFirst()).text())
          .contains("An image was here");
    }
  }

  @Test
  void theEffortIsThatOfTheSessionFromTheNextTurnOn() throws Exception {
    try (Stage stage = Stage.with().open()) {
      stage.ask("One.");
      stage.session.submit(new SessionCommand.SetEffort(ReasoningEffort.HIGH));
      stage.ask("Two.");
      assertThat(stage.model.prompts().getFirst().effort()).isEqualTo(ReasoningEffort.DEFAULT);
      assertThat(stage.model.prompts().getLast().effort()).isEqualTo(ReasoningEffort.HIGH);
    }
  }

  @Test
  void theEffortOfATurnIsForThatTurnOnly() throws Exception {
    try (Stage stage = Stage.with().open()) {
      stage.session.submit(new SessionCommand.SetEffort(ReasoningEffort.LOW));
      stage.session.submit(new SessionCommand.EffortOfTurn(ReasoningEffort.HIGH));
      stage.ask("One.");
      stage.ask("Two.");
      assertThat(stage.model.prompts().stream().map(Prompt::effort))
          .containsExactly(ReasoningEffort.HIGH, ReasoningEffort.LOW);
      assertThat(stage.session.effort()).isEqualTo(ReasoningEffort.LOW);
    }
  }

  /// Data say it where the provider says nothing.
  @Test
  void imagesAreRefusedWhereTheDataNameNoVision() throws Exception {
    ModelTariff blind =
        new ModelTariff() {
          @Override
          public OptionalLong microUsd(TokenUsage usage) {
            return OptionalLong.empty();
          }

          @Override
          public CostBound most(long inputTokens) {
            return new CostBound(OptionalLong.empty(), OptionalLong.empty());
          }

          @Override
          public OptionalLong window() {
            return OptionalLong.empty();
          }

          @Override
          public boolean lacks(ModelAbility ability) {
            return ability == ModelAbility.VISION;
          }
        };
    try (Stage stage = Stage.with().cost(blind, OptionalLong.empty()).open()) {
      stage.session.submit(new SessionCommand.BeginTurn("Look.", List.of(SHOT)));
      assertThat(stage.model.prompts()).isEmpty();
      stage.model.capabilities = new ModelCapabilities(0, 0, Set.of(ModelAbility.VISION), Set.of());
      stage.session.submit(new SessionCommand.BeginTurn("Look.", List.of(SHOT)));
      assertThat(stage.model.prompts()).hasSize(1);
    }
  }

  @Test
  void aNoticeOfAnAdapterIsForThePerson() throws Exception {
    try (Stage stage = Stage.with().open()) {
      stage.model.play(
          (_, listener) -> {
            listener.notice("the window is smaller than asked for");
            return answer(List.of());
          });
      stage.ask("Hi.");
      assertThat(stage.log.lines())
          .anyMatch(line -> line.contains("\"notice\"") && line.contains("smaller than asked"));
    }
  }

  @Test
  void tokensAreEstimatedWhereNobodyCounts() throws Exception {
    try (Stage stage = Stage.with().open()) {
      stage.ask("Hi.");
      TokenCount count = stage.model.countTokens(stage.model.prompts().getFirst());
      assertThat(count.exact()).isFalse();
      assertThat(count.tokens()).isBetween(500L, 5000L);
    }
  }
}
