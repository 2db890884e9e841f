// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.hook.HookException;
import dev.writ.kernel.hook.QualityRules;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Hooks and quality commands on a turn's way, with real scripts and a played model.
class HooksInTurnsTest {
  private static Json.Obj json(String text) {
    try {
      return JsonReader.readObject(text);
    } catch (JsonException e) {
      throw new IllegalStateException(e);
    }
  }

  private static PlayedModel.Step call(String tool, String arguments) {
    return PlayedModel.calls(new ToolCall("1", tool, arguments));
  }

  /// A hook that is Writ's own `echo`.
  private static Json.Obj saying(String event, String output) {
    return json(
        "{\"%s\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"echo\",\"args\":[%s]}]}]}"
            .formatted(event, Json.of(output).write()));
  }

  private static Stage with(Json.Obj hooks) {
    return Stage.with().hooks(hooks).open();
  }

  private static List<String> notices(Stage stage) {
    return stage.events.stream()
        .filter(SessionEvent.Recorded.class::isInstance)
        .map(event -> ((SessionEvent.Recorded) event).line())
        .filter(line -> line.text("type").orElse("").equals("notice"))
        .map(line -> line.text("content").orElse(""))
        .toList();
  }

  private static String seen(Stage stage) {
    StringBuilder all = new StringBuilder();
    for (Message message : stage.journal.conversation().view()) {
      if (message instanceof Message.User(String text, var _)) {
        all.append(text).append('\n');
      }
    }
    return all.toString();
  }

