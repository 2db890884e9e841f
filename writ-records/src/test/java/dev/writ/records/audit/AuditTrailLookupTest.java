// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.records.journal.SegmentedJournal;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From a record of the ledger back to the decision behind it.
class AuditTrailLookupTest {
  @TempDir Path directory;
  private AuditLog log;
  private AuditTrail trail;

  @BeforeEach
  void aLog() {
    log = log("/home/w");
    trail = new AuditTrail(directory);
  }

  private AuditLog log(String workspace) {
    return new AuditLog(
        directory, AuditLog.MAX_BYTES, () -> Instant.ofEpochSecond(1), workspace, "S-1");
  }

  private static Receipt receipt(String session, int turn, String tool, Json... effects) {
    return new Receipt(
        new ActOrigin(session, 1, turn, new ActOrigin.Contributor.Ai("p/m")),
        "sha256:0",
        new Receipt.Subject("c", tool, List.of(effects), tool, effects.length > 0),
        List.of(GateAnswer.pass("mode")),
        Json.Obj.EMPTY);
  }

  private static Json run(String command) {
    return Json.object().put("effect", "run").put("command", command).build();
  }

  private static Json write(String path) {
    return Json.object().put("effect", "write").put("path", path).build();
  }

  private static AppendedRecord appended(String id, long seq) {
    return new AppendedRecord(id, "S-1", seq, "sha256:" + seq);
  }

  private void perform(Receipt receipt, AppendedRecord... records) throws IOException {
    log.outcome(
        log.receipt(receipt),
        new AuditLog.Outcome("ok", Optional.of(0), Duration.ofMillis(23), List.of(records)));
  }

  @Test
  void anotherSessionIsAtWorkUntilItEndsAndTheLogGrowsByEachAct() throws IOException {
    AuditLog.Workspace workspace = new AuditLog.Workspace("/home/w", "");
    assertThat(trail.isAnotherAtWork(workspace, "S-2")).isFalse();
    SegmentedJournal.JournalExtent before = trail.extent();
    assertThat(before.bytes()).isZero();

    perform(receipt("S-1", 1, "write_file", write("a")));

    assertThat(trail.extent()).isNotEqualTo(before);
    assertThat(trail.isAnotherAtWork(workspace, "S-2")).isTrue();
    assertThat(trail.isAnotherAtWork(workspace, "S-1")).isFalse();
    assertThat(trail.isAnotherAtWork(new AuditLog.Workspace("/home/v", ""), "S-2")).isFalse();
    log.close();
    assertThat(trail.isAnotherAtWork(workspace, "S-2")).isFalse();
  }

  @Test
  void theDecisionAndTheCommandsOfItsTurnStandBehindARecord() throws IOException {
    perform(receipt("S-1", 1, "run_command", run("make old")));
    perform(receipt("S-1", 2, "read_file"));
    perform(receipt("S-1", 2, "run_command", write("x"), run("make test")));
    perform(receipt("S-2", 2, "run_command", run("make other")));
    perform(receipt("S-1", 2, "write_file", write("a")), appended("R-1", 1));
    perform(receipt("S-1", 2, "write_file", write("b")), appended("R-2", 2));
    log.receipt(receipt("S-1", 2, "run_command", run("make last")));
    log.close();

    AuditTrail.Behind behind = trail.behind("R-2", "S-1");
    assertThat(behind.receipt().flatMap(r -> r.text("tool"))).contains("write_file");
    assertThat(behind.receipt().orElseThrow().items("effects")).containsExactly(write("b"));
    assertThat(behind.commands())
        .extracting(command -> command.text("what").orElseThrow())
        .containsExactly("write x, make test", "make last");
    assertThat(behind.commands())
        .extracting(command -> command.text("ending").orElseThrow())
        .containsExactly("exit:0 0.023s", "");
  }

