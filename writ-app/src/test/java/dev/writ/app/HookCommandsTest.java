// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Hooks as a person meets them: in a configuration, in a repository, at the command line.
class HookCommandsTest {
  private static final String REFUSING =
      """
      {"hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [
        {"type": "command", "command": "sh $CLAUDE_PROJECT_DIR/.claude/hooks/no.sh"}]}]}}
      """;

  private static Desk.Ran write(Desk desk) {
    return desk.writ(
        "tools", "call", "write_file", "--args", "{\"path\":\"a.txt\",\"content\":\"x\"}");
  }

  @Test
  void hooksOfTheConfigurationAreAsked() {
    try (Desk desk = new Desk()) {
      desk.home.write(
          ".writ.json",
          """
          {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo",
            "args": ["{\\"decision\\": \\"block\\", \\"reason\\": \\"not on a Sunday\\"}"]}]}]}}
          """);
      Desk.Ran ran = write(desk);
      assertThat(ran.exit()).isNotEqualTo(ExitCode.DONE);
      assertThat(ran.out() + ran.err()).contains("HOOK_DENIED").contains("not on a Sunday");
    }
  }

  @Test
  void whatCantBeMeantIsAUsageErrorWithItsPlace() {
    try (Desk desk = new Desk()) {
      desk.home.write(".writ.json", "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"(?=a)\"}]}}");
      Desk.Ran ran = write(desk);
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("hooks.PreToolUse[0].matcher: ");
      desk.home.write(".writ.json", "{\"quality\": {\"after_write\": {\"**\": \"a $(b)\"}}}");
      assertThat(write(desk).err()).contains("quality.after_write.\"**\": ");
    }
  }

  /// A guard that never runs is said where it begins to count, and where it is looked at.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "Wirte; 'Wirte' matches no tool (did you mean Write?), so the hook never runs",
        "write; 'write' matches no tool (did you mean Write?)",
        "Bash|WRITE; 'WRITE' matches no tool (did you mean Write?)",
        "Bash(git push*); 'Bash(git push*)' matches no tool (did you mean Bash?)",
        "run_comand; 'run_comand' matches no tool (did you mean run_command?)",
        "Shell; 'Shell' matches no tool, so",
      })
  void aMatcherThatMatchesNoToolIsAWarning(String matcher, String warning) {
    try (Desk desk = new Desk()) {
      desk.home.write(".writ.json", matching("PreToolUse", matcher));
      String words = "writ: warning: hooks.PreToolUse[0].matcher: " + warning;
      assertThat(write(desk).err()).contains(words);
      assertThat(desk.writ("doctor").err()).contains(words);
      assertThat(desk.writ("config", "show").err()).contains(words);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PreToolUse, Write|Edit|MultiEdit|NotebookEdit",
    "PreToolUse, run_command",
    "PreToolUse, ^Write$",
    "PreToolUse, mcp__files__write",
    "PreToolUse, mcp__.*",
    "PostToolUse, *",
    "SessionStart, startup|resume",
    "PreCompact, auto",
    "Stop, x",
  })
  void aMatcherThatCanMatchIsNoWarning(String event, String matcher) {
    try (Desk desk = new Desk()) {
      desk.home.write(".writ.json", matching(event, matcher));
      assertThat(desk.writ("config", "show").err()).isEmpty();
    }
  }

  @Test
  void aMatcherOfAnotherEventIsHeldAgainstItsReasons() {
    try (Desk desk = new Desk()) {
      desk.home.write(".writ.json", matching("SessionStart", "start"));
      assertThat(desk.writ("config", "show").err())
          .contains("hooks.SessionStart[0].matcher: 'start' matches no source or reason");
      desk.workspace.write(".claude/settings.json", matching("PreToolUse", "Wirte"));
      assertThat(desk.writ("trust", "hooks", "--yes").out())
          .contains("note: .claude/settings.json.PreToolUse[0].matcher: 'Wirte' matches no tool");
    }
  }

  private static String matching(String event, String matcher) {
    return """
        {"hooks": {"%s": [{"matcher": "%s",
          "hooks": [{"type": "command", "command": "true"}]}]}}
        """
        .formatted(event, matcher);
  }

  @Test
  void inv13AProjectsOwnConfigurationAddsNoHooks() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(".writ.json", REFUSING);
      Desk.Ran ran = write(desk);
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err()).contains("hooks is ignored");
    }
  }

  @Test
  void aPersonSeesAndConfirmsTheHooksOfARepository() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("trust", "hooks").out()).contains("No hooks");
      desk.workspace.write(".claude/settings.json", REFUSING);
      desk.workspace.write(".claude/hooks/no.sh", "echo never >&2\nexit 2\n");
      assertThat(write(desk).exit()).isEqualTo(ExitCode.DONE);
      Desk.Ran shown = desk.writ("trust", "hooks", "--yes");
      assertThat(shown.exit()).isEqualTo(ExitCode.DONE);
      assertThat(shown.out())
          .contains(".claude/settings.json (not confirmed)", "PreToolUse: sh ", "echo never");
      desk.workspace.write(".claude/x", "");
      Desk.Ran denied =
          desk.writ(
              "tools", "call", "write_file", "--args", "{\"path\":\"b.txt\",\"content\":\"\"}");
      assertThat(denied.out() + denied.err()).contains("HOOK_DENIED", "never");
      assertThat(desk.writ("trust", "hooks", "--status").out()).contains("(confirmed)");
      assertThat(desk.writ("trust", "hooks", "--withdraw").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("trust", "hooks", "--status").out()).contains("(not confirmed)");
    }
  }

  @Test
  void inv6NoChildOfWritConfirmsHooks() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(".claude/settings.json", REFUSING);
      desk.workspace.write(".claude/hooks/no.sh", "exit 0\n");
      desk.set("WRIT_GOVERNED", "1");
      assertThat(desk.writ("trust", "hooks", "--yes").exit()).isEqualTo(ExitCode.USAGE);
      assertThat(desk.writ("trust", "hooks", "--withdraw").exit()).isEqualTo(ExitCode.USAGE);
    }
  }
}