  @Test
  void whatSessionAndPromptHooksSayIsContext() {
    try (Stage stage = with(saying("SessionStart", "the house rules"))) {
      stage.model.play(PlayedModel.say("Hello"));
      stage.model.play(PlayedModel.say("Again"));
      assertThat(stage.ask("Hi")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(stage.ask("Hi")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(seen(stage)).containsOnlyOnce("the house rules");
    }
    try (Stage stage =
        with(
            saying(
                "UserPromptSubmit",
                "{\"systemMessage\":\"psst\",\"hookSpecificOutput\":"
                    + "{\"additionalContext\":\"by the way\"}}"))) {
      stage.model.play(PlayedModel.say("Hello"));
      assertThat(stage.ask("Hi")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(seen(stage)).contains("by the way").doesNotContain("psst");
      assertThat(notices(stage)).singleElement().asString().contains("psst");
    }
  }

  @Test
  void aPromptThatAHookBlocksReachesNoModel() {
    try (Stage stage =
        with(saying("UserPromptSubmit", "{\"decision\":\"block\",\"reason\":\"no names\"}"))) {
      assertThat(stage.ask("Tell me about Bob"))
          .isInstanceOfSatisfying(
              TurnEnd.Stopped.class,
              stopped -> {
                assertThat(stopped.code()).isEqualTo(ErrorCode.HOOK_DENIED);
                assertThat(stopped.message()).contains("no names");
              });
      assertThat(seen(stage)).doesNotContain("Bob");
      assertThat(stage.model.prompts()).isEmpty();
    }
  }

  @Test
  void aBrokenPromptHookBlocksToo() {
    try (Stage stage = with(saying("UserPromptSubmit", "{"))) {
      assertThat(stage.ask("Hi"))
          .isInstanceOfSatisfying(
              TurnEnd.Stopped.class,
              stopped -> assertThat(stopped.code()).isEqualTo(ErrorCode.HOOK_FAILED));
    }
  }

  @Test
  void aStopHookProlongsATurnOnce() {
    try (Stage stage =
        with(saying("Stop", "{\"decision\":\"block\",\"reason\":\"write a test first\"}"))) {
      stage.model.play(PlayedModel.say("Done"));
      stage.model.play(PlayedModel.say("Really done"));
      assertThat(stage.ask("Hi"))
          .isInstanceOfSatisfying(
              TurnEnd.FinalAnswer.class,
              answer -> assertThat(answer.text()).isEqualTo("Really done"));
      assertThat(seen(stage)).containsOnlyOnce("says no: write a test first");
    }
  }

  @Test
  void aBrokenStopHookIsToldToThePersonAndHoldsNothingUp() {
    try (Stage stage = with(saying("Stop", "{"))) {
      stage.model.play(PlayedModel.say("Done"));
      assertThat(stage.ask("Hi")).isInstanceOf(TurnEnd.FinalAnswer.class);
      assertThat(notices(stage)).singleElement().asString().contains("cannot be read");
    }
  }

  @Test
  void aHookCanEndTheTurn() {
    try (Stage stage =
        with(saying("PostToolUse", "{\"continue\":false,\"stopReason\":\"enough\"}"))) {
      stage.model.play(call("list_files", "{}"));
      assertThat(stage.ask("Hi"))
          .isInstanceOfSatisfying(
              TurnEnd.Stopped.class,
              stopped -> {
                assertThat(stopped.code()).isEqualTo(ErrorCode.HOOK_DENIED);
                assertThat(stopped.message()).contains("enough");
              });
    }
  }

  @Test
  void theEndOfASessionIsHeard() throws IOException {
    try (Stage stage = with(saying("SessionEnd", "{\"systemMessage\":\"bye\"}"))) {
      stage.model.play(PlayedModel.say("Done"));
      assertThat(stage.ask("Hi")).isInstanceOf(TurnEnd.FinalAnswer.class);
      stage.session.submit(new SessionCommand.Leave());
      assertThat(notices(stage)).singleElement().asString().contains("bye");
    }
  }

  private static QualityRules rules(String text) {
    try {
      return QualityRules.read(json(text), "quality.after_write", 2);
    } catch (HookException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatFailsAfterAWriteGoesBackToTheModelAFewTimes() {
    try (Stage stage =
        Stage.with().quality(rules("{\"**/*.txt\": \"grep -q good {file}\"}")).open()) {
      stage.model.play(call("write_file", "{\"path\":\"a.txt\",\"content\":\"bad\\n\"}"));
      stage.model.play(PlayedModel.say("Done"));
      stage.model.play(call("write_file", "{\"path\":\"a.txt\",\"content\":\"good\\n\"}"));
      stage.model.play(PlayedModel.say("Mended"));
      assertThat(stage.ask("Hi"))
          .isInstanceOfSatisfying(
              TurnEnd.FinalAnswer.class, answer -> assertThat(answer.text()).isEqualTo("Mended"));
      assertThat(seen(stage))
          .containsOnlyOnce("failed after your changes (round 1 of 2)")
          .contains("\"command\":\"grep -q good a.txt\"", "\"exit_code\":1");
    }
  }

  @Test
  void theRoundsOfATurnAreCounted() {
    try (Stage stage = Stage.with().quality(rules("{\"**\": [\"false\"]}")).open()) {
      for (int n = 0; n < 4; n++) {
        stage.model.play(
            call("write_file", "{\"path\":\"n%d.txt\",\"content\":\"\"}".formatted(n)));
        stage.model.play(PlayedModel.say("Done " + n));
      }
      assertThat(stage.ask("Hi"))
          .isInstanceOfSatisfying(
              TurnEnd.FinalAnswer.class, answer -> assertThat(answer.text()).isEqualTo("Done 2"));
      assertThat(notices(stage)).anyMatch(notice -> notice.contains("still fail after 2 rounds"));
    }
  }

  @Test
  void whatCantRunIsToldOnceAndNothingRunsWithoutAChange() {
    try (Stage stage = Stage.with().quality(rules("{\"**\": \"no-such-linter {files}\"}")).open()) {
      stage.model.play(PlayedModel.say("Nothing to do"));
      stage.ask("Hi");
      assertThat(notices(stage)).isEmpty();
      for (int n = 0; n < 2; n++) {
        stage.model.play(
            call("write_file", "{\"path\":\"n%d.txt\",\"content\":\"\"}".formatted(n)));
        stage.model.play(PlayedModel.say("Done"));
        assertThat(stage.ask("Hi")).isInstanceOf(TurnEnd.FinalAnswer.class);
      }
      assertThat(notices(stage)).anyMatch(notice -> notice.contains("not run: no-such-linter"));
    }
  }
}
