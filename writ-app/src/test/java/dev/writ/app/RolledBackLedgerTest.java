// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An older ledger shows, wherever the workspace stands by now.
class RolledBackLedgerTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anOlderLedgerShowsAlsoInARenamedWorkspace(boolean renamed) throws Exception {
    try (Desk desk = new Desk()) {
      Path root = Files.createDirectory(desk.workspace.path("ws"));
      Path ledger = root.resolve(".orchestration/agent_trace.jsonl");
      write(desk, root, "a.txt");
      write(desk, root, "b.txt");
      String older = Files.readString(ledger).lines().findFirst().orElseThrow() + "\n";
      assertThat(desk.writIn(root, "trace", "verify").exit()).isEqualTo(ExitCode.DONE);
      if (renamed) {
        root = Files.move(root, desk.workspace.path("ws2"));
        ledger = root.resolve(".orchestration/agent_trace.jsonl");
        assertThat(desk.writIn(root, "trace", "verify").exit()).isEqualTo(ExitCode.DONE);
      }
      Files.writeString(ledger, older);

      Desk.Ran ran = desk.writIn(root, "trace", "verify");

      assertThat(ran.exit()).as(ran.toString()).isNotEqualTo(ExitCode.DONE);
    }
  }

  private static void write(Desk desk, Path root, String file) {
    String arguments = "{\"path\":\"" + file + "\",\"content\":\"x\\n\"}";
    assertThat(desk.writIn(root, "tools", "call", "write_file", "--args", arguments).exit())
        .isEqualTo(ExitCode.DONE);
  }
}
