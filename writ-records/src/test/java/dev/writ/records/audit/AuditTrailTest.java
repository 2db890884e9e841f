// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTrailTest {
  /// A file holds about two receipts.
  private static final long FEW_BYTES = 900;

  private static final AuditLog.Outcome ENDED =
      new AuditLog.Outcome("ok", Optional.of(0), Duration.ofMillis(23), List.of());

  @TempDir Path directory;

  private AuditLog log(long second) {
    return new AuditLog(
        directory, FEW_BYTES, () -> Instant.ofEpochSecond(second), "/home/w", "S-1");
  }

  private static Receipt receipt(String command, GateAnswer answer) {
    Json effect = Json.object().put("effect", "run").put("command", command).build();
    return new Receipt(
        new ActOrigin("S-1", 1, 1, new ActOrigin.Contributor.Ai("p/m")),
        "sha256:0",
        new Receipt.Subject("c", "run_command", List.of(effect), command, true),
        List.of(answer),
        Json.Obj.EMPTY);
  }

  private static Receipt permitted(String command) {
    return receipt(command, GateAnswer.pass("mode"));
  }

  private static Receipt denied(String command) {
    return receipt(
        command, GateAnswer.deny("command", new ToolError(ErrorCode.COMMAND_DENIED, "no")));
  }

  private void fill(int receipts) throws IOException {
    AuditLog log = log(1);
    for (int i = 0; i < receipts; i++) {
      log.outcome(log.receipt(permitted("ls " + i)), ENDED);
    }
    log.close();
  }

  private AuditTrail trail() {
    return new AuditTrail(directory);
  }

  /// Takes lines out of all files of the log.
  private void without(String part) throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).toList()) {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.removeIf(line -> line.contains(part));
        Files.write(file, lines);
      }
    }
  }

  @Test
  void allFilesAreReadInOrder() throws IOException {
    fill(20);

    assertThat(Files.exists(directory.resolve("audit-19700101T000001.000Z.jsonl"))).isTrue();
    assertThat(trail().verify()).isEqualTo(new AuditCheck.Found(20, List.of(), List.of()));
    assertThat(trail().entries()).extracting(entry -> entry.act().what()).contains("ls 0", "ls 19");
    assertThat(trail().entries().getFirst().line())
        .isEqualTo("1970-01-01T00:00:01.000Z | /home/w | run_command | ls 0 | exit:0 0.023s");
    assertThat(log(2).review().open()).isEmpty();
  }

  @Test
  void anOpenReceiptIsNamedAndADenialNeedsNoOutcome() throws IOException {
    AuditLog log = log(1);
    log.receipt(denied("rm -rf /"));
    String id = log.receipt(permitted("make")).id();
    log.close();

    AuditCheck.Found found = trail().verify();
    assertThat(found.faults()).isEmpty();
    assertThat(found.open()).extracting(AuditEntry::id).containsExactly(id);
    assertThat(found.sound()).isFalse();
    assertThat(trail().entries()).extracting(AuditEntry::denial).contains("COMMAND_DENIED", "");
    assertThat(trail().entries().getLast().line()).endsWith(" | make | no outcome");
  }

  @Test
  void aLineThatWasRemovedOrDoubledShows() throws IOException {
    fill(6);
    without("\"ls 3\"");
    assertThat(trail().verify().faults())
        .hasSize(2)
        .anyMatch(fault -> fault.contains("an outcome without its receipt"))
        .anyMatch(fault -> fault.contains("follows number 3"));
    Path file = directory.resolve("audit.jsonl");
    Files.writeString(file, Files.readString(file) + Files.readString(file) + "{\n{}\n");
    assertThat(trail().verify().faults())
        .anyMatch(fault -> fault.contains("a second receipt"))
        .anyMatch(fault -> fault.contains("unreadable record"))
        .anyMatch(fault -> fault.contains("neither a receipt nor an outcome"))
        .anyMatch(fault -> fault.contains("an unexpected outcome"))
        .allMatch(fault -> fault.matches("audit[^ ]*\\.jsonl:[0-9]+: .*"));
  }

  @Test
  void anEntryIsOneLineWhateverIsInACommand() throws IOException {
    AuditLog log = log(1);
    String nasty = "echo 'a\n2025-01-01T00:00:00Z | /x | ls | exit:0 | 0.001s\r\u2028\u202e|'";
    log.outcome(log.receipt(permitted(nasty)), ENDED);
    log.close();

    assertThat(Files.readAllLines(directory.resolve("audit.log"))).hasSize(1);
    assertThat(trail().entries()).hasSize(1);
    assertThat(trail().entries().getFirst().line())
        .doesNotContain("\n", "\r", "\u2028", "\u202e")
        .contains("\\|");
    assertThat(trail().entries().getFirst().line().split(" \\| ")).hasSize(5);
  }

  @Test
  void anEmptyLogHolds() throws IOException {
    assertThat(new AuditTrail(directory.resolve("nowhere")).verify().sound()).isTrue();
    assertThat(trail().entries()).isEmpty();
  }
}
