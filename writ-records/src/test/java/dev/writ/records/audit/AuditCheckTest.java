// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What must not stand in a log is named, and what may is not.
class AuditCheckTest {
  @TempDir Path directory;

  /// A line of the log: `allow ID`, `deny ID`, `code RECEIPT` for an outcome, `end RECEIPT`.
  private static String line(String words) {
    String kind = words.substring(0, words.indexOf(' '));
    String id = words.substring(words.indexOf(' ') + 1);
    return switch (kind) {
      case "allow", "deny" ->
          "{\"type\":\"receipt\",\"id\":\"%s\",\"verdict\":\"%s\"}".formatted(id, kind);
      case "end" -> "{\"type\":\"ended\",\"receipt\":\"%s\"}".formatted(id);
      case "other" -> "{\"type\":\"%s\"}".formatted(id);
      default -> "{\"type\":\"outcome\",\"receipt\":\"%s\",\"code\":\"%s\"}".formatted(id, kind);
    };
  }

  private AuditCheck.Found found(String log) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String words : log.split(", ", -1)) {
      lines.add(line(words));
    }
    Files.write(directory.resolve("audit.jsonl"), lines);
    return new AuditTrail(directory).verify();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "allow S-1, ok S-1                                        | 1 |",
        "allow S-7, ok S-7, allow S-8, ok S-8, allow T-1, ok T-1  | 3 |",
        "deny S-1                                                 | 1 |",
        "allow S-999999999999999999, ok S-999999999999999999      | 1 |",
        "allow S-1                                                | 1 | S-1",
        "allow S-1, started S-1                                   | 1 | S-1",
        "allow S-1, started S-1, end S-1                          | 1 |",
        "allow S-1, cut_off S-1                                   | 1 |",
        "allow S-1, recovered S-1                                 | 1 |",
        "allow S-1, ok S-1, recovered S-1                         | 1 |",
        "allow S-1, started S-1, cut_off S-1                      | 1 |",
        "other checkpoint                                         | 0 |",
      })
  void whatMayStandThereIsNoFault(String log, long receipts, String open) throws IOException {
    AuditCheck.Found found = found(log.strip());

    assertThat(found.faults()).isEmpty();
    assertThat(found.receipts()).isEqualTo(receipts);
    assertThat(found.open())
        .extracting(AuditEntry::id)
        .isEqualTo(open == null ? List.of() : List.of(open));
    assertThat(found.sound()).isEqualTo(open == null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "other nothing                        | 1: neither a receipt nor an outcome",
        "allow S-1, ok S-1, allow S-1         | 3: a second receipt S-1",
        "allow S-1, ok S-1, deny S-3          | 3: receipt S-3 follows number 1 of its session",
        "deny S-2, deny S-1                   | 2: receipt S-1 follows number 2 of its session",
        "deny 1                               | 1: a receipt without a number: 1",
        "deny S-x                             | 1: a receipt without a number: S-x",
        "deny S-1234567890123456789           | 1: a receipt without a number: S-1234567890123456789",
        "ok S-1                               | 1: an outcome without its receipt S-1",
        "cut_off S-1                          | 1: an outcome without its receipt S-1",
        "started S-1                          | 1: an outcome without its receipt S-1",
        "deny S-1, ok S-1                     | 2: an unexpected outcome of receipt S-1",
        "allow S-1, ok S-1, ok S-1            | 3: an unexpected outcome of receipt S-1",
        "allow S-1, ok S-1, started S-1       | 3: an unexpected outcome of receipt S-1",
        "allow S-1, end S-1, ok S-1           | 2: the end of a command without its start, of receipt S-1",
      })
  void whatMustNotStandThereIsAFault(String log, String fault) throws IOException {
    AuditCheck.Found found = found(log.strip());

    assertThat(found.faults()).containsExactly("audit.jsonl:" + fault);
    assertThat(found.sound()).isFalse();
  }

  /// A command that runs has its outcome in its end alone.
  @ParameterizedTest
  @CsvSource({"ok", "started"})
  void whatRunsHasNoSecondOutcome(String code) throws IOException {
    AuditCheck.Found found = found("allow S-1, started S-1, " + code + " S-1");

    assertThat(found.faults())
        .containsExactly("audit.jsonl:3: an unexpected outcome of receipt S-1");
    assertThat(found.open()).extracting(AuditEntry::id).containsExactly("S-1");
  }
}