  @Test
  void nothingStandsBehindARecordOfAnotherSessionOrOfNobody() throws IOException {
    perform(receipt("S-2", 1, "write_file", write("a")), appended("R-1", 1));
    log.close();
    AuditTrail.Behind nothing = new AuditTrail.Behind(Optional.empty(), List.of());

    assertThat(trail.behind("R-1", "S-1")).isEqualTo(nothing);
    assertThat(trail.behind("R-9", "S-2")).isEqualTo(nothing);
    assertThat(trail.behind("R-1", "S-2").receipt()).isPresent();
    assertThat(trail.behind("R-1", "S").receipt()).isEmpty(); // not the beginning of a name
  }

  @Test
  void recordsAreFoundWhereSessionsMadeThem() throws IOException {
    perform(receipt("S-1", 1, "write_file", write("a")), appended("R-1", 1), appended("R-2", 2));
    log.close();
    log = log("/home/other");
    perform(receipt("S-1", 2, "write_file", write("a")), appended("R-3", 3));
    log.close();
    Files.writeString(
        directory.resolve("audit.jsonl"),
        "{\"type\":\"outcome\",\"ledger\":[7,{\"seq\":1}]}\nnonsense\n",
        StandardOpenOption.APPEND);

    assertThat(trail.places())
        .containsExactly(
            Map.entry("sha256:1", "/home/w"),
            Map.entry("sha256:2", "/home/w"),
            Map.entry("sha256:3", "/home/other"));
  }

  /// Outcomes of calls that ran side by side stand in any order: the furthest record counts.
  @Test
  void theLastRecordOfAChainIsTheFurthest() throws IOException {
    perform(receipt("S-1", 1, "write_file"), appended("R-2", 2));
    perform(receipt("S-1", 1, "write_file"), appended("R-1", 1));
    assertThat(log.review().lasts()).containsEntry("S-1", appended("R-2", 2));

    perform(receipt("S-1", 1, "write_file"), appended("R-2 again", 2));
    assertThat(log.review().lasts()).containsEntry("S-1", appended("R-2 again", 2));
    perform(receipt("S-1", 1, "write_file"), appended("R-3", 3));
    assertThat(log.review().lasts()).containsEntry("S-1", appended("R-3", 3));
    log.close();
  }

  /// A denied call is not open, and what another workspace did is no business of this one.
  @Test
  void onlyWhatWasAllowedHereIsOpen() throws IOException {
    GateAnswer no = GateAnswer.deny("command", new ToolError(ErrorCode.COMMAND_DENIED, "no"));
    Receipt allowed = receipt("S-1", 1, "run_command", run("make"));
    log.receipt(
        new Receipt(
            allowed.origin(), allowed.digest(), allowed.subject(), List.of(no), Json.Obj.EMPTY));
    log.close();
    log = log("/home/other");
    perform(receipt("S-1", 1, "write_file"), appended("R-1", 1));
    log.receipt(allowed);
    log.close();

    AuditLog.Review here = log("/home/w").review();
    assertThat(here.open()).isEmpty();
    assertThat(here.lasts()).isEmpty();
    assertThat(log.review().open()).hasSize(1);
    assertThat(Files.readAllLines(directory.resolve("audit.log")))
        .anyMatch(line -> line.endsWith("| run_command | denied:COMMAND_DENIED | 0.000s"));
  }

  /// A commit that an outcome names is in its record.
  @Test
  void anOutcomeNamesItsCommit() throws IOException {
    AuditLog.Written written = log.receipt(receipt("S-1", 1, "commit"));
    log.outcome(
        written,
        new AuditLog.Outcome(
            "ok", Optional.empty(), Duration.ZERO, List.of(), Optional.of("0123abc"), List.of()));
    log.close();

    assertThat(Files.readString(directory.resolve("audit.jsonl")))
        .contains("\"commit\":\"0123abc\"");
    assertThat(directory.resolve("audit.log")).doesNotExist(); // no program ran
  }
}
