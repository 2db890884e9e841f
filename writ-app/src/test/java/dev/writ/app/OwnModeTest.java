// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Modes of work that the configuration adds.
class OwnModeTest {
  private static final String MODES =
      "{\"agent\":{\"modes\":{\"docs\":{\"effects\":[\"read\",\"write\"],"
          + "\"writable\":[\"docs/**\"]},\"looking\":{\"effects\":[\"read\"]}}}}";

  private final Desk desk = new Desk();

  @AfterEach
  void end() {
    desk.close();
  }

  private Desk.Ran run(String... line) {
    desk.home.write(
        "s.json",
        """
        {"turns":[{"calls":[
          {"tool":"write_file","arguments":{"path":"docs/a.txt","content":"a"}},
          {"tool":"write_file","arguments":{"path":"src.txt","content":"b"}},
          {"tool":"run_command","arguments":{"command":"ls"}}]},
         {"text":"Done."}]}
        """);
    String[] whole = new String[line.length + 4];
    whole[0] = "run";
    whole[1] = "--script";
    whole[2] = "" + desk.home.path("s.json");
    System.arraycopy(line, 0, whole, 3, line.length);
    whole[whole.length - 1] = "go";
    return desk.writ(whole);
  }

  @Test
  void aModeAllowsItsEffectsInItsPlacesOnly() {
    desk.home.write(".writ.json", MODES);
    Desk.Ran ran = run("--mode", "docs");
    assertThat(ran.err())
        .contains("✓ Write docs/a.txt", "may not write src.txt [TOOL_NOT_ALLOWED_IN_MODE]");
    assertThat(desk.workspace.exists("docs/a.txt")).isTrue();
    assertThat(desk.workspace.exists("src.txt")).isFalse();
    assertThat(
            desk.session().stream()
                .filter(e -> e.text("type").orElse("").equals("tool_result"))
                .map(e -> e.isTrue("success")))
        .containsExactly(true, false, false);
  }

  @Test
  void aModeThatOnlyReadsWritesNowhere() {
    desk.home.write(".writ.json", MODES);
    Desk.Ran ran = run("--mode", "looking");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DENIED);
    assertThat(desk.workspace.exists("docs/a.txt")).isFalse();
  }

  @Test
  void aChatSwitchesToItAndAResumedSessionKeepsItWhileItIsThere() {
    desk.home.write(".writ.json", MODES);
    desk.home.write("t.json", "{\"turns\":[{\"text\":\"Yes.\"},{\"text\":\"Yes.\"}]}");
    String script = "" + desk.home.path("t.json");
    desk.input("/mode docs\none\n/mode\n/quit\n");
    assertThat(desk.writ("chat", "--script", script).out())
        .contains("mode: docs (others: code, ask, architect, debug, looking)");
    desk.input("/mode\n/quit\n");
    assertThat(desk.writ("chat", "--continue", "--script", script).out()).contains("mode: docs");
    desk.home.write(".writ.json", "{}");
    assertThat(desk.writ("chat", "--continue", "--script", script).out()).contains("mode: code");
  }

  @Test
  void aProjectsFileAddsNoneUntilAPersonConfirmsIt() {
    desk.workspace.write(".writ.json", MODES);
    Desk.Ran refused = desk.writ("policy", "check", "--mode", "docs", "--", "ls");
    assertThat(refused.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err())
        .contains(
            "agent.modes is ignored", "no mode 'docs'; there are code, ask, architect, debug");
    desk.writ("trust", "config", "--yes");
    assertThat(desk.writ("policy", "check", "--mode", "docs", "--", "ls").err())
        .doesNotContain("no mode");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"ask\":{}}|agent.modes.ask: this mode is built in",
        "{\"My mode\":{}}|a name of small letters",
        "{\"docs\":[]}|only effects and writable",
        "{\"docs\":{\"effect\":[]}}|only effects and writable",
        "{\"docs\":{\"effects\":[\"fly\"]}}|there is no effect 'fly'; there are read, write",
        "{\"docs\":{\"effects\":[1]}}|effects is a list of texts",
        "{\"docs\":{\"writable\":[\"../x\"]}}|climbs with",
        "[]|a mapping was expected"
      })
  void whatCannotBeMeantIsNamedWithItsPlace(String modes, String message) {
    desk.home.write(".writ.json", "{\"agent\":{\"modes\":" + modes + "}}");
    Desk.Ran ran = desk.writ("config", "show");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err()).contains(".writ.json:1:", message).doesNotContain("\tat ");
  }

  @Test
  void aModeWithoutPlacesWritesEverywhere() {
    desk.home.write(
        ".writ.json", "{\"agent\":{\"modes\":{\"editing\":{\"effects\":[\"read\",\"write\"]}}}}");
    Desk.Ran _ = run("--mode", "editing");
    assertThat(desk.workspace.exists("docs/a.txt")).isTrue();
    assertThat(desk.workspace.exists("src.txt")).isTrue();
  }
}
