// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Extent;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.tools.builtin.Door;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// "Everything in this task that can be undone": what that answer to a first question is worth.
class TaskAnswerTest {
  @TempDir Path directory;

  private final List<Question> questions = new ArrayList<>();

  /// The first question is answered for the whole task, all others with no.
  private Door door(ExecutionMode execution) {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.rules = Door.under("namespaces");
              setup.execution = execution;
              setup.approver = this::answer;
            });
    door.intents();
    return door;
  }

  private Answer answer(Question question) {
    questions.add(question);
    return questions.size() == 1
        ? new Answer.Yes(question.digest(), Extent.INTENT)
        : new Answer.No("not expected");
  }

  private static void begin(Door door, String intent) {
    door.call("select_active_intent", "intent", "CODE", "intent_id", intent);
  }

  /// The meaning of `contained: allow` in a file equals that in a project without one: also for the
  /// session's own network, and background commands.
  @ParameterizedTest
  @EnumSource(names = {"INTERACTIVE", "RESTRICTED_AUTONOMOUS"})
  void isAnAuthorityWhereThereIsNone(ExecutionMode execution) throws Exception {
    try (Door door = door(execution)) {
      begin(door, "INT-001");
      door.file("src/wait.py", "import time; open('src/made', 'w'); time.sleep(600)\n");
      assertThat(door.text("run_background", "command", "python3 src/wait.py"))
          .startsWith("b1 started.");
      assertThat(door.text("run_command", "command", "python3 -c 'print(7)'")).isEqualTo("7\n");
      assertThat(door.text("run_command", "command", "curl -s http://localhost:1/"))
          .contains("exit code 7");
      assertThat(door.code("stop_command", "id", "b1")).isEqualTo("ok");
      assertThat(directory.resolve("src/made")).doesNotExist();
      assertThat(questions).hasSize(1);
      assertThat(door.audit()).contains("a person's answer for this task");
      assertThat(door.audit().lines().filter(line -> line.contains("\"approver\"")))
          .first(STRING)
          .doesNotContain("a person's answer for this task");

      door.call("run_command", "command", "curl -s http://example.invalid/");
      assertThat(questions).hasSize(2);
      begin(door, "INT-002");
      door.call("run_command", "command", "python3 -c 'print(8)'");
      assertThat(questions).hasSize(3);
    }
  }

  /// If the answer comes in the middle of a line, parts that ran do not run again.
  @ParameterizedTest
  @EnumSource(names = {"INTERACTIVE", "RESTRICTED_AUTONOMOUS"})
  void runsNothingTwice(ExecutionMode execution) throws Exception {
    try (Door door = door(execution)) {
      begin(door, "INT-001");
      door.file("src/log", "zero\n");
      String line =
          "echo one >> src/log; python3 -c 'import sys; print(sys.argv[1:])' $(cat src/log);"
              + " echo two >> src/log";
      assertThat(door.text("run_command", "command", line)).contains("['zero', 'one']");
      assertThat(door.root.resolve("src/log")).hasContent("zero\none\ntwo\n");
      assertThat(questions).hasSize(1);
    }
  }

  @Test
  void isNoneWhereTheProjectSaysSomething() throws Exception {
    try (Door door = door(ExecutionMode.RESTRICTED_AUTONOMOUS)) {
      String authority = "authority:\n  level: observe\n";
      door.file(AuthorityFile.PATH, authority);
      door.governor.authority().confirm(authority, "me");
      begin(door, "INT-001");
      assertThat(door.text("run_command", "command", "python3 -c 'print(7)'")).isEqualTo("7\n");
      assertThat(questions).hasSize(1);
      door.call("run_background", "command", "python3 -c 'print(8)'");
      assertThat(questions).hasSize(2);
      assertThat(questions.getLast().choices().intent()).isEmpty();
    }
  }
}
