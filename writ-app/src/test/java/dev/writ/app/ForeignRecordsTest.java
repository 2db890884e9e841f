// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// What the audit log does not know is told as somebody else's.
class ForeignRecordsTest {
  private static final String[] WRITE = {
    "tools", "call", "write_file", "--args", "{\"path\":\"a.txt\",\"content\":\"one line here\\n\"}"
  };

  @Test
  void blameAndWhyTellWhoseARecordIs() throws IOException {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ(WRITE).exit()).isEqualTo(ExitCode.DONE);
      Desk.Ran own = desk.writ("blame", "a.txt");
      assertThat(own.out()).doesNotContain("*");
      assertThat(own.err()).isEmpty();
      assertThat(desk.writ("blame", "a.txt", "--json").out()).contains("\"recorded_by\":\"you\"");
      assertThat(desk.writ("why", "a.txt:1").out()).doesNotContain("recorded by");

      Files.delete(desk.home.path(".writ/audit.jsonl"));

      Desk.Ran other = desk.writ("blame", "a.txt");
      assertThat(other.out()).contains(" *");
      assertThat(other.err()).contains("recorded by another person or on another machine");
      assertThat(desk.writ("blame", "a.txt", "--json").out()).contains("\"somebody else\"");
      assertThat(desk.writ("why", "a.txt:1").out()).contains("recorded by  another person");
    }
  }
}
