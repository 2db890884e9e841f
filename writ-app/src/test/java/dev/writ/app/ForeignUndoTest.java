// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A person is told of records that others appended in the name of their own session.
class ForeignUndoTest {
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";

  /// A record of the session's, and one of another file that continues its chain.
  private static Json.Obj forged(Desk desk) {
    Desk.Ran ran =
        desk.writ(
            "tools", "call", "write_file", "--args", "{\"path\":\"a.txt\",\"content\":\"a\\n\"}");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    desk.workspace.write("b.txt", "a\n");
    String own = desk.workspace.read(LEDGER).strip();
    String begin =
        own.substring(0, own.lastIndexOf(",\"hash\":"))
            .replace("\"a.txt\"", "\"b.txt\"")
            .replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"01900000-0000-7000-8000-000000000001\"")
            .replaceFirst(
                "\"seq\":1,\"prev\":null", "\"seq\":2,\"prev\":\"" + ContentHash.of(own) + '"');
    String other = begin + ",\"hash\":\"" + ContentHash.of(begin) + "\"}}";
    desk.workspace.write(LEDGER, own + "\n" + other + "\n");
    return Desk.json(other);
  }

  @Test
  void verifySaysWhatTheAuditLogLacks() {
    try (Desk desk = new Desk()) {
      Json.Obj _ = forged(desk);

      Desk.Ran ran = desk.writ("trace", "verify");

      assertThat(ran.out()).as(ran.toString()).contains("  1 in the name of sessions of this");
    }
  }

  @Test
  void undoLeavesThemAndNamesThem() {
    try (Desk desk = new Desk()) {
      Json.Obj other = forged(desk);
      String intent = other.text("intent_id").orElseThrow();
      String id = other.text("id").orElseThrow().substring(28);

      Desk.Ran ran = desk.writ("undo", "--intent", intent);
      assertThat(ran.out()).as(ran.toString()).contains("removed a.txt", "Another record", id);
      assertThat(desk.workspace.exists("b.txt")).isTrue();

      Desk.Ran again = desk.writ("undo", "--session");
      assertThat(again.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(again.out()).contains("Nothing to undo.", "not made by you in this directory", id);

      assertThat(desk.writ("undo", id).exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.exists("b.txt")).isFalse();
    }
  }

  /// Two records of two sessions of this person.
  private static String[] two(Desk desk) {
    for (String name : List.of("a", "b")) {
      String arguments = "{\"path\":\"" + name + ".txt\",\"content\":\"a\\n\"}";
      Desk.Ran ran = desk.writ("tools", "call", "write_file", "--args", arguments);
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    }
    String[] lines = desk.workspace.read(LEDGER).strip().split("\n");
    assertThat(lines).hasSize(2);
    return lines;
  }

  @ParameterizedTest
  @ValueSource(strings = {"--turn", "--session"})
  void theLastIsWhatWasMadeLast(String option) {
    try (Desk desk = new Desk()) {
      String[] lines = two(desk);
      desk.workspace.write(LEDGER, lines[1] + "\n" + lines[0] + "\n");

      assertThat(desk.writ("undo", option).out()).contains("removed b.txt");
      assertThat(desk.workspace.exists("a.txt")).isTrue();
    }
  }

  /// As after a change of the branch.
  @ParameterizedTest
  @ValueSource(strings = {"--turn", "--session"})
  void nothingOlderPassesForTheLast(String option) {
    try (Desk desk = new Desk()) {
      String[] lines = two(desk);
      desk.workspace.write(LEDGER, lines[0] + "\n");

      Desk.Ran ran = desk.writ("undo", option);

      assertThat(ran.exit()).isEqualTo(ExitCode.DENIED);
      assertThat(ran.err()).contains("the newest records of this directory aren't in its ledger");
      assertThat(desk.workspace.exists("a.txt")).isTrue();
      String id = Desk.json(lines[0]).text("id").orElseThrow();
      assertThat(desk.writ("undo", id).exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.exists("a.txt")).isFalse();
    }
  }
}
