// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `/rewind N files`: all files of the turns or none, and a word about those that stay.
class SessionRewindTest {
  private static void turn(Desk desk, String file, String... options) {
    String script =
        desk.home
            .write(
                "script.json",
                """
                {"turns":[{"calls":[{"tool":"write_file",
                "arguments":{"path":"%s","content":"x\\n"}}]},{"text":"Done."}]}
                """
                    .formatted(file))
            .toString();
    Desk.Ran ran = writ(desk, script, List.of(options), "run", "x");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
  }

  private static Desk.Ran chat(Desk desk, String words, String... options) {
    desk.input(words + "\n/quit\n");
    String script = desk.home.write("none.json", "{\"turns\":[{\"text\":\"x\"}]}").toString();
    return writ(desk, script, List.of(options), "chat");
  }

  private static Desk.Ran writ(Desk desk, String script, List<String> options, String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(1, List.of("--execution", "restricted_autonomous", "--script", script));
    line.addAll(1, options);
    return desk.writ(line.toArray(String[]::new));
  }

  @Test
  void whereOneFileChangedSinceNoneIsRestored() {
    try (Desk desk = new Desk()) {
      turn(desk, "a.txt");
      turn(desk, "b.txt", "--continue");
      desk.workspace.write("a.txt", "the person's\n");

      Desk.Ran ran = chat(desk, "/rewind 2 files", "--continue");

      assertThat(ran.out() + ran.err()).contains("a.txt changed since", "nothing was rewound");
      assertThat(desk.workspace.exists("b.txt")).isTrue();

      ran = chat(desk, "/rewind 1 files", "--continue");
      assertThat(ran.out()).as(ran.toString()).contains("removed b.txt", "rewound to before");
      assertThat(desk.workspace.read("a.txt")).isEqualTo("the person's\n");
    }
  }

  @Test
  void aCopySaysThatFilesOfTheTurnsBeforeItStay() {
    try (Desk desk = new Desk()) {
      turn(desk, "a.txt");
      turn(desk, "b.txt", "--continue", "--fork");

      Desk.Ran ran = chat(desk, "/rewind 1 only files\n/rewind 2 files", "--continue");

      assertThat(ran.out()).as(ran.toString()).contains("removed b.txt");
      assertThat(ran.out().split("changed before this session was copied stays", -1)).hasSize(2);
      assertThat(ran.out()).doesNotContain("no file was changed");
      assertThat(desk.workspace.exists("a.txt")).isTrue();
    }
  }
}
