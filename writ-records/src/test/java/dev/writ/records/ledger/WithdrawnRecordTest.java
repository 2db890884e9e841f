// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static dev.writ.records.change.Samples.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.change.Samples;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.LockFile;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A record that could not be written or forced is taken out again: no head that is signed may
/// count it, whatever operation failed.
class WithdrawnRecordTest {
  private static final int MANY = 1000;

  @TempDir Path directory;

  private final RecordingDisk disk = new RecordingDisk();

  /// A ledger in a file on that disk.
  private Ledger ledger(Path file) {
    Ledger.LedgerOpener plain = new Samples.InFile(file);
    Ledger.LedgerOpener opener =
        new Ledger.LedgerOpener() {
          @Override
          public Journal create() throws IOException {
            RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw");
            return new Journal(
                open,
                new LockFile.OpenLock(open.getChannel(), "journal", ""),
                _ -> {},
                () -> {},
                Journal.Unforced.WITHDRAW,
                disk,
                "journal");
          }

          @Override
          public Optional<byte[]> read() throws IOException {
            return plain.read();
          }

          @Override
          public long size() throws IOException {
            return plain.size();
          }
        };
    return Samples.ledger(opener, 1);
  }

  private static List<Checkpoint.Head> standing(Path file) throws IOException {
    return RecordChains.heads(LedgerReading.of(Files.readAllBytes(file)), _ -> Long.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource({
    "FAIL,0,false,true",
    "FAIL,1,false,true",
    "FAIL,1,true,true",
    "FAIL,1,true,false",
    "FAIL_LATE,0,false,true",
    "FAIL_LATE,1,true,true",
    "FULL,0,false,true",
    "FULL,1,false,true",
    "FULL,1,true,true"
  })
  void noHeadCountsIt(Fault fault, int before, boolean signed, boolean prepared) throws Exception {
    boolean happened = true;
    for (int n = 1; happened; n++) {
      Path file = directory.resolve("ledger" + n);
      disk.arm(Fault.FAIL, MANY);
      try (Ledger ledger = ledger(file)) {
        if (prepared) {
          ledger.prepareHeads();
        }
        for (int i = 0; i < before; i++) {
          ledger.append(entry("w", i));
        }
        List<Checkpoint.Head> known = signed ? ledger.heads() : List.of();
        ledger.signed(known);
        disk.arm(fault, n);
        try {
          ledger.append(entry("w", before));
        } catch (IOException e) {
          assertThat(disk.happened()).as("%s at %d", e, n).isTrue();
        }
        happened = disk.happened();

        assertThat(ledger.heads()).as("%s at %d", fault, n).isEqualTo(unsigned(file, known));
        ledger.signed(ledger.heads());
        assertThat(ledger.heads()).as("%s at %d, signed", fault, n).isEmpty();

        disk.arm(Fault.FAIL, MANY); // there is room again
        ledger.append(entry("w", before + 1));
        ledger.append(entry("w", before + 2));
        assertThat(ledger.heads()).as("%s at %d, then", fault, n).isEqualTo(standing(file));
        assertThat(VerificationReport.of(Files.readAllBytes(file), Map.of()))
            .isInstanceOf(VerificationReport.Sound.class);
      }
    }
  }

  private static List<Checkpoint.Head> unsigned(Path file, List<Checkpoint.Head> signed)
      throws IOException {
    return standing(file).stream().filter(head -> !signed.contains(head)).toList();
  }
}
