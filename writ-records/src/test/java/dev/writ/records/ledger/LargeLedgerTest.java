// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static dev.writ.records.change.Samples.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.records.change.Samples;
import dev.writ.records.journal.Journal;
import dev.writ.records.verify.SignatureTrust;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A ledger of many blocks, which several threads check, written under a clock that jumps back.
@Tag("slow")
class LargeLedgerTest {
  private static final int RECORDS = 700;

  @TempDir static Path directory;

  private static byte[] whole = new byte[0];

  @BeforeAll
  static void aLargeLedger() throws IOException {
    Path file = directory.resolve("ledger");
    AtomicLong ticks = new AtomicLong(1_700_000_000_000L);
    Ledger ledger =
        new Ledger(
            Samples.forced(file, () -> {}), // disks are slow, and nothing is lost here
            _ -> Map.of(),
            () -> Instant.ofEpochMilli(ticks.addAndGet(-60_000)),
            new SplittableRandom(1),
            () -> _ -> false);
    for (int i = 0; i < RECORDS; i++) {
      int lines = i == 300 ? 150_000 : 500; // one line is longer than a block
      ledger.append(entry("w" + i % 7, i, "line of some length\n".repeat(lines)));
    }
    ledger.close();
    whole = Files.readAllBytes(file);
    assertThat(whole.length).isGreaterThan(4 * LedgerChunks.BYTES);
  }

  private static VerificationReport verified(byte[] ledger) {
    return VerificationReport.of(ledger, Map.of());
  }

  @Test
  void itHolds() {
    assertThat(verified(whole)).isEqualTo(new VerificationReport.Sound(RECORDS, 7, false));
    assertThat(verified(Arrays.copyOf(whole, whole.length - 1)))
        .isEqualTo(new VerificationReport.Sound(RECORDS - 1, 7, true));
  }

  @Test
  void theFirstLineThatDoesNotHoldIsNamedWhereverItIs() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 25; i++) {
      byte[] changed = whole.clone();
      int first = random.nextInt(changed.length - 1);
      int second = random.nextInt(changed.length - 1);
      changed[first] ^= 4;
      changed[second] ^= 4;
      int line = 1;
      for (int k = 0; k < Math.min(first, second); k++) {
        line += changed[k] == '\n' ? 1 : 0;
      }
      int expected = line;
      assertThat(verified(changed))
          .isInstanceOfSatisfying(
              VerificationReport.BrokenLedger.class,
              broken -> assertThat(broken.line()).isEqualTo(expected));
    }
  }

  @Test
  void aLineLongerThanAnyMayBeIsAnError() {
    byte[] one = new byte[Journal.MAX_LINE_BYTES + 2 * LedgerChunks.BYTES];
    Arrays.fill(one, (byte) ' ');
    one[one.length - 1] = '\n';
    assertThatThrownBy(() -> verified(one))
        .hasRootCauseMessage(
            "a line of the ledger is longer than " + (Journal.MAX_LINE_BYTES + 1) + " bytes");
  }

  @Test
  void aLedgerThatShrinksWhileItIsReadIsAnError() {
    LedgerReading shrinking =
        new LedgerReading() {
          @Override
          public long size() {
            return whole.length;
          }

          @Override
          public int read(long at, byte[] into, int from, int length) throws IOException {
            return at > 2 * LedgerChunks.BYTES && at < whole.length - 1
                ? -1
                : LedgerReading.of(whole).read(at, into, from, length);
          }

          @Override
          public void close() {}
        };
    assertThatThrownBy(
            () ->
                VerificationReport.of(
                    shrinking, Map.of(), new byte[0], SignatureTrust.ANYBODY, Map.of(), _ -> {}))
        .isInstanceOf(IOException.class);
  }

  @Test
  void allOfItsWritersCanBeSigned() throws IOException {
    assertThat(RecordChains.heads(LedgerReading.of(whole), _ -> Long.MAX_VALUE))
        .hasSize(7)
        .allMatch(head -> head.records() == RECORDS / 7);
    String text = new String(whole, StandardCharsets.UTF_8);
    assertThat(TraceRecord.readable(text)).hasSize(RECORDS);
  }
}
