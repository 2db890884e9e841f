// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.calls;
import static dev.writ.engine.session.PlayedModel.say;
import static dev.writ.engine.session.PlayedModel.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.policy.ExecutionMode;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Defects of Writ itself, in any place: each call gets exactly one result, the turn ends by
/// INTERNAL_ERROR if it cannot continue, and the session can be continued.
class DefectTest {
  private static void endedByDefect(TurnEnd end) {
    assertThat(end)
        .isInstanceOfSatisfying(
            TurnEnd.Stopped.class,
            stopped -> {
              assertThat(stopped.code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
              assertThat(stopped.message())
                  .contains("A defect of Writ ended the turn", "DefectTest")
                  .doesNotContain(Stage.CREDENTIAL);
            });
  }

  private static void goesOn(Stage stage) {
    assertThat(stage.journal.conversation().unanswered()).isEmpty();
    long calls = stage.log.events("tool_call").size();
    assertThat(stage.log.events("tool_result")).hasSize((int) calls);
    stage.model.forget();
    stage.model.play(calls(write("after", "after.txt", "later")), say("done"));
    assertThat(stage.ask("Go on")).isInstanceOf(TurnEnd.FinalAnswer.class);
    assertThat(stage.workspace.read("after.txt")).isEqualTo("later");
  }

  /// A client that fails once, at the first event that a test accepts.
  private static Stage.Setting failingAt(Predicate<SessionEvent> fatal) {
    AtomicBoolean failed = new AtomicBoolean();
    return Stage.with()
        .listener(
            event -> {
              if (fatal.test(event) && failed.compareAndSet(false, true)) {
                throw new IllegalStateException("on purpose, with " + Stage.CREDENTIAL);
              }
            });
  }

  private static Predicate<SessionEvent> recorded(String type) {
    return event ->
        event instanceof SessionEvent.Recorded(Json.Obj line)
            && line.text("type").orElse("").equals(type);
  }

  @Test
  void defectOfTheModelsAdapterEndsTheTurn() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          (_, _) -> {
            throw new IllegalStateException("on purpose, with " + Stage.CREDENTIAL);
          });

      endedByDefect(stage.ask("Go"));
      assertThat(stage.log.events().getLast().text("error_code")).contains("INTERNAL_ERROR");
      assertThat(stage.log.forced()).isEqualTo(stage.log.lines().size());
      goesOn(stage);
    }
  }

  @Test
  void errorEndsTheTurnLikeAnException() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          (_, _) -> {
            throw new StackOverflowError();
          });

      endedByDefect(stage.ask("Go"));
      goesOn(stage);
    }
  }

  @Test
  void defectBeforeTheFirstRequestEndsTheTurn() {
    AtomicBoolean failed = new AtomicBoolean();
    Stage.Setting setting =
        Stage.with()
            .environment(
                () -> {
                  if (failed.compareAndSet(false, true)) {
                    throw new IllegalStateException("on purpose");
                  }
                });
    try (Stage stage = setting.open()) {
      endedByDefect(stage.ask("Go"));
      assertThat(stage.model.prompts()).isEmpty();
      goesOn(stage);
    }
  }

  @Test
  void defectOfAClientLeavesNoCallWithoutAResult() {
    try (Stage stage = failingAt(recorded("tool_call")).open()) {
      stage.model.play(calls(write("c1", "a.txt", "a"), write("c2", "b.txt", "b")));

      endedByDefect(stage.ask("Go"));
      assertThat(stage.answers())
          .hasSize(1)
          .allMatch(answer -> answer.content().contains("CALL_NOT_EXECUTED"));
      assertThat(stage.workspace.exists("a.txt")).isFalse();
      goesOn(stage);
    }
  }

  /// The result was recorded before the client failed; the call after it never began.
  @Test
  void callsAfterADefectAreNotExecuted() {
    try (Stage stage = failingAt(recorded("tool_result")).open()) {
      stage.model.play(calls(write("c1", "a.txt", "a"), write("c2", "b.txt", "b")));

      endedByDefect(stage.ask("Go"));
      List<Message.CallResult> answers = stage.answers();
      assertThat(answers).extracting(Message.CallResult::success).containsExactly(true, false);
      assertThat(answers.getLast().content()).contains("CALL_NOT_EXECUTED");
      assertThat(stage.workspace.exists("b.txt")).isFalse();
      goesOn(stage);
    }
  }

  /// A client that fails while the results of the last calls are added doesn't keep the others
  /// away.
  @Test
  void clientThatAlwaysFailsLeavesNoCallWithoutAResult() {
    AtomicBoolean broken = new AtomicBoolean();
    Stage.Setting setting =
        Stage.with()
            .listener(
                event -> {
                  if (broken.get() && event instanceof SessionEvent.Recorded) {
                    throw new IllegalStateException("on purpose");
                  }
                });
    try (Stage stage = setting.open()) {
      stage.model.play(
          (prompt, deltas) -> {
            broken.set(true);
            return calls(write("c1", "a.txt", "a"), write("c2", "b.txt", "b"))
                .reply(prompt, deltas);
          });

      endedByDefect(stage.ask("Go"));
      broken.set(false);
      goesOn(stage);
    }
  }

  @Test
  void argumentsThatCannotBeReadAreOneCallsDefect() {
    Stage.Setting setting =
        Stage.with()
            .masking(
                text -> {
                  if (text.contains("poison")) {
                    throw new StackOverflowError();
                  }
                });
    try (Stage stage = setting.open()) {
      stage.model.play(
          calls(
              write("c1", "a.txt", "a"), write("c2", "b.txt", "poison"), write("c3", "c.txt", "c")),
          say("done"));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(stage.answers())
          .extracting(Message.CallResult::success)
          .containsExactly(true, false, true);
      assertThat(stage.answers().get(1).content()).contains("INTERNAL_ERROR");
      assertThat(stage.workspace.exists("b.txt")).isFalse();
      goesOn(stage);
    }
  }

  /// The call was performed and its result is lost: the model must look before it repeats it.
  @Test
  void callWhoseResultIsLostIsSaidToHavePerhapsHappened() {
    AtomicBoolean failed = new AtomicBoolean();
    Stage.Setting setting =
        Stage.with()
            .execution(
                ExecutionMode.INTERACTIVE, question -> new Approver.Answer.Yes(question.digest()))
            .listener(
                event -> {
                  if (recorded("approval").test(event) && failed.compareAndSet(false, true)) {
                    throw new IllegalStateException("on purpose");
                  }
                });
    try (Stage stage = setting.open()) {
      stage.model.play(calls(write("c1", "a.txt", "a"), write("c2", "b.txt", "b")));

      endedByDefect(stage.ask("Go"));
      assertThat(stage.workspace.exists("a.txt")).isTrue();
      assertThat(stage.answers().getFirst().content()).contains("INTERNAL_ERROR", "may have");
      assertThat(stage.answers().getLast().content()).contains("CALL_NOT_EXECUTED");
      goesOn(stage);
    }
  }
}
