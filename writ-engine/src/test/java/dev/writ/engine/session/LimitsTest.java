// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.call;
import static dev.writ.engine.session.PlayedModel.calls;
import static dev.writ.engine.session.PlayedModel.edit;
import static dev.writ.engine.session.PlayedModel.read;
import static dev.writ.engine.session.PlayedModel.say;
import static dev.writ.engine.session.PlayedModel.untold;
import static dev.writ.engine.session.PlayedModel.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.engine.session.PlayedModel.Step;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.session.PersonQuestion;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every bound of a turn, and what a person says meanwhile.
class LimitsTest {
  private static final String REPEATED = "The same calls gave the same results";

  private static void stopped(TurnEnd end, ErrorCode code, String... words) {
    assertThat(end)
        .isInstanceOfSatisfying(
            TurnEnd.Stopped.class,
            s -> {
              assertThat(s.code()).isEqualTo(code);
              assertThat(s.message()).contains(words);
            });
  }

  @Test
  void iterationsEndTheTurnAndTheConversationGoesOn() {
    try (Stage stage = Stage.with().iterations(2).open()) {
      stage.workspace.write("a.txt", "a\n");
      stage.model.play(
          calls(read("c1", "a.txt")), calls(write("c2", "b.txt", "b")), say("second turn"));

      stopped(stage.ask("Go"), ErrorCode.MAX_ITERATIONS, "agent.max_iterations", "2");
      assertThat(stage.answers()).hasSize(2).allMatch(Message.CallResult::success);
      assertThat(stage.log.events().getLast().text("error_code")).contains("MAX_ITERATIONS");
      assertThat(stage.ask("Go on")).isInstanceOf(TurnEnd.FinalAnswer.class);
    }
  }

  @Test
  void tokensEndTheTurnBeforeTheNextRequest() {
    try (Stage stage = Stage.with().tokens(240).open()) {
      stage.model.play(calls(write("c1", "a.txt", "a")), calls(write("c2", "b.txt", "b")));

      stopped(stage.ask("Go"), ErrorCode.BUDGET_EXCEEDED, "agent.max_tokens_total", "240");
      assertThat(stage.model.prompts()).hasSize(2);
      assertThat(stage.workspace.exists("b.txt")).isTrue();
    }
  }

  /// Many servers on the person's own machine tell no numbers.
  @Test
  void tokensThatNoProviderTellsAreEstimatedAndThatIsSaidOnce() {
    try (Stage stage = Stage.with().tokens(1).open()) {
      stage.model.play(
          untold(calls(write("c1", "a.txt", "a"))), untold(calls(write("c2", "b.txt", "b"))));

      stopped(stage.ask("Go"), ErrorCode.BUDGET_EXCEEDED, "agent.max_tokens_total", "1");
      stopped(stage.ask("Go on"), ErrorCode.BUDGET_EXCEEDED, "agent.max_tokens_total", "1");
      assertThat(stage.model.prompts()).hasSize(2);
      assertThat(stage.log.events())
          .filteredOn(event -> event.write().contains("Writ estimates them"))
          .singleElement()
          .asString()
          .contains("played/steps");
    }
  }

