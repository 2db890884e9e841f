// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import org.junit.jupiter.api.Test;

/// `/undo` in a chat takes back what its own session did.
class ChatUndoTest {
  private static String script(Desk desk, String name, String... files) {
    StringBuilder turns = new StringBuilder();
    for (String file : files) {
      turns.append(
          """
          {"calls":[{"tool":"write_file","arguments":{"path":"%s","content":"x\\n"}}]},
          {"text":"Done."},
          """
              .formatted(file));
    }
    return desk.home.write(name, "{\"turns\":[" + turns + "{\"text\":\"Nothing.\"}]}").toString();
  }

  private static Desk.Ran chat(Desk desk, String script, String lines) {
    desk.input(lines);
    return desk.writ("chat", "--execution", "restricted_autonomous", "--script", script);
  }

  @Test
  void whatAnEarlierSessionDidStays() {
    try (Desk desk = new Desk()) {
      String earlier = script(desk, "earlier.json", "a.txt");
      assertThat(desk.writ("run", "--script", earlier, "x").exit()).isEqualTo(ExitCode.DONE);

      Desk.Ran ran = chat(desk, script(desk, "now.json"), "Look\n/undo\n/quit\n");

      assertThat(ran.out())
          .contains("Nothing to undo in this session.", "of an earlier one: writ undo --turn");
      assertThat(desk.workspace.path("a.txt")).exists();
      assertThat(desk.writ("undo", "--turn").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.path("a.txt")).doesNotExist();
    }
  }

  @Test
  void eachTakesBackTheLastTurnThatStandsWhateverTurnsDidNothing() {
    try (Desk desk = new Desk()) {
      String script = script(desk, "now.json", "a.txt", "b.txt");

      Desk.Ran ran = chat(desk, script, "One\nTwo\nLook\n/undo\n/quit\n");

      assertThat(desk.workspace.path("b.txt")).as(ran.toString()).doesNotExist();
      assertThat(desk.workspace.path("a.txt")).exists();

      String others = script(desk, "then.json", "c.txt", "d.txt");
      ran = chat(desk, others, "One\nTwo\n/undo\n/undo\n/undo\n/quit\n");
      assertThat(ran.out()).contains("removed d.txt", "removed c.txt", "Nothing to undo in this");
      assertThat(desk.workspace.path("a.txt")).exists();
    }
  }
}
