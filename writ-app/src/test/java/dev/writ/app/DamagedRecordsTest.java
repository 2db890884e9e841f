// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A ledger or an audit log that is garbage is not passed over in silence.
class DamagedRecordsTest {
  private static final String[] WRITE = {
    "tools", "call", "write_file", "--args", "{\"path\":\"a.txt\",\"content\":\"one line here\\n\"}"
  };

  private static byte[] damaged(String how, byte[] was) {
    byte[] zeros = new byte[was.length];
    return switch (how) {
      case "empty" -> new byte[0];
      case "zeros" -> zeros;
      case "binary" -> new byte[] {1, 2, (byte) 0xFF, '\n', 7};
      case "text" -> "<html>404</html>\n".getBytes(StandardCharsets.UTF_8);
      default ->
          (new String(was, StandardCharsets.UTF_8) + "garbage\n").getBytes(StandardCharsets.UTF_8);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty", "zeros", "binary", "text", "behind"})
  void everydayCommandsSaySo(String how) throws Exception {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ(WRITE).exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("blame", "a.txt").err()).isEmpty();
      Path ledger = desk.workspace.path(".orchestration/agent_trace.jsonl");
      Path audit = desk.home.path(".writ/audit.jsonl");
      byte[] records = Files.readAllBytes(ledger);

      Files.write(ledger, damaged(how, records));
      for (List<String> line :
          List.of(List.of("blame", "a.txt"), List.of("tools", "call", "list_files"))) {
        String said = desk.writ(line.toArray(String[]::new)).err();
        assertThat(said)
            .containsOnlyOnce("writ: .orchestration/agent_trace.jsonl ")
            .contains("writ trace verify")
            .doesNotContain("audit.jsonl");
      }

      Files.write(ledger, records);
      Files.write(audit, damaged(how, Files.readAllBytes(audit)));
      assertThat(desk.writ("blame", "a.txt").err())
          .containsOnlyOnce(audit + " ")
          .contains("writ audit verify");
    }
  }
}
