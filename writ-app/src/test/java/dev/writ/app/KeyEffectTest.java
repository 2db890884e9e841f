// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every key that a source sets has its documented effect, or the person is notified that it has
/// none.
class KeyEffectTest {
  private static Desk person(String json) {
    Desk desk = new Desk();
    desk.home.write(".writ.json", json.replace('`', '"'));
    return desk;
  }

  private static Desk.Ran runs(Desk desk, String command) {
    return desk.writ(
        "tools",
        "call",
        "run_command",
        "--args",
        "{\"command\":\"" + command + "\"}",
        "--execution",
        "full_autonomous",
        "--allow-dangerous",
        "--no-sandbox",
        "--json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{`agent`:{`command_timeout_seconds`:1}}",
        "{`agent`:{`terminal`:{`timeout_seconds`:1}}}",
        "{`tools.builtin.run_shell.timeout_seconds`:1}",
        "{`tools`:{`builtin`:{`run_shell`:{`timeout_seconds`:1}}}}"
      })
  void aCommandEndsAfterTheConfiguredTime(String json) {
    try (Desk desk = person(json)) {
      Desk.Ran ran = runs(desk, "sleep 30");
      assertThat(ran.out()).contains("COMMAND_TIMEOUT", "after 1 s");
    }
  }

  @Test
  void aCommandsOutputIsCutAtTheConfiguredSizes() {
    try (Desk desk =
        person(
            "{`agent`:{`terminal`:{`max_stdout_bytes`:1000,`max_stderr_bytes`:500}},"
                + "`context`:{`max_tool_output_chars`:100000}}")) {
      desk.workspace.write("long.txt", "line of text\n".repeat(1000));
      assertThat(runs(desk, "cat long.txt").out().length()).isLessThan(2500);
      assertThat(runs(desk, "cat long.txt | tee /dev/stderr").out().length()).isLessThan(3500);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "agent.command_timeout_seconds|0|from 1 to 600",
        "agent.command_timeout_seconds|601|from 1 to 600",
        "agent.terminal.max_stdout_bytes|0|from 1 to 67108864",
        "agent.terminal.max_stderr_bytes|67108865|from 1 to 67108864",
        "agent.terminal.allowlist|[`a $(b)`]|'a $(b)'",
        "agent.terminal.allowlist|[`git status && ls`]|one command",
        "agent.terminal.allowlist|[`*`]|one command",
        "tools.builtin|{`read_flie`:{`enabled`:false}}|no tool read_flie",
        "tools.builtin|{`read_file`:{`enabld`:false}}|read_file.enabld",
        "tools.builtin|{`read_file`:{`enabled`:1}}|true or false",
        "tools.builtin|{`read_file`:{`timeout_seconds`:1}}|agent.command_timeout_seconds",
        "safety.sandbox_allowed_paths|[`../elsewhere`]|outside the workspace",
        "safety.sandbox_allowed_paths|[`/usr`]|--cwd",
        "safety.sandbox_allowed_paths|[`src`,`docs`]|one directory",
        "safety.sandbox_allowed_paths|[]|one directory"
      })
  void aValueThatCannotBeMeantIsRefusedAtTheStart(String key, String value, String words) {
    try (Desk desk = person("{`" + key + "`:" + value + "}")) {
      Desk.Ran ran = runs(desk, "true");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).startsWith("writ: ").contains(key, words);
    }
  }

  @Test
  void theAllowlistGrantsCommandsInRestrictedRuns() {
    try (Desk desk = person("{`agent.terminal.allowlist`:[`git add a`]}")) {
      assertThat(verdict(desk, "git add a")).isEqualTo("allow");
      assertThat(verdict(desk, "git add b")).isEqualTo("confirm");
      assertThat(verdict(desk, "git add a | sh")).isEqualTo("confirm");
      assertThat(verdict(desk, "ls")).isEqualTo("allow");
    }
    try (Desk desk = new Desk()) {
      desk.workspace.write(".writ.json", "{\"agent.terminal.allowlist\":[\"git add a\"]}");
      assertThat(verdict(desk, "git add a")).isEqualTo("confirm");
    }
  }

  private static String verdict(Desk desk, String command) {
    return desk.writ("policy", "check", "--json", "--execution", "restricted_autonomous", command)
        .json()
        .text("verdict")
        .orElse("");
  }

  @ParameterizedTest
  @CsvSource({"src, true", "./src/, true", "./, false", "., false"})
  void anAllowedPathNarrowsTheWorkspace(String allowed, boolean narrows) {
    try (Desk desk = person("{`safety.sandbox_allowed_paths`:[`" + allowed + "`]}")) {
      desk.workspace.write("src/a.txt", "a\n");
      desk.workspace.write("b.txt", "b\n");
      assertThat(reads(desk, "src/a.txt")).contains("\"success\":true");
      assertThat(reads(desk, "b.txt").contains("PATH_OUTSIDE_WORKSPACE")).isEqualTo(narrows);
    }
  }

  private static String reads(Desk desk, String path) {
    String arguments = "{\"path\":\"" + path + "\"}";
    return desk.writ("tools", "call", "read_file", "--args", arguments, "--json").out();
  }

  @Test
  void aToolThatIsSwitchedOffIsUnknown() {
    try (Desk desk = person("{`tools`:{`builtin`:{`run_shell`:{`enabled`:false}}}}")) {
      assertThat(runs(desk, "true").out()).contains("UNKNOWN_TOOL");
    }
    try (Desk desk = person("{`tools.builtin.list_files.enabled`:false}")) {
      Desk.Ran ran = desk.writ("tools", "call", "list_files", "--args", "{}", "--json");
      assertThat(ran.out()).contains("UNKNOWN_TOOL");
    }
  }

  @Test
  void aKeyThatNothingReadsIsAWarningWhereItIsSet() {
    try (Desk desk = person("{`agent`:{`max_worker_depth`:2},`ui`:{`show_tool_calls`:false}}")) {
      assertThat(desk.writ("config", "show").err())
          .contains("warning: ", ".writ.json:1:", "agent.max_worker_depth has no effect")
          .doesNotContain("show_tool_calls");
    }
    try (Desk desk = person("{`agent`:{`max_worker_depth`:1}}")) {
      assertThat(desk.writ("config", "show").err()).isEmpty();
    }
  }

  @Test
  void theOlderFlagForTheSandboxIsRead() {
    try (Desk desk = person("{`safety`:{`sandbox_enabled`:true}}")) {
      assertThat(desk.writ("config", "show").out()).contains("safety.sandbox = \"auto\"");
    }
    try (Desk desk = person("{`safety`:{`sandbox_enabled`:false}}")) {
      desk.workspace.write("a.txt", "a\n");
      Desk.Ran ran =
          desk.writ(
              "tools", "call", "run_command", "--args", "{\"command\":\"cat a.txt\"}", "--json");
      assertThat(ran.out()).contains("SANDBOX_UNAVAILABLE", "--no-sandbox");
    }
  }

  @ParameterizedTest
  @CsvSource({"bubblewrap", "off"})
  void anUnknownWordForTheSandboxIsRefusedAtTheStart(String word) {
    try (Desk desk = person("{`safety`:{`sandbox`:`" + word + "`}}")) {
      Desk.Ran ran = desk.writ("tools", "call", "list_files", "--args", "{}");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err())
          .contains("safety.sandbox", "'" + word + "'")
          .contains("auto, namespaces, landlock, seatbelt");
    }
  }
}
