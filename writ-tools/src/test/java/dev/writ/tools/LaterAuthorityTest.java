// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.SessionRecollection;
import dev.writ.kernel.session.SessionState;
import dev.writ.tools.builtin.Door;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A person may agree to a project's file while a session runs, in another terminal.
class LaterAuthorityTest {
  private static final String WIDE = "authority:\n  level: observe\n  contained: allow\n";

  private static final String NARROW = "authority:\n  level: observe\n";

  @TempDir Path directory;

  private static String verdict(Door door) {
    return Door.code(door.call("run_command", "command", "sh make.sh"));
  }

  @Test
  void whatAPersonAgreesToMeanwhileCounts() throws Exception {
    try (Door door = Door.in(directory, _ -> {})) {
      door.file("make.sh", "echo made\n");
      String before = verdict(door);
      assertThat(before).isNotEqualTo("ok");

      door.file(AuthorityFile.PATH, WIDE);
      assertThat(verdict(door)).as("nobody has agreed to it").isNotEqualTo("ok");

      door.file(AuthorityFile.PATH, "authority: {");
      assertThat(verdict(door)).as("nobody can read it").isNotEqualTo("ok");

      door.file(AuthorityFile.PATH, WIDE);
      try (Door other = Door.in(directory, setup -> setup.session = "S-2")) {
        other.governor.authority().confirm(WIDE, "me");
      }
      assertThat(verdict(door)).isEqualTo("ok");

      door.file(AuthorityFile.PATH, NARROW);
      assertThat(verdict(door)).as("the first agreement holds for the session").isEqualTo("ok");
    }
  }

  /// The default of a chat depends on it.
  @Test
  void whatHappensUnaskedIsAskedForAgainInEachTurn() {
    Deque<ExecutionMode> usual =
        new ArrayDeque<>(List.of(ExecutionMode.INTERACTIVE, ExecutionMode.RESTRICTED_AUTONOMOUS));
    SessionState state =
        new SessionState(
            "S-1", WorkMode.SHIPPED.getFirst(), usual::removeFirst, new SessionRecollection());
    Intent request = Intent.ofSession("INT-S-1", "test");
    state.beginTurn(request);
    assertThat(state.execution()).isEqualTo(ExecutionMode.INTERACTIVE);
    assertThat(state.execution()).isEqualTo(ExecutionMode.INTERACTIVE);
    state.beginTurn(request);
    assertThat(state.execution()).isEqualTo(ExecutionMode.RESTRICTED_AUTONOMOUS);
  }
}
