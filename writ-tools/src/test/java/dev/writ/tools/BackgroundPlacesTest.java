// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.records.verify.VerificationReport;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The directories in which a command in the background may write: it holds them wherever they are.
class BackgroundPlacesTest {
  @TempDir Path directory;

  private Door full(String sandbox) {
    return Door.in(
        directory,
        setup -> {
          setup.execution = ExecutionMode.FULL_AUTONOMOUS;
          setup.rules = Door.under(sandbox);
        });
  }

  private static void start(Door door, String script) throws Exception {
    Scripts.repository(door);
    door.file("hold.sh", script);
    door.call("run_background", "command", "sh hold.sh");
    assertThat(door.text("command_output", "id", "b1", "wait", 60)).contains("up\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void whatItMayWriteStaysWhereItIs(String sandbox) throws Exception {
    try (Door door = full(sandbox)) {
      door.file(".gitignore", "/far/out/\n");
      door.file("far/out/sub/a", "");
      door.file("near/a", "");
      assertThat(door.code("move_path", "from", "near", "to", "far/out/near")).isEqualTo("ok");
      start(door, "cd far/out; echo up; while [ ! -e go ]; do sleep 0.01; done\n");
      for (String place : List.of("far", "far/out", "far/out/sub", "far/out/sub/a")) {
        assertThat(door.text("move_path", "from", place, "to", "new"))
            .contains("PROTECTED_PATH", "b1 (sh hold.sh)", "stop_command");
      }
      for (String place : List.of("far", "far/out")) {
        assertThat(door.text("delete_path", "path", place, "recursive", true))
            .contains("PROTECTED_PATH", "b1");
      }
      assertThat(door.undo(false).toString()).contains("PROTECTED_PATH", "b1");
      assertThat(door.undo(true).toString()).contains("PROTECTED_PATH", "b1");
      assertThat(door.code("delete_path", "path", "far/out/sub", "recursive", true))
          .isEqualTo("ok");
      door.call("stop_command", "id", "b1");
      assertThat(door.code("move_path", "from", "far", "to", "new")).isEqualTo("ok");
    }
  }

  @Test
  void whatACommandMovesInPlaceHasNoOtherWriter() throws Exception {
    try (Door door = full("landlock")) {
      door.file(".gitignore", "/out/\n/more/\n");
      door.file("out/here", "");
      door.file("more/here", "");
      start(
          door,
          "exec >> out/open; cd more; echo up >&2; while :; do echo x; echo x > late; done\n");
      assertThat(door.text("run_command", "command", "mv out/open kept.txt"))
          .doesNotContain("b1 was ended");
      String kept = door.read("kept.txt");
      assertThat(door.governor.background()).isNotEmpty();
      assertThat(door.text("run_command", "command", "mv more new"))
          .contains("b1 was ended: the command moved or removed more");
      assertThat(door.text("command_output", "id", "b1")).contains("b1 has ended");
      assertThat(door.read("kept.txt")).isEqualTo(kept);
      assertThat(door.governor.ledger()).contains("new/late", "new/here");
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }
}
