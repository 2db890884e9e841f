// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.intent.IntentScope;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands write where the mode of work lets tools write, and nowhere else.
class CommandModeTest {
  private static final WorkMode READER =
      new WorkMode(
          "ro", Set.of(EffectClass.READ, EffectClass.EXECUTE), IntentScope.of(List.of("**")));

  @TempDir Path directory;

  private Door door(String sandbox, WorkMode mode) throws Exception {
    Door door = Scripts.door(directory, sandbox);
    door.file("a.txt", "one\n");
    door.file("tests/a.txt", "one\n");
    door.file(".gitignore", "out/\n");
    door.file(Scripts.SCRIPT, "");
    Scripts.repository(door);
    Scripts.git(door, "config", "user.name", "T");
    Scripts.git(door, "config", "user.email", "t@example.org");
    door.state.mode(mode);
    return door;
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void whatTheModeMayNotWriteIsNotChanged(String sandbox) throws Exception {
    try (Door door = door(sandbox, Door.mode("debug"))) {
      CallAnswer answer =
          Scripts.sh(
              door,
              "echo x >> a.txt; echo x > new.txt; echo x >> tests/a.txt; mkdir out; echo x > out/o");

      assertThat(Door.code(answer)).isEqualTo("SCOPE_VIOLATION");
      assertThat(answer.result().content())
          .contains("a.txt (", "new.txt (", ": the mode 'debug' may not write it)")
          .contains("[modified tests/a.txt]");
      assertThat(door.read("a.txt")).isEqualTo("one\n");
      assertThat(door.root.resolve("new.txt")).doesNotExist();
      assertThat(door.read("tests/a.txt")).isEqualTo("one\nx\n");
      assertThat(door.read("out/o")).isEqualTo("x\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aModeWithoutWritesLeavesOnlyOutputs(String sandbox) throws Exception {
    try (Door door = door(sandbox, READER)) {
      CallAnswer answer = Scripts.sh(door, "rm a.txt; mkdir out new; echo x > out/o");

      assertThat(answer.result().content()).contains("the mode 'ro' may not write it");
      assertThat(door.read("a.txt")).isEqualTo("one\n");
      assertThat(door.root.resolve("new")).doesNotExist();
      assertThat(door.read("out/o")).isEqualTo("x\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void gitMovesNoRefs(String sandbox) throws Exception {
    try (Door door = door(sandbox, Door.mode("debug"))) {
      String before = Scripts.git(door, "for-each-ref");
      door.file("a.txt", "two\n");

      CallAnswer commit = door.call("run_command", "command", "git commit -qam x");
      CallAnswer made = Scripts.sh(door, "git init -q sub");

      assertThat(commit.result().content()).contains("the mode 'debug' may not write it");
      assertThat(made.result().content()).contains(": the mode 'debug' may not write it)");
      assertThat(Scripts.git(door, "for-each-ref")).isEqualTo(before);
      assertThat(Scripts.git(door, "log", "--oneline").lines()).hasSize(1);
      assertThat(door.root.resolve("sub/.git")).doesNotExist();
      door.state.mode(Door.mode("code"));
      assertThat(door.code("run_command", "command", "git commit -qam x")).isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm a.txt",
        "cp .gitignore b.txt",
        "echo x > a.txt",
        "mv tests/a.txt b",
        "mkdir d"
      })
  void aCommandThatNamesSuchAPlaceDoesNotRun(String line) throws Exception {
    try (Door door = door("landlock", Door.mode("debug"))) {
      assertThat(door.code("run_command", "command", line)).isEqualTo("TOOL_NOT_ALLOWED_IN_MODE");
      assertThat(door.text("run_command", "command", line)).contains("'debug' may not write ");
      assertThat(door.code("run_command", "command", "cp a.txt tests/b.txt")).isEqualTo("ok");
      assertThat(Files.isRegularFile(door.root.resolve("tests/a.txt"))).isTrue();
    }
  }

  @Test
  void theModeIsThatOfTheBeginning() throws Exception {
    Door.needsViews();
    Door[] opened = new Door[1];
    Approver switching =
        question -> {
          if (question.act().lines().getFirst().startsWith("keep what")) {
            opened[0].state.mode(Door.mode("code"));
          }
          return new Approver.Answer.Yes(question.digest());
        };
    try (Door door = Door.in(directory, setup -> setup.approver = switching)) {
      opened[0] = door;
      String shown = "authority:\n  level: observe\n  contained: show\n";
      door.file(".writ/project.yaml", shown);
      door.governor.authority().confirm(shown, "me");
      door.file("a.txt", "one\n");
      door.file(Scripts.SCRIPT, "");
      Files.createDirectory(door.root.resolve("tests"));
      door.state.mode(Door.mode("debug"));

      Scripts.sh(door, "echo x > tests/new.txt; echo x > a.txt");

      assertThat(door.state.mode().name()).isEqualTo("code");
      assertThat(door.read("tests/new.txt")).isEqualTo("x\n");
      assertThat(door.read("a.txt")).isEqualTo("one\n");
    }
  }
}