  @Test
  void durationEndsTheTurnBeforeTheNextRequest() {
    try (Stage stage = Stage.with().duration(Duration.ofSeconds(30)).open()) {
      stage.model.play(
          (prompt, deltas) -> {
            stage.pass(Duration.ofSeconds(31));
            stage.setBack(Duration.ofSeconds(20));
            return calls(write("c1", "a.txt", "a")).reply(prompt, deltas);
          });

      stopped(stage.ask("Go"), ErrorCode.BUDGET_EXCEEDED, "agent.max_duration_seconds", "30");
      assertThat(stage.workspace.exists("a.txt")).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void cycleIsToldOnceAndThenEndsTheTurn(int length) {
    try (Stage stage = Stage.plain()) {
      List<Step> round = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        stage.workspace.write(i + ".txt", "text " + i + "\n");
        round.add(calls(read("c", i + ".txt")));
      }
      for (int i = 0; i < 7; i++) {
        stage.model.play(round.toArray(Step[]::new));
      }

      stopped(stage.ask("Go"), ErrorCode.LOOP_DETECTED, "same");
      assertThat(stage.model.prompts()).hasSize(4 * length);
      assertThat(told(stage)).hasSize(1);
      assertThat(stage.model.prompts().get(3 * length).messages().getLast().toString())
          .contains(REPEATED);
    }
  }

  private static List<String> told(Stage stage) {
    return stage.log.events("system").stream()
        .map(e -> e.text("content").orElse(""))
        .filter(c -> c.contains(REPEATED))
        .toList();
  }

  @Test
  void pollingWithChangingResultsIsNoLoop() {
    try (Stage stage = Stage.plain()) {
      for (int i = 0; i < 12; i++) {
        int round = i;
        stage.model.play(
            (prompt, deltas) -> {
              stage.workspace.write("progress.txt", "step " + round + "\n");
              return calls(read("c", "progress.txt")).reply(prompt, deltas);
            });
      }
      stage.model.play(say("done"));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(told(stage)).isEmpty();
    }
  }

  @Test
  void pollingACommandThatRunsIsNoLoop() throws Exception {
    try (Stage stage = Stage.plain()) {
      String pipe = stage.workspace.path("pipe").toString();
      assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
      stage.model.play(calls(call("b", "run_background", "{`command`:`cat pipe`}")));
      for (int i = 0; i < 12; i++) {
        stage.model.play(calls(call("c", "command_output", "{`id`:`b1`}")));
      }
      stage.model.play(say("done"));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(told(stage)).isEmpty();
      assertThat(stage.log.events("tool_result").getLast().toString()).contains("b1 runs");
    }
  }

  @Test
  void changeOfTheWorkspaceBeginsANewCount() {
    try (Stage stage = Stage.plain()) {
      stage.workspace.write("a.txt", "a\n");
      stage.workspace.write("b.txt", "0\n");
      stage.model.play(calls(read("r", "b.txt")));
      for (int i = 0; i < 4; i++) {
        stage.model.play(
            calls(read("c", "a.txt")),
            calls(read("c", "a.txt")),
            calls(edit("e", "b.txt", i + "", (i + 1) + "")));
      }
      stage.model.play(say("done"));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(told(stage)).isEmpty();
      assertThat(stage.workspace.read("b.txt")).isEqualTo("4\n");
    }
  }

  /// A call that fails, and not for want of a file.
  private static Step failing(String tool) {
    return calls(call("c", tool, "{}"));
  }

  private static Step[] failing(String prefix, int times) {
    return IntStream.rangeClosed(1, times).mapToObj(i -> failing(prefix + i)).toArray(Step[]::new);
  }

  @Test
  void fiveFailuresInARowOpenTheCircuitWhereNobodyIsThere() {
    try (Stage stage = Stage.with().open()) {
      stage.model.play(failing("nope", 6));

      stopped(stage.ask("Go"), ErrorCode.CIRCUIT_OPEN, "5 calls in a row", "nope5");
      assertThat(stage.model.prompts()).hasSize(5);
    }
  }

  @Test
  void successInBetweenKeepsTheCircuitClosed() {
    try (Stage stage = Stage.with().open()) {
      stage.workspace.write("a.txt", "a\n");
      stage.model.play(failing("nope", 4));
      stage.model.play(calls(read("c", "a.txt")));
      stage.model.play(failing("nada", 4));
      stage.model.play(say("done"));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);
    }
  }

