// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.call;
import static dev.writ.engine.session.PlayedModel.calls;
import static dev.writ.engine.session.PlayedModel.edit;
import static dev.writ.engine.session.PlayedModel.read;
import static dev.writ.engine.session.PlayedModel.say;
import static dev.writ.engine.session.PlayedModel.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelReply;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.policy.ExecutionMode;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The turn's handling of answers and calls, well-formed or not.
class TurnTest {
  @Test
  void answerEndsTheTurn() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(say("It is noon."));

      assertThat(stage.ask("What time is it?"))
          .isEqualTo(
              new TurnEnd.FinalAnswer(
                  "It is noon.",
                  TurnEnd.Totals.NONE.request(PlayedModel.COST, OptionalLong.empty())));
      assertThat(stage.log.events().stream().map(e -> e.text("type").orElse("")))
          .containsExactly("system", "user", "assistant");
      assertThat(stage.model.lastMessages())
          .containsExactly(new Message.User("<environment/>\n\nWhat time is it?"));
    }
  }

  @Test
  void callsArePerformedInOrderAndTheirResultsGoBackInThatOrder() {
    try (Stage stage = Stage.plain()) {
      stage.workspace.write("a.txt", "one\n");
      stage.model.play(
          calls(
              read("c1", "a.txt"),
              edit("c2", "a.txt", "one", "two"),
              read("c3", "a.txt"),
              write("c4", "b.txt", "new"),
              read("c5", "b.txt")),
          say("done"));

      stage.ask("Go");

      assertThat(stage.answers())
          .extracting(Message.CallResult::callId)
          .containsExactly("c1", "c2", "c3", "c4", "c5");
      assertThat(stage.answers()).allMatch(Message.CallResult::success);
      assertThat(stage.answers().get(2).content()).contains("two");
      assertThat(stage.answers().get(4).content()).contains("new");
      assertThat(stage.ledger()).hasSize(2);
      assertThat(stage.end().totals())
          .extracting(TurnEnd.Totals::requests, TurnEnd.Totals::calls)
          .containsExactly(2, 5);
    }
  }

  @Test
  void whatLedToAReplyIsForcedBeforeAnythingIsDoneAboutIt() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          calls(write("c1", "a.txt", "one")), calls(write("c2", "b.txt", "two")), say("done"));

      stage.ask("Go");

      List<String> types = stage.log.events().stream().map(e -> e.text("type").orElse("")).toList();
      assertThat(types).filteredOn("assistant"::equals).hasSize(3);
      for (int i = 0; i < types.size(); i++) {
        if (types.get(i).equals("assistant")) {
          assertThat(stage.log.forcedBefore(i)).as("before line " + i).isEqualTo(i);
        }
      }
      assertThat(stage.log.forced()).isEqualTo(types.size());
    }
  }

  @Test
  void idsThatAreMissingOrUsedTwiceAreMadeUnique() {
    try (Stage stage = Stage.plain()) {
      stage.workspace.write("a.txt", "one\n");
      stage.model.play(
          calls(read("x", "a.txt"), read("x", "a.txt"), read("", "a.txt"), read("x_2", "a.txt")),
          say("done"));

      stage.ask("Go");

      assertThat(stage.answers())
          .extracting(Message.CallResult::callId)
          .hasSize(4)
          .doesNotHaveDuplicates()
          .noneMatch(String::isBlank);
      assertThat(stage.answers()).allMatch(Message.CallResult::success);
    }
  }

  @Test
  void unknownToolIsAnsweredWithTheToolsThereAre() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(calls(call("c1", "make_coffee", "{}")), say("sorry"));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(stage.answers().getFirst().content())
          .contains("UNKNOWN_TOOL", "make_coffee", "read_file");
    }
  }

  @Test
  void brokenArgumentsAreMendedAndMarked() {
    try (Stage stage = Stage.plain()) {
      stage.workspace.write("a.txt", "one\n");
      stage.model.play(
          calls(
              new ToolCall("c1", "read_file", "```json\n{\"path\":\"a.txt\"}\n```"),
              call("c2", "read_file", "{`path`:`a.txt`,}"),
              call("c3", "read_file", "{'path':'a.txt'}"),
              call("c4", "write_file", "{`path`:`b.txt`,`content`:`one\ntwo\n`}"),
              call("c5", "read_file", "{`path`:`a.txt`"),
              call("c6", "read_file", "{`path`:`a.txt`}")),
          say("done"));

      stage.ask("Go");

      assertThat(stage.answers()).allMatch(Message.CallResult::success);
      assertThat(stage.workspace.read("b.txt")).isEqualTo("one\ntwo\n");
      assertThat(stage.log.events("tool_call").stream().map(e -> e.isTrue("repaired")))
          .containsExactly(true, true, true, true, true, false);
    }
  }

  @Test
  void argumentsThatCannotBeMendedAreAnsweredWithTheirPlace() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          calls(
              call("c1", "read_file", "path = a.txt"),
              call("c2", "read_file", "{`path`:`a`,`path`:`b`}"),
              call("c3", "read_file", "{`path`:7}"),
              call("c4", "read_file", "{`paht`:`a.txt`}")),
          say("sorry"));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(stage.answers()).allMatch(a -> a.content().contains("INVALID_ARGUMENTS"));
      assertThat(stage.answers().getFirst().content()).contains("line 1, column 1");
      assertThat(stage.answers().get(2).content()).contains("path");
      assertThat(stage.answers().get(3).content()).contains("path");
    }
  }

  /// Half of a text is not what the model wanted to write.
  @Test
  void textThatIsCutIsNotMended() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          calls(call("c1", "write_file", "{`path`:`b.txt`,`content`:`only hal")), say("sorry"));

      stage.ask("Go");

      assertThat(stage.answers().getFirst().content()).contains("INVALID_ARGUMENTS");
      assertThat(stage.workspace.exists("b.txt")).isFalse();
    }
  }

  @Test
  void callsBeyondTheGreatestNumberAreNotExecutedAndDoNotEndTheTurn() {
    try (Stage stage = Stage.with().open()) {
      ToolCall[] many =
          IntStream.range(0, 70)
              .mapToObj(i -> write("c" + i, "f" + i + ".txt", "x"))
              .toArray(ToolCall[]::new);
      stage.model.play(calls(many), say("done"));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(stage.answers()).hasSize(70);
      assertThat(stage.answers().subList(0, 64)).allMatch(Message.CallResult::success);
      assertThat(stage.answers().subList(64, 70))
          .allMatch(a -> a.content().contains("CALL_NOT_EXECUTED") && a.content().contains("64"));
      assertThat(stage.workspace.exists("f63.txt")).isTrue();
      assertThat(stage.workspace.exists("f64.txt")).isFalse();
    }
  }

  @Test
  void callAtTheOutputLimitIsNotExecuted() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          calls(
              ModelReply.FinishReason.LENGTH, write("c1", "a.txt", "a"), write("c2", "b.txt", "b")),
          say("done"));

      stage.ask("Go");

      assertThat(stage.workspace.exists("a.txt")).isTrue();
      assertThat(stage.workspace.exists("b.txt")).isFalse();
      assertThat(stage.answers().getLast().content()).contains("CALL_NOT_EXECUTED", "output limit");
    }
  }

  /// Under Landlock a command can change protected paths; they are restored, and the turn ends. In
  /// a view the change never reached them.
  @ParameterizedTest
  @ValueSource(strings = {"landlock", "namespaces"})
  void changeOfWhatIsProtectedEndsTheTurn(String sandbox) {
    try (Stage stage =
        Stage.with()
            .execution(
                ExecutionMode.INTERACTIVE, question -> new Approver.Answer.Yes(question.digest()))
            .sandbox(sandbox)
            .open()) {
      stage.workspace.write("s.txt", "mkdir -p .vscode; echo x > .vscode/settings.json");
      stage.model.play(
          calls(
              call("c1", "run_command", "{`program`:`sh`,`args`:[`s.txt`]}"),
              write("c2", "b.txt", "b")),
          say("done"));

      TurnEnd end = stage.ask("Go");

      assertThat(stage.answers().getFirst().content()).contains("PROTECTED_PATH");
      assertThat(stage.workspace.exists(".vscode/settings.json")).isFalse();
      assertThat(stage.workspace.exists("b.txt")).isEqualTo(sandbox.equals("namespaces"));
      if (sandbox.equals("landlock")) {
        assertThat(end)
            .isInstanceOfSatisfying(
                TurnEnd.Stopped.class,
                s -> assertThat(s.code()).isEqualTo(ErrorCode.PROTECTED_PATH));
      } else {
        assertThat(end).isInstanceOf(TurnEnd.FinalAnswer.class);
      }
    }
  }

  @Test
  void answerThatIsCutIsNoAnswer() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(PlayedModel.say(ModelReply.FinishReason.LENGTH, "The first half of"));

      assertThat(stage.ask("Go"))
          .isInstanceOfSatisfying(
              TurnEnd.Stopped.class, s -> assertThat(s.code()).isEqualTo(ErrorCode.OUTPUT_LIMIT));
      assertThat(stage.log.events().getLast().text("error_code")).contains("OUTPUT_LIMIT");
      assertThat(stage.log.events("assistant").getLast().text("content"))
          .contains("The first half of");
    }
  }

  /// Nothing at all, cut: for example where the reasoning took all of the output.
  @Test
  void emptyAnswerThatIsCutIsNoAnswer() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(PlayedModel.say(ModelReply.FinishReason.LENGTH, ""));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.Stopped.class);
    }
  }

  @Test
  void cutAnswerAfterCallsIsNoAnswerEither() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          calls(
              ModelReply.FinishReason.LENGTH, write("c1", "a.txt", "a"), write("c2", "b.txt", "b")),
          calls(write("c3", "b.txt", "b")),
          PlayedModel.say(ModelReply.FinishReason.LENGTH, "I have"));

      assertThat(stage.ask("Go"))
          .isInstanceOfSatisfying(
              TurnEnd.Stopped.class, s -> assertThat(s.code()).isEqualTo(ErrorCode.OUTPUT_LIMIT));
      assertThat(stage.workspace.exists("b.txt")).isTrue();
    }
  }

  @Test
  void ofAnAnswerThatTheProviderRefusedNoCallRuns() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(
          calls(
              ModelReply.FinishReason.REFUSED,
              write("c1", "a.txt", "a"),
              read("c2", "a.txt"),
              write("c3", "b.txt", "b")));

      assertThat(stage.ask("Go"))
          .isInstanceOfSatisfying(
              TurnEnd.Stopped.class, s -> assertThat(s.code()).isEqualTo(ErrorCode.PROVIDER_ERROR));
      assertThat(stage.workspace.exists("a.txt")).isFalse();
      assertThat(stage.workspace.exists("b.txt")).isFalse();
      assertThat(stage.ledger()).isEmpty();
      assertThat(stage.answers()).hasSize(3);
      assertThat(stage.answers())
          .allMatch(a -> !a.success() && a.content().contains("CALL_NOT_EXECUTED"));
    }
  }

  @Test
  void refusalOfTheProviderEndsTheTurn() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(calls(ModelReply.FinishReason.REFUSED));

      assertThat(stage.ask("Go"))
          .isInstanceOfSatisfying(
              TurnEnd.Stopped.class, s -> assertThat(s.message()).contains("refused"));
      assertThat(stage.log.events().getLast().text("type")).contains("error");
    }
  }

  @Test
  void longOutputIsCutInTheMiddleAndSaysSo() {
    try (Stage stage = Stage.plain()) {
      String word = "\uD83D\uDE00".repeat(2000);
      stage.model.play(
          calls(call("c1", "run_command", "{`program`:`echo`,`args`:[`" + word.repeat(4) + "`]}")),
          say("done"));

      stage.ask("Go");

      String content = stage.answers().getFirst().content();
      assertThat(content).hasSizeLessThan(10_200).contains("characters cut here");
      assertThat(content.codePoints()).noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
      assertThat(stage.log.events("tool_result").getFirst().isTrue("truncated")).isTrue();
    }
  }

  @Test
  void everyRecordOfTheLedgerPointsToItsCallInTheSession() {
    try (Stage stage = Stage.plain()) {
      stage.model.play(calls(write("c1", "a.txt", "a"), write("c2", "b.txt", "b")), say("done"));
      stage.ask("Go");

      List<Json.Obj> called = stage.log.events("tool_call");
      assertThat(stage.ledger()).hasSize(2);
      for (int i = 0; i < 2; i++) {
        assertThat(stage.ledger().get(i).raw())
            .contains("session:test-session#" + called.get(i).number("seq").orElseThrow());
      }
    }
  }
}
