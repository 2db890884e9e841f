// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.cli.UsageException;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A key is set in a text, and all the rest of the text stays.
class ConfigurationTextTest {
  private static String set(String text, boolean json, String name, String value)
      throws JsonException, UsageException {
    Json read = JsonReader.read(value.replace('`', '"'));
    return ConfigurationText.of(text, json).with(name, read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "llm.model|`b`|llm:\\n  model: a # mine|llm:\\n  model: `b` # mine",
        "llm.model|`b`|llm.model: a\\n|llm.model: `b`\\n",
        "llm.model|`b`|llm:\\n  model:\\n|llm:\\n  model: `b`\\n",
        "llm.model|`b`|llm: {model: a, max_tokens: 3}|llm: {model: `b`, max_tokens: 3}",
        "llm.model|`b`|llm: {max_tokens: 3}|llm: {max_tokens: 3, model: `b`}",
        "llm.model|`b`|# only a comment\\n|# only a comment\\nllm:\\n  model: `b`\\n",
        "llm.model|`b`|''|llm:\\n  model: `b`\\n",
        "llm.max_tokens|5|llm:\\n  model: a # m\\n# next\\nui: {color: true}|"
            + "llm:\\n  model: a # m\\n  max_tokens: 5\\n# next\\nui: {color: true}",
        "agent.max_iterations|9|max_turns: 3|max_turns: 9",
        "safety.blocked_commands|[]|safety:\\n  blocked_commands:\\n    - dd\\n  # c\\n|"
            + "safety:\\n  blocked_commands:\\n    []\\n  # c\\n",
        "agent.terminal.max_stdout_bytes|7|agent:\\n  max_iterations: 3\\n|"
            + "agent:\\n  max_iterations: 3\\n  terminal:\\n    max_stdout_bytes: 7\\n",
        "llm.model|`b`|ui:\\n  color: true|ui:\\n  color: true\\nllm:\\n  model: `b`"
      })
  void yamlKeepsItsComments(String name, String value, String text, String expected)
      throws Exception {
    String before = text.replace("\\n", "\n").replace('`', '"');
    String after = expected.replace("\\n", "\n").replace('`', '"');
    assertThat(set(before, false, name, value)).isEqualTo(after);
  }

  @Test
  void aBlockListGrowsAtItsEnd() throws Exception {
    String text = "agent:\n  terminal:\n    allowlist:\n      - ls # look\n      - cat\n# end\n";
    assertThat(set(text, false, "agent.terminal.allowlist", "[`ls`,`cat`,`wc`]"))
        .isEqualTo(text.replace("- cat\n", "- cat\n      - \"wc\"\n"));
    assertThat(set(text, false, "agent.terminal.allowlist", "[`wc`]"))
        .isEqualTo("agent:\n  terminal:\n    allowlist:\n      - \"wc\"\n# end\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "llm.model|`b`|{`llm`: {`model`: `a` /* m */}} // end|{`llm`: {`model`: `b` /* m */}} // end",
        "llm.max_tokens|5|{`llm`: {`model`: `a`}}|{`llm`: {`model`: `a`, `max_tokens`: 5}}",
        "llm.max_tokens|5|{}|{`llm.max_tokens`: 5}",
        "llm.max_tokens|5|{`llm`: {}}|{`llm`: {`max_tokens`: 5}}",
        "llm.max_tokens|5|{\\n  `llm`: {\\n    `model`: `a` // m\\n  }\\n}|"
            + "{\\n  `llm`: {\\n    `model`: `a`, // m\\n    `max_tokens`: 5\\n  }\\n}",
        "ui.color|false|{\\n  // why\\n  `ui.color`: true\\n}|{\\n  // why\\n  `ui.color`: false\\n}",
        "safety.blocked_commands|[`x`]|{`safety`: {`blocked_commands`: [`a`, /* ] */ `}`]}}|"
            + "{`safety`: {`blocked_commands`: [`x`]}}",
        "llm.model|`b`|{`llm`: {`model`: `a\\\\`c`}}|{`llm`: {`model`: `b`}}"
      })
  void jsonKeepsItsComments(String name, String value, String text, String expected)
      throws Exception {
    String before = text.replace("\\\\`", "\\\"").replace("\\n", "\n").replace('`', '"');
    String after = expected.replace("\\n", "\n").replace('`', '"');
    assertThat(set(before, true, name, value)).isEqualTo(after);
  }

  @Test
  void aKeyGoesBeforeTheEndOfTheDocument() throws Exception {
    assertThat(set("llm: {model: a}\n...\n", false, "ui.color", "false"))
        .isEqualTo("llm: {model: a}\nui:\n  color: false\n...\n");
  }

  /// Whatever the order, every key ends up with its value, and the comment stays.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void allKeysCanBeSetOneAfterTheOther(boolean json) throws Exception {
    String text = json ? "// keep\n{\n}\n" : "# keep\n";
    for (int round = 0; round < 2; round++) {
      for (ConfigKey key : ConfigKeyTable.all()) {
        text = ConfigurationText.of(text, json).with(key.name(), key.fallback());
        assertThat(ConfigurationText.of(text, json).has(key.name())).isTrue();
      }
    }
    assertThat(text).contains("keep");
  }
}
