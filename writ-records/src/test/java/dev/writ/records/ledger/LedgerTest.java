// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static dev.writ.records.change.Samples.entry;
import static dev.writ.records.change.Samples.ledger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.Samples;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What a ledger gives back of its records.
class LedgerTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void aFile() {
    file = directory.resolve("ledger");
  }

  private List<String> appended(Ledger ledger, int records) throws IOException {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      ids.add(ledger.append(entry("w", i)).id());
    }
    return ids;
  }

  private static List<String> ids(List<TraceRecord> records) {
    return records.stream().map(TraceRecord::id).toList();
  }

  @Test
  void theTextIsTheFile() throws IOException {
    Ledger ledger = ledger(file, 1);
    assertThat(ledger.text()).isEmpty();
    assertThat(ledger.size()).isZero();
    appended(ledger, 3);

    assertThat(ledger.text()).isEqualTo(Files.readString(file));
    assertThat(ledger.size()).isEqualTo(Files.size(file));
    ledger.close();
  }

  private static FileChange created(String name, String line, int lines) {
    FileState after = new FileState.Present(FileContent.of(line.repeat(lines)));
    return new FileChange(WorkspacePath.of(name), new FileState.Absent(), after);
  }

  /// Every second line is another one.
  private static FileChange changed(int lines) {
    FileState before = new FileState.Present(FileContent.of("a\nsame\n".repeat(lines / 2)));
    FileState after = new FileState.Present(FileContent.of("b\nsame\n".repeat(lines / 2)));
    return new FileChange(WorkspacePath.of("changed"), before, after);
  }

  static List<List<FileChange>> manyLines() {
    return List.of(
        List.of(created("more than are told apart", "a\n", 1_700_000)),
        List.of(created("one", "a\n", 900_000), created("other", "b\n", 900_000)),
        List.of(changed(600_000)));
  }

  /// A record that is too long for a journal can't be written: then nothing can be undone.
  @ParameterizedTest
  @MethodSource("manyLines")
  void aRecordFitsHoweverManyLinesItsFilesHave(List<FileChange> changes) throws IOException {
    append(changes);
    assertThat(Files.size(file)).isLessThan(Journal.MAX_LINE_BYTES);
  }

  private void append(List<FileChange> changes) throws IOException {
    ActOrigin origin = new ActOrigin("w", 1, 1, new ActOrigin.Contributor.Ai("p/m"));
    Ledger ledger = ledger(file, 1);
    ledger.append(
        new LedgerEntry(
            changes,
            LedgerEntry.By.TOOL,
            origin,
            "INT-1",
            LedgerEntry.RepositoryRevision.NONE,
            List.of()));
    ledger.close();
  }

  /// What fits is told: the other file's lines are not lost with those of the large one.
  @Test
  void onlyTheLinesThatDoNotFitAreLeftOut() throws IOException {
    append(List.of(created("large", "a\n", 1_700_000), created("small", "b\n", 1)));

    assertThat(Files.readString(file)).containsOnlyOnce("\"line_hashes\":[\"");
  }

  @Test
  void theTailIsWhatWasAppendedSince() throws IOException {
    Ledger ledger = ledger(file, 1);
    appended(ledger, 2);
    long before = ledger.size();
    assertThat(ledger.tail(before)).isEqualTo(new Ledger.Tail(List.of(), before));
    List<String> later = appended(ledger, 3);

    Ledger.Tail tail = ledger.tail(before);
    assertThat(ids(tail.records())).isEqualTo(later);
    assertThat(ids(ledger.since(before))).isEqualTo(later);
    assertThat(ids(ledger.since(tail.last()))).containsExactly(later.getLast());
    assertThat(ids(ledger.since(before + 1))).isEqualTo(later.subList(1, 3));
    assertThat(ledger.since(ledger.size() + 5)).isEmpty();
    ledger.close();
  }

  /// Lines that are no records do not move the place of the last record.
  @Test
  void theLastRecordIsTheLastReadableOne() throws IOException {
    Ledger ledger = ledger(file, 1);
    appended(ledger, 1);
    long second = ledger.size();
    appended(ledger, 1);
    ledger.close();
    Files.writeString(file, Files.readString(file) + "{}\nhalf a li");

    assertThat(ledger(file, 2).tail(0).last()).isEqualTo(second);
  }

  @Test
  void theRecentRecordsOfAnIntentAreTheLastOnesInOrder() throws IOException {
    Ledger ledger = ledger(file, 1);
    List<String> ids = appended(ledger, 5);

    assertThat(ids(ledger.recent("INT-1", 2))).isEqualTo(ids.subList(3, 5));
    assertThat(ids(ledger.recent("INT-1", 5))).isEqualTo(ids);
    assertThat(ids(ledger.recent("INT-1", 50))).isEqualTo(ids);
    assertThat(ledger.recent("INT-2", 50)).isEmpty();
    ledger.close();
  }

  @Test
  void onlyTheLastMebibyteIsRecent() throws IOException {
    Ledger ledger = ledger(file, 1);
    List<String> ids = appended(ledger, 3);
    long before = ledger.size();
    String line = "{\"noise\":\"" + "x".repeat(1024 * 1024 - (int) before / 2) + "\"}\n";
    Files.writeString(file, Files.readString(file) + line);
    List<String> later = appended(ledger, 2);

    assertThat(ids(ledger.recent("INT-1", 50))).containsAll(later).doesNotContain(ids.getFirst());
    ledger.close();
  }

  /// A ledger that is larger than what is read at once, and delivered in small parts.
  @Test
  void aLargeLedgerIsReadInParts() throws IOException {
    Ledger ledger = ledger(file, 1);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ids.add(ledger.append(entry("w", i, ("line " + i + "\n").repeat(60_000))).id());
    }
    ledger.close();
    String noise = "n".repeat(700_000) + "\n";
    Files.writeString(file, noise.repeat(4) + Files.readString(file));
    byte[] whole = Files.readAllBytes(file);
    Ledger slow = ledger(new Delivering(whole, whole.length, 333_333), 1);

    assertThat(slow.text().equals(new String(whole, StandardCharsets.UTF_8))).isTrue();
    assertThat(ids(slow.since(0))).isEqualTo(ids);
    assertThat(ids(slow.since(noise.length()))).isEqualTo(ids);
  }

  /// Git may replace a ledger by a shorter one while it is read: what is there counts.
  @Test
  void whatEndsEarlyIsWhatIsThere() throws IOException {
    Ledger ledger = ledger(file, 1);
    List<String> ids = appended(ledger, 2);
    ledger.close();
    byte[] whole = Files.readAllBytes(file);

    assertThat(ids(ledger(new Delivering(whole, whole.length + 100, 50), 1).since(0)))
        .isEqualTo(ids);
  }

  /// Delivers bytes in small parts, and may tell a larger size than there is.
  @SuppressWarnings("ArrayRecordComponent") // never changed
  private record Delivering(byte[] bytes, long told, int most) implements Ledger.LedgerOpener {
    @Override
    public Journal create() throws IOException {
      throw new IOException("not written");
    }

    @Override
    public Optional<byte[]> read() {
      return Optional.of(bytes);
    }

    @Override
    public Optional<LedgerReading> reading() {
      LedgerReading all = LedgerReading.of(bytes);
      return Optional.of(
          new LedgerReading() {
            @Override
            public long size() {
              return told;
            }

            @Override
            public int read(long at, byte[] into, int from, int length) throws IOException {
              return all.read(at, into, from, Math.min(most, length));
            }

            @Override
            public void close() {}
          });
    }

    @Override
    public long size() {
      return told;
    }
  }

  @Test
  void aLineThatMayJustBeIsRead() throws IOException {
    String longest = "x".repeat(Journal.MAX_LINE_BYTES);
    Files.writeString(file, "x\n" + longest + "\nx");
    assertThat(ledger(file, 1).text().length()).isEqualTo(longest.length() + 4);
    Files.writeString(file, longest + "x");
    assertThatThrownBy(ledger(file, 1)::text).hasMessageContaining("longer than");
  }

  /// The file is closed after it was read.
  @Test
  void whatIsReadIsClosed() throws IOException {
    List<String> closed = new ArrayList<>();
    Ledger.LedgerOpener opener =
        new Ledger.LedgerOpener() {
          @Override
          public Journal create() throws IOException {
            throw new IOException("not written");
          }

          @Override
          public Optional<byte[]> read() {
            return Optional.empty();
          }

          @Override
          public Optional<LedgerReading> reading() {
            LedgerReading two = LedgerReading.of(new byte[] {'x', '\n'});
            return Optional.of(
                new LedgerReading() {
                  @Override
                  public long size() throws IOException {
                    return two.size();
                  }

                  @Override
                  public int read(long at, byte[] into, int from, int length) throws IOException {
                    return two.read(at, into, from, length);
                  }

                  @Override
                  public void close() {
                    closed.add("closed");
                  }
                });
          }

          @Override
          public long size() {
            return 2;
          }
        };

    assertThat(ledger(opener, 1).text()).isEqualTo("x\n");
    assertThat(closed).containsExactly("closed");
  }

  @ParameterizedTest
  @CsvSource({
    "1700000000000, 2023-11-14T22:13:20.000Z",
    "0,             1970-01-01T00:00:00.000Z",
    "86399007,      1970-01-01T23:59:59.007Z",
    "951782400120,  2000-02-29T00:00:00.120Z",
  })
  void timesAreRfc3339InMilliseconds(long millis, String text) {
    assertThat(Ledger.timestamp(Instant.ofEpochMilli(millis))).isEqualTo(text);
  }

  @Test
  void idsSortByTimeAndAreOfVersionSeven() throws IOException {
    long[] time = {1_700_000_000_000L};
    Ledger ledger =
        new Ledger(
            new Samples.InFile(file),
            _ -> Map.of(),
            () -> Instant.ofEpochMilli(time[0]++),
            new SplittableRandom(1),
            () -> _ -> false);
    List<String> ids = appended(ledger, 20);
    ledger.close();

    assertThat(ids).isSorted().doesNotHaveDuplicates();
    assertThat(ids)
        .map(UUID::fromString)
        .allMatch(id -> id.version() == 7 && id.variant() == 2)
        .extracting(id -> id.getMostSignificantBits() >>> 16)
        .startsWith(1_700_000_000_000L);
  }

  /// After the end the file is nobody's: a handle that stays open would be a lock that stays.
  @Test
  void closingLetsGoOfEveryFile() throws IOException {
    List<Journal> opened = new ArrayList<>();
    Ledger.LedgerOpener plain = new Samples.InFile(file);
    Ledger.LedgerOpener opener =
        new Ledger.LedgerOpener() {
          @Override
          public Journal create() throws IOException {
            Journal journal = plain.create();
            opened.add(journal);
            return journal;
          }

          @Override
          public boolean current() {
            return false; // each append finds another file
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
    Ledger ledger = ledger(opener, 1);
    appended(ledger, 2);
    assertThat(opened).hasSize(2);
    ledger.close();

    assertThat(opened)
        .allSatisfy(journal -> assertThatThrownBy(journal::bytes).isInstanceOf(IOException.class));
  }
}
