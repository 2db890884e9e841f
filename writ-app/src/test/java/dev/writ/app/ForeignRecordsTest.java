// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Records that the person's audit log does not have are marked wherever they are told.
class ForeignRecordsTest {
  private static void write(Desk desk, String name) {
    Desk.Ran ran =
        desk.writ(
            "tools",
            "call",
            "write_file",
            "--args",
            "{\"path\":\"" + name + "\",\"content\":\"one\\ntwo\\n\"}");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
  }

  private static String line(String text, String part) {
    return text.lines().filter(line -> line.contains(part)).findFirst().orElseThrow();
  }

  @Test
  void eachListAndExportTellsThemFromOnesOwn() throws Exception {
    try (Desk desk = new Desk()) {
      write(desk, "theirs.txt");
      Files.delete(desk.home.path(".writ/audit.jsonl"));
      write(desk, "mine.txt");

      Desk.Ran log = desk.writ("trace", "log");
      assertThat(line(log.out(), "theirs.txt")).endsWith(" *");
      assertThat(line(log.out(), "mine.txt")).doesNotContain("*");
      assertThat(log.err()).contains("your audit log does not have it");
      String json = desk.writ("trace", "log", "--json").out();
      assertThat(line(json, "theirs.txt")).contains("\"recorded_by\":\"somebody else\"");
      assertThat(line(json, "mine.txt")).contains("\"recorded_by\":\"you\"");
      String id = Desk.json(line(json, "theirs.txt")).text("id").orElseThrow();
      assertThat(desk.writ("trace", "show", id).out()).contains("by somebody else");

      Desk.Ran stats = desk.writ("trace", "stats");
      assertThat(stats.out()).contains("human  ", "human *");
      assertThat(stats.err()).contains("your audit log does not have it");
      assertThat(desk.writ("trace", "stats", "--json").out())
          .contains("{\"name\":\"human\",\"recorded_by\":\"somebody else\"")
          .contains("{\"name\":\"human\",\"written\":2");

      for (String form : new String[] {"agent-trace", "csv", "otel"}) {
        String all = desk.writ("trace", "export", "--format", form).out();
        assertThat(line(all, "theirs.txt")).as(form).contains("somebody else");
        assertThat(line(all, "mine.txt")).as(form).doesNotContain("somebody else");
      }
      String now = desk.writ("trace", "export", "--now").out();
      assertThat(line(now, "theirs.txt")).contains("somebody else");
    }
  }
}
