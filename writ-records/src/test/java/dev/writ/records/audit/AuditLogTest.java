// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuditLogTest {
  @TempDir Path directory;

  private AuditLog log(long second) {
    return new AuditLog(
        directory, AuditLog.MAX_BYTES, () -> Instant.ofEpochSecond(second), "/home/w", "S-1");
  }

  private static Receipt receipt() {
    return new Receipt(
        new ActOrigin("S-1", 1, 1, new ActOrigin.Contributor.Ai("p/m")),
        "sha256:0",
        new Receipt.Subject("c", "run_command", List.of(), "ls -la", true),
        List.of(dev.writ.records.audit.GateAnswer.pass("mode")),
        Json.Obj.EMPTY);
  }

  private static AuditLog.Outcome ended() {
    return new AuditLog.Outcome("ok", Optional.of(0), Duration.ofMillis(23), List.of());
  }

  @Test
  void aProgramsSuccessIsNotTheCalls() throws IOException {
    AuditLog log = log(1_736_937_045);
    log.outcome(
        log.receipt(receipt()),
        new AuditLog.Outcome(
            "PROTECTED_PATH",
            Optional.of(0),
            Duration.ZERO,
            List.of(),
            Optional.empty(),
            List.of(".git/refs/heads/main from 1 to 2 (restored)")));
    log.close();

    assertThat(directory.resolve("audit.jsonl"))
        .content()
        .contains("\"tampered\":[\".git/refs/heads/main from 1 to 2 (restored)\"]");

    assertThat(new AuditTrail(directory).entries())
        .extracting(AuditEntry::how)
        .containsExactly("PROTECTED_PATH exit:0 0.000s");
  }

  @Test
  void aLineIsReadableByPeople() throws IOException {
    AuditLog log = log(1_736_937_045);
    log.outcome(log.receipt(receipt()), ended());
    log.close();

    assertThat(Files.readString(directory.resolve("audit.log")))
        .isEqualTo("2025-01-15T10:30:45Z | /home/w | ls -la | exit:0 | 0.023s\n");
  }

  @Test
  void aCrashStaysVisibleAfterTheSessionWentOn() throws IOException {
    AuditLog crashed = log(1);
    String id = crashed.receipt(receipt()).id();
    crashed.close();
    AuditLog resumed = log(2);
    resumed.outcome(resumed.receipt(receipt()), ended());

    assertThat(resumed.review().open()).containsExactly(id);
    resumed.close();
  }

  @Test
  void unreadableLinesAreCounted() throws IOException {
    AuditLog log = log(1);
    log.receipt(receipt());
    Files.writeString(
        directory.resolve("audit.jsonl"),
        Files.readString(directory.resolve("audit.jsonl")) + "{broken\n");

    assertThat(log.review().unreadable()).containsExactly("audit.jsonl:2");
    log.close();
  }

  @ParameterizedTest
  @CsvSource({"a|b,a\\|b", "a\\b,a\\\\b", "'a\nb',a\\nb", "'a\rb',a\\u{d}b", "'\u202e',\\u{202e}"})
  void aFieldCantEndItsLineOrColumn(String field, String escaped) {
    assertThat(AuditLog.escaped(field)).isEqualTo(escaped);
  }

  /// Characters that show nothing by themselves, or would end a line elsewhere.
  @ParameterizedTest
  @ValueSource(ints = {0, 0x7f, 0x85, 0x200b, 0x2028, 0x2029, 0xd800, 0xfeff})
  void aCharacterThatDoesNotShowIsToldByItsNumber(int character) {
    assertThat(AuditLog.escaped("a" + new String(new int[] {character, 0x1f600}, 0, 2)))
        .isEqualTo("a\\u{" + Integer.toHexString(character) + "}\ud83d\ude00");
  }

  /// To the nearest millisecond.
  @ParameterizedTest
  @CsvSource({"499, 0.000s", "500, 0.001s", "1499, 0.001s", "999499, 0.999s", "61000500, 61.001s"})
  void aLineHasItsTimeInMilliseconds(long micros, String seconds) throws IOException {
    AuditLog log = log(1);
    Duration took = Duration.ofNanos(micros * 1000);
    log.outcome(
        log.receipt(receipt()),
        new AuditLog.Outcome("IO_ERROR", Optional.empty(), took, List.of()));
    log.close();

    assertThat(Files.readString(directory.resolve("audit.log")))
        .endsWith(" | failed:IO_ERROR | " + seconds + "\n");
    assertThat(Files.readAllLines(directory.resolve("audit.jsonl")).getLast())
        .contains("\"took_us\":" + micros + ",");
  }

  private AuditLog watched(RecordingDisk disk) {
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    return new AuditLog(
        directory,
        AuditLog.MAX_BYTES,
        () -> Instant.ofEpochSecond(1),
        new AuditLog.Workspace("/home/w", "id"),
        "S-1",
        disk);
  }

  private List<Operation> onRecords(RecordingDisk disk) {
    String records = directory.resolve("audit.jsonl").toString();
    return disk.steps().stream()
        .filter(step -> step.place().equals(records))
        .map(Step::operation)
        .filter(operation -> operation != Operation.LOCK)
        .toList();
  }

  @Test
  void whatSomethingDependsOnIsForcedAndAnOutcomeIsNot() throws IOException {
    RecordingDisk disk = new RecordingDisk();
    AuditLog log = watched(disk);
    AppendedRecord appended = new AppendedRecord("R-1", "S-1", 3, "sha256:1");

    AuditLog.Written receipt = log.receipt(receipt());
    assertThat(onRecords(disk)).containsExactly(Operation.WRITE, Operation.FORCE);
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    log.outcome(receipt, ended());
    assertThat(onRecords(disk)).containsExactly(Operation.WRITE);
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    log.settled("S-0-1", KilledActOutcome.CUT_OFF, List.of(appended));
    assertThat(onRecords(disk)).containsExactly(Operation.WRITE, Operation.FORCE);
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    log.checkpoint(appended);
    assertThat(onRecords(disk)).containsExactly(Operation.WRITE, Operation.FORCE);
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    log.outcome(receipt, ended());
    log.close();
    assertThat(onRecords(disk)).containsExactly(Operation.WRITE, Operation.FORCE);
  }

  @Test
  void aReceiptThatCantBeForcedIsNone() throws IOException {
    RecordingDisk disk = new RecordingDisk();
    AuditLog log = watched(disk);
    log.outcome(log.receipt(receipt()), ended());
    int operations = 0;
    for (boolean failed = true; failed; operations++) {
      disk.arm(RecordingDisk.Fault.FAIL_LATE, operations + 1);
      try {
        log.receipt(receipt());
        failed = disk.happened();
        assertThat(failed).as("operation " + (operations + 1)).isFalse();
      } catch (IOException _) {
        failed = true;
      }
    }
    assertThat(operations).isGreaterThan(2);
  }

  @Test
  void aCommandInTheBackgroundHasAStartAndAnEnd() throws IOException {
    AuditLog log = log(1_736_937_045);
    AuditLog.Written receipt = log.receipt(receipt());
    log.started(receipt, "bg-1", Duration.ofMillis(5));
    assertThat(log.review().open()).containsExactly(receipt.id());

    log.ended(receipt, "bg-1", new AuditLog.Ending("ok", Optional.of(3), Duration.ofMillis(1500)));
    assertThat(log.review().open()).isEmpty();
    AuditLog.Written other = log.receipt(receipt());
    log.started(other, "bg-2", Duration.ofMillis(5));
    log.ended(
        other, "bg-2", new AuditLog.Ending("IO_ERROR", Optional.empty(), Duration.ofMillis(20)));
    log.close();

    assertThat(Files.readAllLines(directory.resolve("audit.log")))
        .extracting(line -> line.substring(line.indexOf("ls -la")))
        .containsExactly(
            "ls -la | started:bg-1 | 0.005s",
            "ls -la | exit:3 | 1.500s",
            "ls -la | started:bg-2 | 0.005s",
            "ls -la | failed:IO_ERROR | 0.020s");
    String records = Files.readString(directory.resolve("audit.jsonl"));
    assertThat(records).contains("\"background\":\"bg-1\"", "\"exit_code\":3");
    assertThat(records).contains("\"took_us\":1500000", "\"code\":\"IO_ERROR\"");
  }

  @Test
  void whatWasRecoveredIsNoLongerOpenAndNamesItsRecords() throws IOException {
    AuditLog crashed = log(1);
    String id = crashed.receipt(receipt()).id();
    crashed.close();
    AuditLog next = log(2);

    next.settled(
        id, KilledActOutcome.RECOVERED, List.of(new AppendedRecord("R-1", "S-1", 3, "sha256:1")));

    assertThat(next.review().open()).isEmpty();
    assertThat(next.review().lasts())
        .hasEntrySatisfying("S-1", last -> assertThat(last.id()).isEqualTo("R-1"));
    next.checkpoint(new AppendedRecord("key", "S-1", 7, "sha256:2"));
    assertThat(next.review().checkpoints())
        .hasEntrySatisfying("S-1", last -> assertThat(last.seq()).isEqualTo(7));
    next.close();
  }
}
