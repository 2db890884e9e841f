// Implements: docs/spec/04-conversation.md §4.3 (Repository map)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// The packaged program makes the repository map beside the conversation, unless
/// `context.repo_map_tokens` is 0.
class RepositoryMapProgramTest {
  /// More than are needed on a busy machine.
  private static final int MOST_MESSAGES = 300;

  private static final long PAUSE_NANOS = 100_000_000;

  @Test
  void theMapReachesTheModelAndNoFirstRequestWaitsForIt() throws Exception {
    assertThat(requestWithMap("1024", MOST_MESSAGES)).isBetween(2, MOST_MESSAGES);
  }

  @Test
  void thereIsNoneWhereItsSizeIsZero() throws Exception {
    assertThat(requestWithMap("0", 20)).isEqualTo(-1);
  }

  /// The number of the first request that says what the workspace declares; -1 where none does.
  private static int requestWithMap(String tokens, int most) throws Exception {
    ScriptTurn[] turns = new ScriptTurn[most];
    Arrays.fill(turns, new PlainAnswer("Yes."));
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(turns)) {
      program.workspace.write("src/Alpha.java", "class Alpha { void onlyHere() {} }\n");
      program.workspace.write("src/Beta.java", "class Beta { Alpha alpha; }\n");
      program.set("WRIT_CONTEXT_REPO_MAP_TOKENS", tokens);
      Process process = program.ask(server).start("chat");
      int found = -1;
      try (OutputStream input = process.getOutputStream()) {
        for (int i = 1; i <= most && found < 0; i++) {
          type(input, "message " + i + "\n");
          server.awaitRequests(i);
          found = server.chats().getLast().body().contains("onlyHere") ? i : -1;
          LockSupport.parkNanos(PAUSE_NANOS);
        }
        type(input, "/quit\n");
      }
      assertThat(program.ran(process).exit()).isZero();
      return found;
    }
  }

  private static void type(OutputStream input, String text) throws IOException {
    input.write(text.getBytes(StandardCharsets.UTF_8));
    input.flush();
  }
}
