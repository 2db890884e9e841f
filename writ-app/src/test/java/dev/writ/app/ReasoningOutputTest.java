// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.StatedUsage;
import dev.writ.testkit.ScriptedModelServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Where a model's reasoning is shown.
class ReasoningOutputTest {
  private static ScriptedModelServer server() {
    return ScriptedModelServer.start(
        new PlainAnswer("An answer.", "a thought", List.of(), "", StatedUsage.DEFAULT));
  }

  @Test
  void theStreamHasItAsItArrivesAndBeforeTheAnswer() {
    try (ScriptedModelServer server = server();
        Desk desk = Desk.of(server)) {
      String out = desk.writ("run", "--output", "stream-json", "Think.").out();

      assertThat(out).contains("{\"type\":\"delta\",\"reasoning\":\"");
      assertThat(out.indexOf("\"reasoning\":\"")).isLessThan(out.indexOf("\"text\":\""));
    }
  }

  @Test
  void aPersonGetsTheAnswerOnly() {
    try (ScriptedModelServer server = server();
        Desk desk = Desk.of(server)) {
      Desk.Ran ran = desk.writ("run", "Think.");

      assertThat(ran.out()).contains("An answer.").doesNotContain("thought");
      assertThat(ran.err()).doesNotContain("thought");
    }
  }
}
