// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.call;
import static dev.writ.engine.session.PlayedModel.calls;
import static dev.writ.engine.session.PlayedModel.edit;
import static dev.writ.engine.session.PlayedModel.fail;
import static dev.writ.engine.session.PlayedModel.read;
import static dev.writ.engine.session.PlayedModel.say;
import static dev.writ.engine.session.PlayedModel.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.records.ledger.TraceRecord;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An act that cannot be recorded does not happen, and secrets are not recorded.
class RecordTest {
  private static final String TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

  private static Stage busy() {
    Stage stage = Stage.plain();
    stage.workspace.write("a.txt", "one\n");
    stage.model.play(
        calls(read("c1", "a.txt"), edit("c2", "a.txt", "one", "two")),
        fail(ProviderErrorKind.CUT),
        calls(write("c3", "b.txt", "b"), call("c4", "run_command", "{`program`:`ls`}")),
        calls(call("c5", "update_plan", "{`steps`:[{`step`:`x`,`status`:`done`}]}")),
        say("done"));
    return stage;
  }

  @Test
  void sessionThatIsFullAtAnyLineEndsTheTurnAndNothingUnrecordedHappens() {
    int lines;
    try (Stage whole = busy()) {
      whole.ask("Go");
      lines = whole.log.lines().size();
    }
    assertThat(lines).isGreaterThan(12);
    for (int room = 0; room < lines; room++) {
      try (Stage stage = busy()) {
        stage.log.room(room);

        assertThatThrownBy(() -> stage.session.submit(new SessionCommand.BeginTurn("Go")))
            .isInstanceOf(IOException.class)
            .hasMessage("no space left for line " + (room + 1));
        nothingUnrecorded(stage);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
      }
    }
  }

  private static void nothingUnrecorded(Stage stage) {
    List<String> asked = new ArrayList<>();
    stage
        .log
        .events("tool_call")
        .forEach(e -> asked.add("test-session#" + e.number("seq").orElse(0)));
    for (TraceRecord record : stage.ledger()) {
      assertThat(asked).anyMatch(url -> record.raw().contains(url + "\""));
    }
    boolean edited = stage.workspace.read("a.txt").equals("two\n");
    boolean created = stage.workspace.exists("b.txt");
    assertThat(stage.ledger()).hasSize((edited ? 1 : 0) + (created ? 1 : 0));
    assertThat(asked).hasSizeGreaterThanOrEqualTo((edited ? 2 : 0) + (created ? 1 : 0));
  }

  @Test
  void auditThatCannotBeWrittenEndsTheTurnBeforeAnythingHappens() throws IOException {
    try (Stage stage = busy()) {
      Files.createDirectories(stage.home.path(".writ/audit.jsonl"));

      assertThat(stage.ask("Go"))
          .isInstanceOfSatisfying(
              TurnEnd.Stopped.class,
              s -> assertThat(s.code()).isEqualTo(ErrorCode.AUDIT_UNAVAILABLE));
      assertThat(stage.answers()).hasSize(2).noneMatch(Message.CallResult::success);
      assertThat(stage.workspace.read("a.txt")).isEqualTo("one\n");
      assertThat(stage.ledger()).isEmpty();
    }
  }

  @Test
  void ledgerThatCannotBeWrittenLeavesTheFileAsItWas() throws IOException {
    try (Stage stage = busy()) {
      Files.createDirectories(stage.workspace.path(".orchestration/agent_trace.jsonl"));

      stage.ask("Go");

      assertThat(stage.workspace.read("a.txt")).isEqualTo("one\n");
      assertThat(stage.workspace.exists("b.txt")).isFalse();
      assertThat(stage.answers().get(1).content()).contains("IO_ERROR");
    }
  }

  @Test
  void secretsReachNeitherModelNorRecords() throws IOException {
    try (Stage stage = Stage.plain()) {
      String both = Stage.CREDENTIAL + " and " + TOKEN;
      stage.workspace.write("notes.txt", "the keys: " + both + "\n");
      stage.model.play(
          calls(read("c1", "notes.txt"), call("c2", "search_files", "{`pattern`:`keys`}")),
          calls(
              call("c3", "run_command", "{`program`:`echo`,`args`:[`" + both + "`]}"),
              read("c4", TOKEN),
              write("c5", "out.txt", both),
              call("c6", "update_plan", "{`steps`:[{`step`:`" + both + "`,`status`:`done`}]}")),
          fail(new ProviderError(ProviderErrorKind.CUT, "cut near " + both, Duration.ZERO)),
          fail(new ProviderError(ProviderErrorKind.REJECTED, "rejected: " + both, Duration.ZERO)));

      stage.ask("Use " + both);
      stage.model.play(say("I used " + both), say("done"));
      stage.ask("What did you use?");
      stage.ask("And " + both + "?");

      List<String> places = new ArrayList<>(stage.log.lines());
      stage.model.prompts().forEach(p -> places.add(p.toString()));
      places.add(stage.governor.ledger());
      places.addAll(texts(stage.home));
      assertThat(places).hasSizeGreaterThan(20);
      assertThat(places)
          .filteredOn(text -> text.contains(Stage.CREDENTIAL) || text.contains(TOKEN))
          .isEmpty();
    }
  }

  private static List<String> texts(TemporaryWorkspace home) throws IOException {
    List<String> texts = new ArrayList<>();
    try (var files = Files.walk(home.root())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.add(Files.readString(file));
      }
    }
    assertThat(texts).hasSizeGreaterThan(1);
    return texts;
  }
}
