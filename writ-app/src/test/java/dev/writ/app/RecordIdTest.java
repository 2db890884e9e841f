// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// An id names one record: a later line of another writer that has it passes for nothing.
class RecordIdTest {
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";

  /// A ledger in which another writer claims the first record, right in itself.
  private static String forged(Desk desk) {
    Desk.Ran ran =
        desk.writ(
            "tools", "call", "write_file", "--args", "{\"path\":\"a.txt\",\"content\":\"a\\n\"}");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    String own = desk.workspace.read(LEDGER);
    String line = own.lines().findFirst().orElseThrow();
    String begin =
        line.substring(0, line.lastIndexOf(",\"hash\":"))
            .replace("\"writer\":\"", "\"writer\":\"20990101-000000-")
            .replaceAll(
                "\"contributor\":\\{[^}]*\\}",
                "\"contributor\":{\"entity_type\":\"mixed\","
                    + "\"model_identifier\":\"x/forged\"}");
    String other = begin + ",\"hash\":\"" + ContentHash.of(begin) + "\"}}\n";
    desk.workspace.write(LEDGER, own + other);
    return Desk.json(line).text("id").orElseThrow();
  }

  /// Another writer's id is what is shown of ours.
  @Test
  void noIdIsTheEndOfAnother() {
    try (Desk desk = new Desk()) {
      String id = forged(desk);
      String ending = id.substring(28);
      desk.workspace.write(
          LEDGER,
          desk.workspace
              .read(LEDGER)
              .lines()
              .map(line -> line.contains("x/forged") ? line.replace(id, ending) : line)
              .collect(Collectors.joining("\n", "", "\n")));

      Desk.Ran undo = desk.writ("undo", ending);

      assertThat(undo.exit()).as(undo.toString()).isNotEqualTo(ExitCode.DONE);
      assertThat(undo.err()).contains("2 records end in");
      assertThat(desk.workspace.exists("a.txt")).isTrue();
      assertThat(desk.writ("undo", id).exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.exists("a.txt")).isFalse();
    }
  }

  @Test
  void verifyNamesBothOfThem() {
    try (Desk desk = new Desk()) {
      String id = forged(desk);

      Desk.Ran ran = desk.writ("trace", "verify");

      assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err())
          .contains(LEDGER + ":2: record " + id, "has the id of another record, on line 1");
      assertThat(desk.writ("trace", "checkpoint").exit()).isEqualTo(ExitCode.FAILED);
    }
  }

  @Test
  void blameAndWhyKeepTheFirst() {
    try (Desk desk = new Desk()) {
      String id = forged(desk);

      Json.Obj blame = desk.writ("blame", "a.txt", "--json").json();
      Desk.Ran why = desk.writ("why", "a.txt:1");

      assertThat(blame.write()).contains(id).doesNotContain("x/forged");
      assertThat(blame.items("doubts").toString()).contains("the id of the record on line 1");
      assertThat(why.out()).contains(id).doesNotContain("x/forged");
    }
  }

  @Test
  void theWholeIdNamesTheFirstForShowAndUndo() {
    try (Desk desk = new Desk()) {
      String id = forged(desk);

      Desk.Ran show = desk.writ("trace", "show", id);
      assertThat(show.exit()).as(show.toString()).isEqualTo(ExitCode.DONE);
      assertThat(show.out()).doesNotContain("x/forged");
      assertThat(desk.writ("trace", "show", id.substring(26)).exit()).isEqualTo(ExitCode.DONE);

      Desk.Ran undo = desk.writ("undo", id);
      assertThat(undo.exit()).as(undo.toString()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.exists("a.txt")).isFalse();
    }
  }
}
