// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ContentHash;
import dev.writ.records.audit.AuditTrail;
import dev.writ.records.change.Samples;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the audit log has of a record is its whole line: a line that has only its id is nobody's.
class OtherWritersTest {
  @TempDir Path directory;

  @Test
  void aLineWithTheIdOfAKnownRecordIsUnknown() throws Exception {
    Path file = directory.resolve("ledger");
    try (Ledger ledger = Samples.ledger(file, 1)) {
      OtherWriters others = new OtherWriters(ledger, new AuditTrail(directory));
      AppendedRecord known = ledger.append(Samples.entry("w", 1));
      Files.writeString(
          directory.resolve("audit.jsonl"),
          "{\"type\":\"outcome\",\"ledger\":[{\"id\":\"%s\",\"hash\":\"%s\"}]}\n"
              .formatted(known.id(), known.hash()));

      OtherWriters.OtherChanges before = others.changes();
      assertThat(before.unknown()).isZero();
      assertThat(before.places()).hasSize(1);

      String line = Files.readString(file).replace("\"writer\":\"w\"", "\"writer\":\"x\"");
      String begin = line.substring(0, line.lastIndexOf(",\"hash\":")).replace("ü.txt", "x.txt");
      String forged = begin + ",\"hash\":\"" + ContentHash.of(begin) + "\"}}\n";
      Files.writeString(file, forged, StandardOpenOption.APPEND);

      OtherWriters.OtherChanges after = others.changes();
      assertThat(after.unknown()).isEqualTo(1);
      assertThat(after.places()).isEqualTo(before.places());
    }
  }
}
