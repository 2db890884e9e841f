// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An invalid value is reported with its place, by the command that shows the configuration and by
/// the session that would use it.
class ConfigurationCheckTest {
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("config", "show"),
          List.of("config", "get", "llm.model"),
          List.of("run", "--script", "s.json", "x"),
          List.of("policy", "check", "ls"),
          List.of("doctor"));

  private static Desk desk(String yaml) {
    Desk desk = new Desk();
    desk.home.write(".config/writ/config.yaml", yaml.replace(';', '\n') + "\n");
    desk.workspace.write("s.json", "{\"turns\":[{\"text\":\"Done.\"}]}");
    return desk;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "agent:;  terminal:;    default_mode: auto|3:19: agent.terminal.default_mode: ",
        "governance:;  profile: stirct|2:12: governance.profile: standard or strict, not 'stirct'",
        "hooks:;  Stop: [];  PreToolUze: []|3:15: hooks.PreToolUze: unknown event",
        "hooks:;  Stop:;  - hooks:;    - type: webbook|4:13: hooks.Stop[0].hooks[0].type: must be",
        "safety:;  require_confirmation: [wirte]|2:25: safety.require_confirmation: there is no"
            + " effect or tool 'wirte' (did you mean write?)",
        "safety:;  unattended_answers: {confirmation: yes}|2:23: safety.unattended_answers: ",
        "safety:;  blocked_commands: ['$(']|2:21: safety.blocked_commands: ",
        "llm:;  temperature: 9|2:16: llm.temperature: 9 is not from 0 to 2",
        "tools:;  builtin:;    read_fiel: {enabled: false}|3:26: tools.builtin",
        "llm: [1]|1:6: llm: a mapping of keys was expected, not [1]",
        "llm:;  model: a;llm.model: b|3:1: the key 'llm.model' occurs twice in this file",
        "telemetry:;  otlp_endpoint: here|2:18: telemetry.otlp_endpoint: an address such as",
        "version: 2|1:10: version: this Writ reads version 1 configurations, not 2",
        "governance:;  risk_rules: [1]|2:15: governance.risk_rules: a rule must be a mapping",
        "quality:;  after_write: {'[': x}|2:16: quality.after_write",
      })
  void everyCommandSaysWhereAValueThatCannotBeMeantStands(String yaml, String message) {
    try (Desk desk = desk(yaml)) {
      for (List<String> command : COMMANDS) {
        Desk.Ran ran = desk.writ(command.toArray(String[]::new));
        assertThat(ran.exit()).as("" + command + ran).isIn(ExitCode.USAGE, ExitCode.FAILED);
        assertThat(ran.err() + ran.out()).as("" + command).contains("config.yaml:" + message);
      }
    }
  }

  @Test
  void anUnknownProviderIsAnErrorWhereItStands() {
    try (Desk desk = desk("llm:;  provider: openia")) {
      for (List<String> command : List.of(List.of("config", "show"), List.of("run", "x"))) {
        assertThat(desk.writ(command.toArray(String[]::new)).err())
            .contains(
                "config.yaml:2:13: llm.provider: there is no provider 'openia' (did you mean"
                    + " openai?)");
      }
      desk.set("WRIT_PROVIDER", "opnai");
      assertThat(desk.writ("config", "show").err())
          .contains("environment variable WRIT_PROVIDER: llm.provider: there is no provider");
    }
  }

  @Test
  void aSubstituteIsWrittenWithItsProvider() {
    try (Desk desk = desk("llm:;  fallback: [openai]")) {
      for (List<String> command : COMMANDS.subList(0, 3)) {
        assertThat(desk.writ(command.toArray(String[]::new)).err())
            .contains("config.yaml:2:13: llm.fallback: 'openai' is not PROVIDER/MODEL");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "llm.provider|openia|config set: llm.provider: there is no provider 'openia'",
        "safety.require_confirmation|wirte|config set: safety.require_confirmation: there is no",
        "hooks|{\"PreToolUze\": []}|config set: hooks.PreToolUze: unknown event",
        "version|2|version: this Writ reads version 1 configurations, not 2",
      })
  void whatCannotBeMeantIsNotWritten(String key, String value, String message) {
    try (Desk desk = desk("governance:;  risk_rules: [1]")) {
      Desk.Ran ran = desk.writ("config", "set", key, value);
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains(message);
      assertThat(desk.home.path(".config/writ/config.yaml"))
          .content()
          .doesNotContain(key.substring(key.indexOf('.') + 1));
    }
  }

  @Test
  void aKeyCanBeSetWhileAnotherCannotBeMeant() {
    try (Desk desk = desk("governance:;  risk_rules: [1]")) {
      assertThat(desk.writ("config", "set", "llm.provider", "openai").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("config", "set", "governance.risk_rules", "[]").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("config", "show").exit()).isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void anEditedFileThatCannotBeMeantIsSaid() {
    try (Desk desk = desk("llm:;  model: m")) {
      desk.set("EDITOR", "sed -i s/model/provider/");
      Desk.Ran ran = desk.writ("config", "edit");
      assertThat(ran.out()).contains("Changed: ");
      assertThat(ran.err()).contains("config.yaml:2:13: llm.provider: there is no provider 'm'");
    }
  }

  @Test
  void aPartOfAValueOfAnotherSourceHasNoPlaceInAFile() {
    try (Desk desk = desk("hooks:;  PreToolUze: []")) {
      desk.set("WRIT_HOOKS", "{\"PreToolUze\": []}");
      assertThat(desk.writ("config", "show").err())
          .contains("environment variable WRIT_HOOKS: hooks.PreToolUze");
    }
  }

  @ParameterizedTest
  @CsvSource({"write", "delete", "run_shell", "delete_file", "edit_file", "read"})
  void effectsAndToolsCanAsk(String word) {
    try (Desk desk = desk("safety:;  require_confirmation: [" + word + "]")) {
      assertThat(desk.writ("config", "show").exit()).isEqualTo(ExitCode.DONE);
    }
  }

  @ParameterizedTest
  @CsvSource({"llm:", "version: 1.0", "version: 1", "version: '1.0'"})
  void whatSaysNothingNewIsNoError(String yaml) {
    try (Desk desk = desk(yaml)) {
      assertThat(desk.writ("config", "show").err()).isEmpty();
      desk.workspace.write(".writ.json", "{\"llm\": null}");
      assertThat(desk.writ("config", "show").exit()).isEqualTo(ExitCode.DONE);
    }
  }
}
