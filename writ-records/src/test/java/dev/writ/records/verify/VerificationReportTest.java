// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ContentHash;
import dev.writ.records.change.Samples;
import dev.writ.records.journal.Journal;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every interleaving verifies, and every change shows.
class VerificationReportTest {
  @TempDir Path directory;

  private final Map<String, AppendedRecord> remembered = new LinkedHashMap<>();

  private Ledger ledger(Path file, long seed) {
    Ledger.LedgerOpener opener =
        new Ledger.LedgerOpener() {
          @Override
          public Journal create() throws IOException {
            return Journal.open(file);
          }

          @Override
          public long size() throws IOException {
            return read().map(bytes -> bytes.length).orElse(0);
          }

          @Override
          public Optional<byte[]> read() throws IOException {
            return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
          }
        };
    return Samples.ledger(opener, seed);
  }

  /// A ledger of some writers, in a random order, with sessions that end and resume.
  private String generated(long seed, int writers, int records) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Path file = directory.resolve("ledger" + seed);
    List<Ledger> ledgers = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      ledgers.add(ledger(file, seed * 100 + i));
    }
    for (int i = 0; i < records; i++) {
      int writer = random.nextInt(writers);
      if (random.nextInt(5) == 0) {
        ledgers.get(writer).close();
        ledgers.set(writer, ledger(file, seed * 100 + 50 + i));
      }
      AppendedRecord appended = ledgers.get(writer).append(Samples.entry("w" + writer, i));
      remembered.put(appended.writer(), appended);
    }
    for (Ledger ledger : ledgers) {
      ledger.close();
    }
    return Files.readString(file);
  }

  @Test
  void anyInterleavingOfWritersVerifies() throws IOException {
    long seed = Long.getLong("seed", 20_261_120L);
    for (int round = 0; round < 10; round++) {
      remembered.clear();
      String text = generated(seed + round, 1 + round % 4, 15);

      assertThat(VerificationReport.of(text, remembered))
          .as("seed %d", seed + round)
          .isInstanceOfSatisfying(
              VerificationReport.Sound.class, sound -> assertThat(sound.records()).isEqualTo(15));
    }
  }

  @Test
  void mergedBranchesVerify() throws IOException {
    String one = generated(1, 1, 5);
    String two = generated(2, 3, 8);
    List<String> others = two.lines().filter(line -> !line.contains("\"writer\":\"w0\"")).toList();

    String merged = one + String.join("\n", others) + "\n";

    assertThat(VerificationReport.of(merged, Map.of()))
        .isInstanceOf(VerificationReport.Sound.class);
  }

  /// Even where nothing is remembered of the ledger, as after a clone.
  @Test
  void everySingleByteThatIsChangedShows() throws IOException {
    byte[] text = generated(7, 3, 6).getBytes(StandardCharsets.UTF_8);
    remembered.clear();
    List<String> missed = new ArrayList<>();
    for (int i = 0; i < text.length - 1; i++) {
      for (int flip : new int[] {0x01, 0x04, 0x20, 0x80}) {
        byte[] changed = text.clone();
        changed[i] ^= (byte) flip;
        note(changed, "byte " + i + " ^ " + flip, missed);
      }
    }
    assertThat(missed).isEmpty();
  }

  @Test
  void everySingleByteThatIsRemovedOrAddedShows() throws IOException {
    byte[] text = generated(8, 3, 6).getBytes(StandardCharsets.UTF_8);
    List<String> missed = new ArrayList<>();
    for (int i = 0; i <= text.length; i++) {
      if (i < text.length) {
        byte[] shorter = new byte[text.length - 1];
        System.arraycopy(text, 0, shorter, 0, i);
        System.arraycopy(text, i + 1, shorter, i, text.length - i - 1);
        note(shorter, "without byte " + i, missed);
      }
      for (byte added : new byte[] {' ', '\n', '\r', '0', '"', 'a'}) {
        byte[] longer = Arrays.copyOf(text, text.length + 1);
        System.arraycopy(text, i, longer, i + 1, text.length - i);
        longer[i] = added;
        boolean tornTail = i == text.length && added != '\n';
        if (!tornTail) {
          note(longer, "with " + added + " at " + i, missed);
        }
      }
    }
    assertThat(missed).isEmpty();
  }

  private void note(byte[] changed, String what, List<String> missed) {
    VerificationReport found = VerificationReport.of(changed, remembered);
    if (!(found instanceof VerificationReport.BrokenLedger)) {
      missed.add(what);
    }
  }

  @Test
  void everyLineThatIsRemovedSwappedOrDoubledShows() throws IOException {
    List<String> lines = generated(9, 2, 8).lines().toList();
    List<String> missed = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      List<String> removed = new ArrayList<>(lines);
      removed.remove(i);
      note(bytes(removed), "without line " + i, missed);
      List<String> doubled = new ArrayList<>(lines);
      doubled.add(i, lines.get(i));
      note(bytes(doubled), "line twice " + i, missed);
      for (int j = 0; j < i; j++) {
        List<String> swapped = new ArrayList<>(lines);
        swapped.set(i, lines.get(j));
        swapped.set(j, lines.get(i));
        if (writer(lines.get(i)).equals(writer(lines.get(j)))) {
          note(bytes(swapped), "swapped " + i + " and " + j, missed);
        }
      }
    }
    for (int kept = 0; kept < lines.size(); kept++) {
      note(bytes(lines.subList(0, kept)), "only the first " + kept, missed);
    }
    assertThat(missed).isEmpty();
  }

  private static String writer(String line) {
    return line.replaceAll(".*\"writer\":\"([^\"]*)\".*", "$1");
  }

  private static byte[] bytes(List<String> lines) {
    return (String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"))
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aTornTailIsSoundAndIsMovedAsideByTheNextAppend() throws IOException {
    String text = generated(11, 1, 3);
    Path file = directory.resolve("ledger11");
    Files.writeString(file, text + "{\"version\":\"1.0\",\"id");
    assertThat(VerificationReport.of(Files.readString(file), remembered))
        .isEqualTo(new VerificationReport.Sound(3, 1, true));

    Ledger ledger = ledger(file, 5);
    ledger.append(Samples.entry("w0", 9));
    ledger.close();

    assertThat(VerificationReport.of(Files.readString(file), remembered))
        .isEqualTo(new VerificationReport.Sound(4, 1, false));
    assertThat(directory.resolve("ledger11.torn")).hasContent("{\"version\":\"1.0\",\"id\n");
  }

  @Test
  void anEmptyLedgerIsSound() {
    assertThat(VerificationReport.of("", Map.of()))
        .isEqualTo(new VerificationReport.Sound(0, 0, false));
  }

  @Test
  void theFirstBrokenLineIsNamed() throws IOException {
    List<String> lines = new ArrayList<>(generated(12, 1, 5).lines().toList());
    lines.set(2, "{}");

    assertThat(VerificationReport.of(String.join("\n", lines) + "\n", Map.of()))
        .isInstanceOfSatisfying(
            VerificationReport.BrokenLedger.class,
            broken -> assertThat(broken.line()).isEqualTo(3));
  }

  /// An id names one record: a line of another writer, right in itself, that has the id of a record
  /// before it.
  @Test
  void anIdThatOccursTwiceShows() throws IOException {
    List<String> lines = new ArrayList<>(generated(13, 1, 3).lines().toList());
    String forged = lines.getFirst().replace("\"writer\":\"w0\"", "\"writer\":\"x\"");
    String begin = forged.substring(0, forged.lastIndexOf(",\"hash\":"));
    lines.add(begin + ",\"hash\":\"" + ContentHash.of(begin) + "\"}}");

    assertThat(VerificationReport.of(String.join("\n", lines) + "\n", remembered))
        .isInstanceOfSatisfying(
            VerificationReport.BrokenLedger.class,
            broken -> {
              assertThat(broken.line()).isEqualTo(4);
              assertThat(broken.problem())
                  .contains("number 1 of x has the id of another record, on line 1");
            });
    assertThat(VerificationReport.of(lines.getLast() + "\n", Map.of()))
        .isInstanceOf(VerificationReport.Sound.class);
  }

  /// Chains and hashes all fit: however many records follow, the one that the audit log has is
  /// another.
  @Test
  void aLedgerThatWasRewrittenWholeShowsAlsoWhereItIsLonger() throws IOException {
    generated(14, 1, 3);
    for (int records : new int[] {3, 4, 9}) {
      Path forged = directory.resolve("forged" + records);
      try (Ledger other = ledger(forged, records)) {
        for (int i = 0; i < records; i++) {
          other.append(Samples.entry("w0", i + 100));
        }
      }

      byte[] text = Files.readAllBytes(forged);
      assertThat(VerificationReport.of(text, Map.of()))
          .isInstanceOf(VerificationReport.Sound.class);
      assertThat(VerificationReport.of(text, remembered))
          .as("%d records", records)
          .isInstanceOfSatisfying(
              VerificationReport.BrokenLedger.class,
              broken -> {
                assertThat(broken.line()).isEqualTo(3);
                assertThat(broken.problem())
                    .endsWith("number 3 of w0 differs from the audit log's copy");
              });
    }
  }
}
