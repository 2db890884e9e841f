// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.GateJudgement;
import dev.writ.tools.builtin.Door;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The answer of each level of authority in each execution mode: `allow`, `ask`, or the code.
class AuthorityTest {
  @TempDir Path directory;

  private static final String CASES =
      """
      # without a file
      -      | restricted | ls                    | allow
      -      | restricted | git status            | allow
      -      | full       | git status            | allow
      -      | full       | no-such-program x     | allow
      -      | full       | git push              | AUTHORITY_DENIED
      -      | full       | ssh host ls           | AUTHORITY_DENIED
      -      | restricted | FOO=1 ls              | ask
      -      | restricted | CI=1 ls               | allow
      -      | restricted | LD_PRELOAD=x ls       | COMMAND_UNSUPPORTED
      # levels
      observe               | restricted | ls                    | allow
      observe               | restricted | git status            | allow
      observe               | full       | git status            | allow
      tools_only            | restricted | git status            | allow
      tools_only            | restricted | git status --short    | ask
      tools_only            | restricted | git log               | ask
      parameterized_tools   | restricted | git status --short    | allow
      parameterized_tools   | restricted | git status --no-such  | ask
      parameterized_tools   | restricted | git log               | ask
      parameterized_tools   | restricted | git -c alias.x=!sh status | ask
      parameterized_tools   | restricted | ssh host ls           | ask
      parameterized_tools   | restricted | timeout 5 git status  | allow
      scoped_commands       | restricted | git log               | allow
      scoped_commands       | restricted | git reset --hard      | ask
      scoped_commands       | full       | git reset --hard      | allow
      scoped_commands       | restricted | git no-such-command   | ask
      scoped_commands       | restricted | make                  | ask
      scoped_commands       | full       | make                  | AUTHORITY_DENIED
      scoped_commands       | restricted | git push              | ask
      scoped_commands       | full       | git push              | AUTHORITY_DENIED
      scoped_commands       | restricted | git add ../x          | PATH_OUTSIDE_WORKSPACE
      scoped_commands       | restricted | sudo git log          | COMMAND_DENIED
      fs_root               | restricted | git add sub/a         | AUTHORITY_DENIED
      fs_root               | restricted | cat sub/a             | allow
      expired               | restricted | git log               | AUTHORITY_DENIED
      expired               | full       | git log               | AUTHORITY_DENIED
      expired               | full       | ls                    | allow
      malformed             | restricted | git log               | allow
      malformed             | full       | git log               | allow
      untrusted             | restricted | git log               | allow
      untrusted             | full       | git log               | allow
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = CASES)
  void aCommandIsAnsweredAsItsAuthoritySays(
      String authority, String mode, String command, String answer) throws Exception {
    try (Door door = Door.in(directory)) {
      if (!authority.equals("-")) {
        String text = file(authority);
        door.file(AuthorityFile.PATH, text);
        if (!authority.equals("untrusted") && !authority.equals("malformed")) {
          door.governor.authority().confirm(text, "me");
        }
      }
      SessionState state =
          new SessionState(
              "s",
              door.state.mode(),
              mode.equals("full")
                  ? ExecutionMode.FULL_AUTONOMOUS
                  : ExecutionMode.RESTRICTED_AUTONOMOUS);
      state.beginTurn(Intent.ofSession("INT-S-1", "test"));
      ToolCall call =
          new ToolCall("c", "run_command", Json.object().put("command", command).build().write());

      GateJudgement judgement = door.governor.gate().judge(call, state);

      assertThat(
              judgement
                  .refused()
                  .map(error -> error.code().name())
                  .orElse(judgement.asks().isEmpty() ? "allow" : "ask"))
          .as(judgement.toString())
          .isEqualTo(answer);
    }
  }

  private static String file(String authority) {
    return switch (authority) {
      case "fs_root" ->
          "authority: {level: scoped_commands, allowed_bins: [git], fs_root: other}\n";
      case "expired" -> "authority: {level: scoped_commands, allowed_bins: [git], expiration: 1}\n";
      case "malformed" -> "authority: {level: everything}\n";
      case "untrusted" -> "authority: {level: scoped_commands, allowed_bins: [git]}\n";
      default ->
          "authority: {level: %s, allowed_tools: [git.status], allowed_bins: [git]}\n"
              .formatted(authority);
    };
  }
}