  /// Reads that run side by side are one guess; a success among them is progress.
  @Test
  void parallelCallsCountOnce() {
    try (Stage stage = Stage.with().open()) {
      Step wrong =
          calls(
              read("c1", "../1"),
              read("c2", "../2"),
              read("c3", "../3"),
              read("c4", "../4"),
              read("c5", "../5"),
              read("c6", "../6"));
      stage.workspace.write("a.txt", "a\n");
      stage.model.play(wrong, wrong, say("done"));
      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);

      stage.model.play(failing("nope", 4));
      stage.model.play(calls(read("c1", "a.txt"), read("c2", "../1")));
      stage.model.play(failing("nada", 4));
      stage.model.play(say("done"));
      assertThat(stage.ask("Go on")).isInstanceOf(TurnEnd.FinalAnswer.class);

      stage.model.play(failing("nope", 4));
      stage.model.play(wrong, say("never said"));
      stopped(stage.ask("Once more"), ErrorCode.CIRCUIT_OPEN, "5 calls in a row");
    }
  }

  @Test
  void missingFilesCountNotAtAll() {
    try (Stage stage = Stage.with().open()) {
      stage.model.play(
          IntStream.range(0, 8)
              .mapToObj(i -> calls(read("c", "missing" + i)))
              .toArray(Step[]::new));
      stage.model.play(failing("nope", 4));
      stage.model.play(calls(read("c", "missing")));
      stage.model.play(failing("nada", 1));

      stopped(stage.ask("Go"), ErrorCode.CIRCUIT_OPEN, "nada1");
    }
  }

  @Test
  void personsRefusalsCountNotAtAll() {
    Approver refusing = _ -> new Approver.Answer.No("not like this");
    try (Stage stage = Stage.with().execution(ExecutionMode.INTERACTIVE, refusing).open()) {
      stage.model.play(
          IntStream.range(0, 8)
              .mapToObj(i -> calls(write("c", i + ".txt", "x")))
              .toArray(Step[]::new));
      stage.model.play(say("done"));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(stage.answers()).hasSize(8);
    }
  }

  /// A person who says, each time, what the answers say.
  private static Stage asked(List<PersonQuestion> questions, String... answers) {
    Iterator<String> next = List.of(answers).iterator();
    Approver person =
        new Approver() {
          @Override
          public Answer ask(Question question) {
            return new Answer.Yes(question.digest());
          }

          @Override
          public Optional<String> reply(PersonQuestion personQuestion) {
            questions.add(personQuestion);
            return next.hasNext() ? Optional.of(next.next()) : Optional.empty();
          }
        };
    return Stage.with().execution(ExecutionMode.INTERACTIVE, person).open();
  }

  @Test
  void personIsAskedHowToGoOnWhenTheCircuitOpens() {
    List<PersonQuestion> questions = new ArrayList<>();
    try (Stage stage = asked(questions, "1", "use read_file, with hunter2-hunter2-hunter2")) {
      stage.model.play(failing("nope", 5));
      stage.model.play(failing("nada", 5));
      stage.model.play(say("done"));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(questions).hasSize(2);
      assertThat(questions.getFirst().question()).contains("5 calls in a row", "nope5");
      assertThat(questions.getFirst().options()).containsExactly("continue", "stop");
      assertThat(stage.model.prompts().get(5).messages().getLast().toString())
          .contains("lets you continue");
      assertThat(stage.model.lastMessages().getLast().toString())
          .contains("use read_file")
          .doesNotContain(Stage.CREDENTIAL);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "stop", " STOP ", ""})
  void personEndsTheTurnWhenTheCircuitOpens(String answer) {
    List<PersonQuestion> questions = new ArrayList<>();
    try (Stage stage = asked(questions, answer)) {
      stage.model.play(failing("nope", 5));
      stage.model.play(say("never said"));

      stopped(stage.ask("Go"), ErrorCode.CIRCUIT_OPEN, "5 calls in a row");
      assertThat(questions).hasSize(1);
      assertThat(stage.model.prompts()).hasSize(5);
    }
  }

  @Test
  void callsBehindTheOneThatOpensTheCircuitAreAnsweredAndNotPerformed() {
    try (Stage stage = Stage.with().open()) {
      stage.model.play(
          calls(
              call("c1", "nope", "{}"),
              call("c2", "nope", "{}"),
              call("c3", "nope", "{}"),
              call("c4", "nope", "{}"),
              call("c5", "nope", "{}"),
              write("c6", "a.txt", "a")));

      stopped(stage.ask("Go"), ErrorCode.CIRCUIT_OPEN, "in a row");
      assertThat(stage.answers()).hasSize(6);
      assertThat(stage.answers().getLast().content()).contains("CALL_NOT_EXECUTED");
      assertThat(stage.workspace.exists("a.txt")).isFalse();
    }
  }

  @Test
  void steeringIsDeliveredAfterTheRoundInItsOrder() {
    try (Stage stage = Stage.plain()) {
      stage.workspace.write("a.txt", "a\n");
      stage.model.play(
          (prompt, deltas) -> {
            steer(stage, "first");
            steer(stage, "second");
            return calls(read("c1", "a.txt")).reply(prompt, deltas);
          },
          say("done"));

      stage.ask("Go");

      List<Message> last = stage.model.lastMessages();
      assertThat(last.subList(last.size() - 3, last.size()))
          .satisfiesExactly(
              m -> assertThat(m).isInstanceOf(Message.CallResult.class),
              m -> assertThat(m).isEqualTo(new Message.User("first")),
              m -> assertThat(m).isEqualTo(new Message.User("second")));
    }
  }

  @Test
  void steeringDuringTheAnswerKeepsTheTurnGoing() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          (prompt, deltas) -> {
            steer(stage, "one thing more, with hunter2-hunter2-hunter2");
            return say("almost").reply(prompt, deltas);
          },
          say("done"));

      assertThat(stage.ask("Go"))
          .isInstanceOfSatisfying(
              TurnEnd.FinalAnswer.class, a -> assertThat(a.text()).isEqualTo("done"));
      assertThat(stage.model.lastMessages().getLast().toString())
          .contains("one thing more")
          .doesNotContain(Stage.CREDENTIAL);
      assertThat(stage.session.left()).isEmpty();
    }
  }

  private static void steer(Stage stage, String text) {
    try {
      stage.session.submit(new SessionCommand.Steer(text));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
