// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Origin;
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

class AuditLogTest {
  @TempDir Path directory;

  private AuditLog log(long second) {
    return new AuditLog(
        directory, AuditLog.MAX_BYTES, () -> Instant.ofEpochSecond(second), "/home/w", "S-1");
  }

  private static Receipt receipt() {
    return new Receipt(
        new Origin("S-1", 1, 1, new Origin.Contributor.Ai("p/m")),
        "sha256:0",
        new Receipt.Subject("c", "run_command", List.of(), "ls -la", true),
        List.of(dev.writ.kernel.call.GateAnswer.pass("mode")),
        Json.Obj.EMPTY);
  }

  private static AuditLog.Outcome ended() {
    return new AuditLog.Outcome("ok", Optional.of(0), Duration.ofMillis(23), List.of());
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
}
