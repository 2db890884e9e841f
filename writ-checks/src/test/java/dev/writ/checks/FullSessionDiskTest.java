// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.testkit.Captured;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The disk of the sessions is full in the middle of a turn: what was said stays, the person is
/// told, and the session is resumed as soon as there is room.
class FullSessionDiskTest {
  private static final int ROUNDS = 6;

  private static ScriptTurn[] script() {
    List<ScriptTurn> turns = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String arguments =
          Json.object().put("path", "f" + round).put("content", "text\n").build().write();
      turns.add(
          new PlainAnswer(
              ("A sentence of round " + round + ". ").repeat(120),
              new ScriptedCall("write_file", arguments)));
    }
    turns.add(new PlainAnswer("All done."));
    return turns.toArray(ScriptTurn[]::new);
  }

  /// With so many bytes left: within the answer of each round, and within the lines between them.
  @ParameterizedTest
  @ValueSource(ints = {4096, 8192, 12_288, 16_384, 20_480})
  void whatWasSaidStaysAndTheSessionGoesOn(int left) throws Exception {
    try (Program program = new Program();
        TinyDisk disk = TinyDisk.at(program.home.path(".config"), 256)) {
      List<Captured> before;
      try (ScriptedModelServer server = ScriptedModelServer.start(script())) {
        disk.fillBut(left);
        Program.Ran ran = program.ask(server).run("run", "Write the files");
        assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
        assertThat(ran.err())
            .contains("the session file ", "No space left on device", "--continue")
            .doesNotContain("\tat ");
        before = server.chats();
      }
      assertThat(before).isNotEmpty();
      disk.empty();
      try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Resumed."))) {
        Program.Ran ran = program.ask(server).run("run", "--continue", "Go on");

        assertThat(ran.exit()).as(ran.toString()).isZero();
        List<Json> sent = before.getLast().json().items("messages");
        List<Json> messages = server.chats().getFirst().json().items("messages");
        assertThat(messages).startsWith(sent.toArray(Json[]::new));
        for (int round = 0; round < ROUNDS; round++) {
          if (program.workspace.exists("f" + round)) {
            assertThat(messages.toString()).contains("f" + round);
          }
        }
      }
      Program.Ran verified = program.run("trace", "verify");
      assertThat(verified.exit()).as(verified.toString()).isZero();
    }
  }
}
