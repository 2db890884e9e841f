// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The configurations of the agents that the specification was made from are read as they are: the
/// same keys at the same places, under the names that they have there.
class SourceExamplesTest {
  private static Desk person(String example) {
    try (InputStream in =
        Objects.requireNonNull(
            SourceExamplesTest.class.getResourceAsStream("/dev/writ/app/examples/" + example))) {
      Desk desk = new Desk();
      String name = example.endsWith(".json") ? "config.json" : "config.yaml";
      desk.home.write(
          ".config/writ/" + name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return desk;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Json value(Desk desk, String key) {
    Desk.Ran ran = desk.writ("config", "show", "--json");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    return ran.json().object(key).get("value").orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"local-first.json", "terminal-agent.yaml", "terminal-agent-short.yaml"})
  void anExampleIsEnoughToWorkWith(String example) {
    try (Desk desk = person(example)) {
      desk.workspace.write("a.txt", "hello\n");
      Desk.Ran ran =
          desk.writ("tools", "call", "read_file", "--args", "{\"path\":\"a.txt\"}", "--json");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out()).contains("hello");
      assertThat(ran.err()).doesNotContain("unknown", "ignored");
    }
  }

  @Test
  void theLocalFirstAgentsKeysAreOurs() {
    try (Desk desk = person("local-first.json")) {
      assertThat(value(desk, "llm.model")).isEqualTo(Json.of("qwen3:8b"));
      assertThat(value(desk, "llm.api_key")).isEqualTo(new Json.Null());
      assertThat(value(desk, "safety.sandbox")).isEqualTo(Json.of("auto"));
      assertThat(value(desk, "agent.command_timeout_seconds")).isEqualTo(Json.of(45));
      assertThat(value(desk, "agent.max_iterations")).isEqualTo(Json.of(12));
      assertThat(value(desk, "logging.max_files")).isEqualTo(Json.of(3));
      assertThat(desk.writ("tools", "list").out())
          .contains("run_command")
          .doesNotContain("search_files");
    }
  }

  @Test
  void theTerminalAgentsKeysAreOurs() {
    try (Desk desk = person("terminal-agent.yaml")) {
      assertThat(value(desk, "llm.provider")).isEqualTo(Json.of("ollama"));
      assertThat(value(desk, "agent.command_timeout_seconds")).isEqualTo(Json.of(20));
      assertThat(value(desk, "agent.terminal.allowlist").write()).contains("wc");
      assertThat(value(desk, "safety.blocked_commands").write()).contains("rm -rf");
      assertThat(value(desk, "context.max_tokens")).isEqualTo(Json.of(90_000));
      assertThat(value(desk, "tools.max_output_size")).isEqualTo(Json.of(524_288));
      assertThat(value(desk, "tools.max_file_read_size")).isEqualTo(Json.of(2_097_152));
    }
    try (Desk desk = person("terminal-agent-short.yaml")) {
      assertThat(value(desk, "llm.provider")).isEqualTo(Json.of("ollama"));
      assertThat(value(desk, "agent.max_iterations")).isEqualTo(Json.of(30));
      assertThat(value(desk, "agent.command_timeout_seconds")).isEqualTo(Json.of(25));
    }
  }
}
