// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.testkit.TemporaryWorkspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The output of `writ config show`, and the errors of sources.
class ConfigurationTest {
  private static void refused(Desk.Ran ran, String... words) {
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err()).startsWith("writ: ").contains(words).doesNotContain("\tat ");
    assertThat(ran.out()).isEmpty();
  }

  private static Desk project(String file, String text) {
    Desk desk = new Desk();
    desk.workspace.write(file, text);
    return desk;
  }

  @Test
  void unknownKeyIsNamedWithItsPlaceAndTheNearestKey() {
    try (Desk desk = project(".writ.json", "{\n  \"llm\": {\n    \"modle\": \"x\"\n  }\n}\n")) {
      refused(desk.writ("config", "show"), ".writ.json:3:", "'llm.modle'", "llm.model");
    }
    try (Desk desk = project(".writ/config.yaml", "llm:\n  model: x\nlmm:\n  model: y\n")) {
      refused(desk.writ("config", "show"), "config.yaml:", "'lmm'");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"llm\":{\"model\":7}}|llm.model",
        "{\"agent\":{\"max_iterations\":\"many\"}}|agent.max_iterations",
        "{\"agent\":{\"max_iterations\":-1}}|agent.max_iterations",
        "{\"agent\":{\"max_iterations\":1.5}}|agent.max_iterations",
        "{\"ui\":{\"color\":\"yes\"}}|ui.color",
        "{\"safety\":{\"blocked_commands\":\"rm\"}}|safety.blocked_commands",
        "{\"llm\":7}|llm",
        "{\"version\":\"2.0\"}|version",
        "{\"agent\":{\"max_iterations\":4294967297}}|from 1 to 1000000",
        "{\"agent\":{\"max_iterations\":99999999999999999999}}|from 1 to 1000000",
        "{\"llm\":{\"temperature\":1e400}}|from 0 to 2",
        "{\"governance\":{\"profile\":\"stirct\"}}|standard or strict",
        "{\"logging\":{\"log_level\":\"loud\"}}|none, debug, info, warn or error",
        "{\"agnet\":{\"max_iterations\":3}}|did you mean agent?",
        "{\"agent\":{\"terminl\":{}}}|did you mean agent.terminal?",
        "{\"saftey.sandbox\":\"auto\"}|did you mean safety.sandbox?"
      })
  void wrongTypeIsNamedWithItsPlace(String text, String key) {
    try (Desk desk = project(".writ.json", text)) {
      refused(desk.writ("config", "show"), ".writ.json:1:", key);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"llm\": {|1:",
        "{\"ui\":{}, \"ui\":{}}|1:",
        "[]|1:1",
        "{\"ui\": {}} x|1:",
        "not json|1:1"
      })
  void textThatIsNoJsonIsNamedWithItsPlace(String text, String place) {
    try (Desk desk = project(".writ.json", text)) {
      refused(desk.writ("config", "show"), ".writ.json:" + place);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "llm: [|config.yaml:",
        "ui: {color: true}\\nui: {color: false}|config.yaml:2:",
        "a: b: c|config.yaml:1:",
        "- x|config.yaml:1:1",
        "llm: {model: !!java.net.URL x}|config.yaml:1:",
        "llm:\\n\\tmodel: x|config.yaml:2:1: ",
        "llm:\\n  model: x\\n  model: y|config.yaml:3:3: ",
        "llm: {temperature: .nan}|config.yaml:1:20: ",
        "llm: {temperature: .inf}|config.yaml:1:20: ",
        "llm:\\n  modle: x|config.yaml:2:3: unknown key 'llm.modle' (did you mean llm.model?)"
      })
  void textThatIsNoYamlIsNamedWithItsPlace(String text, String place) {
    try (Desk desk = project(".writ/config.yaml", text.replace("\\n", "\n").replace("\\t", "\t"))) {
      refused(desk.writ("config", "show"), place);
    }
  }

  @Test
  void bothProjectFilesAreAnError() {
    try (Desk desk = project(".writ.json", "{}")) {
      desk.workspace.write(".writ/config.yaml", "ui: {color: true}\n");
      refused(desk.writ("config", "show"), ".writ.json", "config.yaml", "keep one");
    }
  }

  @Test
  void keyForAProviderIsRefusedInAProjectsFile() {
    try (Desk desk = project(".writ.json", "{\"llm\":{\"api_key\":\"sk-secret-secret\"}}")) {
      Desk.Ran ran = desk.writ("config", "show");
      refused(ran, ".writ.json:1:", "llm.api_key", "environment");
      assertThat(ran.err()).doesNotContain("sk-secret-secret");
    }
  }

  @Test
  void projectsFileMayTightenAndNotLoosen() {
    String text =
        """
        // comments are allowed
        {
          "llm": {"endpoint": "http://evil.example/v1", "model": "theirs"},
          "safety": {"sandbox": "none", "blocked_commands": ["rm"], "require_confirmation": ["read"]},
          "agent": {"terminal": {"default_mode": "full_autonomous"}},
          "governance": {"profile": "standard", "require_declared_intents": true},
          "session": {"storage_path": "/tmp/elsewhere"}
        }
        """;
    try (Desk desk = project(".writ.json", text)) {
      Desk.Ran ran = desk.writ("config", "show", "--origin");
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err())
          .contains("warning: ", ".writ.json:3:", "llm.endpoint is ignored")
          .contains("safety.sandbox is ignored", "default_mode is ignored", "storage_path");
      assertThat(ran.out())
          .contains("llm.endpoint = null  # default")
          .contains("llm.model = \"theirs\"  # " + desk.workspace.root() + "/.writ.json:3:")
          .contains("safety.blocked_commands = [\"rm\"]")
          .containsPattern("safety.require_confirmation = \\[.*\"write\".*\"read\"]")
          .contains("governance.require_declared_intents = true");
    }
  }

  @Test
  void projectsFileMayNotTakeAwayWhatAPersonListed() {
    try (Desk desk = project(".writ.json", "{\"safety\":{\"blocked_commands\":[]}}")) {
      desk.home.write(".writ.json", "{\"safety\":{\"blocked_commands\":[\"dd\"]}}");
      assertThat(desk.writ("config", "show").out()).contains("safety.blocked_commands = [\"dd\"]");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LD_PRELOAD",
        "BASH_ENV",
        "NODE_OPTIONS",
        "PATH",
        "GIT_SSH_COMMAND",
        "Ld_Library_Path"
      })
  void noConfigurationLetsCommandsSetWhatChangesWhatIsExecuted(String variable) {
    try (Desk desk = new Desk()) {
      desk.home.write(
          ".writ.json", "{\"safety\":{\"env_settable\":[\"CI\",\"" + variable + "\"]}}");
      refused(
          desk.writ("policy", "check", "--", "ls"), "safety.env_settable", "'" + variable + "'");
    }
  }

  @Test
  void higherSourcesWinKeyByKey() {
    try (Desk desk = project(".writ/config.yaml", "llm: {model: of-project}\n")) {
      desk.home.write(".config/writ/config.yaml", "llm: {model: a, temperature: 0.1}\n");
      desk.home.write(".writ.json", "{\"llm\":{\"model\":\"b\",\"max_tokens\":5}}");
      TemporaryWorkspace other = desk.home;
      String extra = other.write("extra.json", "{\"llm\":{\"max_tokens\":6}}").toString();
      desk.set("WRIT_LLM_TIMEOUT_SECONDS", "9");

      String out = desk.writ("config", "show", "--origin", "-c", extra, "-m", "line").out();

      assertThat(out)
          .contains("llm.model = \"line\"  # command line")
          .contains("llm.temperature = 0.1  # " + desk.home.root() + "/.config/writ/config.yaml:1:")
          .contains("llm.max_tokens = 6  # " + extra)
          .contains("llm.timeout_seconds = 9  # environment variable WRIT_LLM_TIMEOUT_SECONDS");
      assertThat(desk.writ("config", "show").out()).contains("llm.model = \"of-project\"");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "WRIT_AGENT_MAX_ITERATIONS, many",
    "WRIT_AGENT_MAX_ITERATIONS, -3",
    "WRIT_UI_COLOR, maybe",
    "WRIT_LLM_TEMPERATURE, warm"
  })
  void wrongValueOfAVariableNamesTheVariable(String name, String value) {
    try (Desk desk = new Desk().set(name, value)) {
      refused(desk.writ("config", "show"), "environment variable " + name);
    }
  }

  @Test
  void variableThatNamesNoKeyIsAWarning() {
    try (Desk desk = new Desk().set("WRIT_MODLE", "x").set("WRIT_SCREEN", "plain")) {
      Desk.Ran ran = desk.writ("config", "show");
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err()).contains("WRIT_MODLE").doesNotContain("WRIT_SCREEN");
    }
  }

  @Test
  void keyIsNeverShown() {
    try (Desk desk = new Desk()) {
      desk.home.write(".writ.json", "{\"llm\":{\"api_key\":\"sk-secret-secret\"}}");
      for (String format : new String[] {"--origin", "--json"}) {
        assertThat(desk.writ("config", "show", format).out())
            .contains("llm.api_key")
            .doesNotContain("sk-secret-secret");
      }
    }
  }

  @Test
  void fileThatIsMissingTooLargeOrNoTextIsAnError() {
    try (Desk desk = project(".writ.json", " ".repeat(1024 * 1024 + 1))) {
      refused(desk.writ("config", "show"), ".writ.json", "1 MiB");
    }
    try (Desk desk = new Desk()) {
      refused(desk.writ("config", "show", "--config", "nowhere.json"), "nowhere.json");
    }
    try (Desk desk = project(".writ.json", "{\"llm\":{\"model\":\"\u0000\"}}")) {
      refused(desk.writ("config", "show"), ".writ.json:1:");
    }
  }
}
