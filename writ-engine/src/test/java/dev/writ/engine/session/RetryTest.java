// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.call;
import static dev.writ.engine.session.PlayedModel.calls;
import static dev.writ.engine.session.PlayedModel.fail;
import static dev.writ.engine.session.PlayedModel.say;
import static dev.writ.engine.session.PlayedModel.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Requests that fail.
class RetryTest {
  private static final String INTENTS =
      """
      active_intents:
        - id: INT-001
          name: Work
          status: active
          owned_scope: ["**"]
      """;

  @ParameterizedTest
  @EnumSource(
      value = ProviderErrorKind.class,
      names = {"UNREACHABLE", "CUT", "TIMEOUT", "RATE_LIMITED", "SERVER_ERROR", "MALFORMED"})
  void passingTroubleIsTriedAgainWithGrowingPauses(ProviderErrorKind kind) {
    try (Stage stage = Stage.plain()) {
      stage.model.play(fail(kind), fail(kind), fail(kind), say("at last"));

      assertThat(stage.ask("Go"))
          .isInstanceOfSatisfying(
              TurnEnd.FinalAnswer.class, a -> assertThat(a.totals().requests()).isEqualTo(1));
      assertThat(stage.pauses).hasSize(3);
      for (int i = 0; i < 3; i++) {
        Duration full = Duration.ofSeconds(1L << i);
        assertThat(stage.pauses.get(i)).isBetween(full.dividedBy(2), full);
      }
      assertThat(stage.events)
          .filteredOn(SessionEvent.Retrying.class::isInstance)
          .extracting(e -> ((SessionEvent.Retrying) e).attempt())
          .containsExactly(1, 2, 3);
    }
  }

  @Test
  void troubleThatDoesNotPassEndsTheTurnAfterTheLastAttempt() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          fail(ProviderErrorKind.CUT),
          fail(ProviderErrorKind.CUT),
          fail(ProviderErrorKind.CUT),
          fail(ProviderErrorKind.CUT),
          say("late"));

      assertThat(stage.ask("Go"))
          .isInstanceOfSatisfying(
              TurnEnd.Stopped.class,
              s -> assertThat(s.code()).isEqualTo(ErrorCode.PROVIDER_UNREACHABLE));
      assertThat(stage.model.prompts()).hasSize(4);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UNAUTHORISED, PROVIDER_UNAUTHORISED",
    "CONTEXT_TOO_LONG, CONTEXT_TOO_SMALL",
    "REJECTED, PROVIDER_ERROR"
  })
  void troubleThatAskingAgainCannotMendIsNotTriedAgain(ProviderErrorKind kind, ErrorCode code) {
    try (Stage stage = Stage.plain()) {
      stage.model.play(fail(kind));

      assertThat(stage.ask("Go"))
          .isInstanceOfSatisfying(TurnEnd.Stopped.class, s -> assertThat(s.code()).isEqualTo(code));
      assertThat(stage.model.prompts()).hasSize(1);
      assertThat(stage.pauses).isEmpty();
    }
  }

  @Test
  void whatTheServerAsksToWaitWins() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          fail(
              new ProviderError(
                  ProviderErrorKind.RATE_LIMITED, "slow down", Duration.ofSeconds(7))),
          say("done"));

      stage.ask("Go");

      assertThat(stage.pauses).containsExactly(Duration.ofSeconds(7));
    }
  }

  @Test
  void waitThatIsTooLongEndsTheTurnAndSaysWhenToComeBack() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          fail(
              new ProviderError(
                  ProviderErrorKind.RATE_LIMITED, "slow down", Duration.ofMinutes(90))));

      assertThat(stage.ask("Go"))
          .isInstanceOfSatisfying(
              TurnEnd.Stopped.class,
              s -> {
                assertThat(s.code()).isEqualTo(ErrorCode.PROVIDER_RATE_LIMITED);
                assertThat(s.message()).contains("slow down", "2026-01-18T13:30:00Z");
              });
      assertThat(stage.pauses).isEmpty();
    }
  }

  @Test
  void brokenResponseContributesNothingAndExecutesNothing() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(fail(ProviderErrorKind.CUT), say("whole"));

      stage.ask("Go");

      assertThat(stage.model.prompts().get(1)).isEqualTo(stage.model.prompts().get(0));
      assertThat(stage.log.events("assistant")).hasSize(1);
      assertThat(stage.log.events("tool_call")).isEmpty();
      assertThat(stage.journal.conversation().view())
          .containsExactly(
              new Message.User("<environment/>\n\nGo"),
              new Message.Assistant("whole", List.of(), List.of()));
    }
  }

  /// Text shown for more than a second is in the session, and has no effect.
  @Test
  void textOfABrokenResponseIsJournaledAsPartial() {
    Stage[] self = new Stage[1];
    try (Stage stage = Stage.plain()) {
      self[0] = stage;
      stage.model.play(
          (_, deltas) -> {
            deltas.delta(new AnswerDelta.TextDelta("one "));
            stage.pass(Duration.ofMillis(1100));
            deltas.delta(new AnswerDelta.TextDelta("two "));
            deltas.delta(new AnswerDelta.TextDelta("three "));
            return new dev.writ.engine.model.ModelReply.FailedReply(
                new ProviderError(ProviderErrorKind.CUT, "cut"));
          },
          say("whole"));

      stage.ask("Go");

      assertThat(stage.log.events("partial").stream().map(e -> e.text("content").orElse("")))
          .containsExactly("one two ");
      assertThat(stage.journal.conversation().view()).hasSize(2);
    }
  }

  @Test
  void retryTakesTheDeclaredIntentBackAndSaysSo() {
    try (Stage stage = Stage.plain()) {
      stage.workspace.write(".orchestration/active_intents.yaml", INTENTS);
      stage.model.play(
          calls(call("c1", "select_active_intent", "{`intent`:`CODE`,`intent_id`:`INT-001`}")),
          fail(ProviderErrorKind.CUT),
          calls(write("c2", "a.txt", "a")),
          calls(
              call("c3", "select_active_intent", "{`intent`:`CODE`,`intent_id`:`INT-001`}"),
              write("c4", "a.txt", "a")),
          say("done"));

      stage.ask("Go");

      assertThat(stage.model.prompts().get(2).messages().getLast())
          .isInstanceOfSatisfying(
              Message.User.class,
              m -> assertThat(m.text()).contains("reset", "select_active_intent"));
      assertThat(stage.answers().get(1).content()).contains("INTENT_REQUIRED");
      assertThat(stage.answers().get(3).success()).isTrue();
      assertThat(stage.ledger()).extracting(r -> r.intentId()).containsExactly("INT-001");
    }
  }
}
