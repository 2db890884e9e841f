// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.turn.TypedCommand;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/// A command that a person typed goes through the gate and is theirs in every record.
class TypedCommandTest {
  private static final Approver TYPING =
      question -> new Approver.Answer.TypedConsent(question.digest());

  private static TypedCommand.TypedCommandOutcome run(Stage stage, String command)
      throws IOException {
    return stage.session.run(command, ".", LiveOutput.NOBODY);
  }

  private static Stage interactive() {
    return Stage.with().execution(ExecutionMode.INTERACTIVE, TYPING).open();
  }

  @Test
  void whatItPrintedIsToldAndTheModelIsNotAsked() throws IOException {
    try (Stage stage = interactive()) {
      stage.workspace.write("a.txt", "one\ntwo\n");

      TypedCommand.TypedCommandOutcome outcome = run(stage, "cat a.txt");

      assertThat(outcome.message())
          .contains("[Shell command output]\ncommand: cat a.txt\nexit code: 0\none\ntwo\n");
      assertThat(stage.model.prompts()).isEmpty();
      assertThat(stage.journal.conversation().size()).isZero();
      assertThat(stage.log.events("command").getFirst().text("content")).contains("cat a.txt");
      assertThat(stage.log.events("approval").getFirst().text("answer"))
          .contains("approved by a person, who typed the command");
      assertThat(stage.log.events("command_result").getFirst().isTrue("success")).isTrue();
    }
  }

  @Test
  void aCodeAndStandardErrorAreTold() throws IOException {
    try (Stage stage = interactive()) {
      assertThat(run(stage, "ls missing").message().orElseThrow())
          .startsWith("[Shell command output]\ncommand: ls missing\nexit code: 2\n")
          .contains("stderr:\n", "missing");
    }
  }

  @Test
  void whatItChangedIsRecordedAsThePersons() throws IOException {
    try (Stage stage = interactive()) {
      run(stage, "touch a.txt");

      List<TraceRecord> records = TraceRecord.readable(stage.governor.ledger());
      assertThat(records).hasSize(1);
      assertThat(records.getFirst().turn()).isEqualTo(1);
      assertThat(records.getFirst().toString()).doesNotContain("model_identifier");
      assertThat(stage.workspace.exists("a.txt")).isTrue();
    }
  }

  @Test
  void aDenialStandsWhoeverTyped() throws IOException {
    try (Stage stage = interactive()) {
      TypedCommand.TypedCommandOutcome outcome = run(stage, "sudo id");

      assertThat(outcome.answer().denied()).isTrue();
      assertThat(outcome.message().orElseThrow())
          .startsWith("[Shell command failed]\ncommand: sudo id\nerror: COMMAND_DENIED: ");
    }
  }

  @Test
  void whereNobodyCanBeAskedNothingWasTyped() throws IOException {
    try (Stage stage =
        Stage.with().execution(ExecutionMode.INTERACTIVE, Approver.nobody()).open()) {
      assertThat(run(stage, "touch a.txt").message().orElseThrow())
          .contains("[Shell command failed]", "APPROVAL_UNAVAILABLE");
      assertThat(stage.workspace.exists("a.txt")).isFalse();
    }
  }

  @Test
  void declaredIntentsHoldForItToo() throws IOException {
    try (Stage stage = interactive()) {
      stage.workspace.write(
          ".orchestration/active_intents.yaml",
          """
          active_intents:
            - {id: INT-001, name: Work, status: active, owned_scope: ["src/**"]}
          """);

      assertThat(run(stage, "touch a.txt").message().orElseThrow()).contains("INTENT_REQUIRED");
      assertThat(stage.workspace.exists("a.txt")).isFalse();
    }
  }

  @Test
  void aLongOutputIsCutForTheConversation() throws IOException {
    try (Stage stage = interactive()) {
      stage.workspace.write("a.txt", "0123456789\n".repeat(5000));

      assertThat(run(stage, "cat a.txt").message().orElseThrow())
          .contains("characters cut here")
          .hasSizeLessThan(11_000);
    }
  }

  @Test
  void aSessionThatIsResumedCountsItAsATurn() throws IOException {
    try (Stage stage = interactive()) {
      run(stage, "true");
      run(stage, "true");
      assertThat(Stage.recorded(stage.log.lines()).state().turn()).isEqualTo(2);
    }
  }

  @Test
  void anAbortEndsItAndTellsNothing() throws Exception {
    try (Stage stage = interactive()) {
      CountDownLatch begun = new CountDownLatch(1);
      LiveOutput onlooker =
          new LiveOutput() {
            @Override
            public void stdout(String lines) {
              begun.countDown();
            }

            @Override
            public void stderr(String lines) {}
          };
      FutureTask<TypedCommand.TypedCommandOutcome> command =
          new FutureTask<>(() -> stage.session.run("echo on; tail -f /dev/null", ".", onlooker));
      Thread thread = Thread.ofPlatform().start(command);
      begun.await();
      stage.session.submit(new SessionCommand.Abort());
      thread.join();

      assertThat(command.get().message()).isEmpty();
      assertThat(stage.log.events("command_result").getFirst().isTrue("success")).isFalse();
      assertThat(run(stage, "echo again").message().orElseThrow()).contains("again");
    }
  }
}
