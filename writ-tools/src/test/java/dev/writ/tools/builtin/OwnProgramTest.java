// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A grant to run a program of the workspace is for the program as it is.
class OwnProgramTest {
  @TempDir Path directory;

  private static void script(Door door, String text) {
    assertThat(door.file("tool", "#!/bin/sh\n" + text + "\n").toFile().setExecutable(true))
        .isTrue();
  }

  @Test
  void aChangedProgramIsAskedAboutAgain() {
    List<String> reasons = new ArrayList<>();
    Approver approver =
        question -> {
          reasons.addAll(question.reasons());
          return new Approver.Answer.Yes(question.digest());
        };
    try (Door door = Door.in(directory, setup -> setup.approver = approver)) {
      script(door, "echo one");
      assertThat(door.text("run_command", "command", "./tool")).isEqualTo("one\n");
      assertThat(door.text("run_command", "command", "./tool")).isEqualTo("one\n");
      assertThat(reasons).noneMatch(reason -> reason.contains("last run"));
      assertThat(door.audit()).contains("\"./tool\":\"sha256:");

      script(door, "echo two");
      reasons.clear();
      assertThat(door.text("run_command", "command", "env ./tool")).isEqualTo("two\n");
      assertThat(reasons).contains("tool changed since it was last run");

      reasons.clear();
      assertThat(door.text("run_command", "command", "./tool")).isEqualTo("two\n");
      assertThat(reasons).noneMatch(reason -> reason.contains("last run"));
    }
  }

  @Test
  void whatWasRefusedIsAskedAboutAgain() {
    boolean[] yes = {true};
    List<String> reasons = new ArrayList<>();
    Approver approver =
        question -> {
          reasons.addAll(question.reasons());
          return yes[0]
              ? new Approver.Answer.Yes(question.digest())
              : new Approver.Answer.No("not this one");
        };
    try (Door door = Door.in(directory, setup -> setup.approver = approver)) {
      script(door, "echo one");
      assertThat(door.code("run_command", "command", "./tool")).isEqualTo("ok");
      script(door, "echo two");
      yes[0] = false;
      assertThat(door.code("run_command", "command", "./tool")).isEqualTo("APPROVAL_REJECTED");
      reasons.clear();
      assertThat(door.code("run_command", "command", "./tool")).isEqualTo("APPROVAL_REJECTED");
      assertThat(reasons).contains("tool changed since it was last run");
    }
  }
}
