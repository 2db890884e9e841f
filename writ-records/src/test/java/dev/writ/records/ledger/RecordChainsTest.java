// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static dev.writ.records.change.Samples.entry;
import static dev.writ.records.change.Samples.ledger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.value.ContentHash;
import dev.writ.records.change.Samples;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.journal.Journal;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The next record follows from the last one of its chain, and what of a chain is known need not be
/// read.
class RecordChainsTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void aFile() {
    file = directory.resolve("ledger");
  }

  /// A ledger that counts how often its text is asked for.
  private final class Counting implements Ledger.LedgerOpener {
    private final Samples.InFile file = new Samples.InFile(RecordChainsTest.this.file);
    final AtomicInteger readings = new AtomicInteger();

    @Override
    public Journal create() throws IOException {
      return file.create();
    }

    @Override
    public boolean current() {
      return file.current();
    }

    @Override
    public Optional<byte[]> read() throws IOException {
      readings.incrementAndGet();
      return file.read();
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }
  }

  private VerificationReport verified() throws IOException {
    return VerificationReport.of(Files.readAllBytes(file), Map.of());
  }

  private List<Checkpoint.Head> readHeads(String... writers) throws IOException {
    Set<String> wanted = Set.of(writers);
    return RecordChains.heads(
        LedgerReading.of(Files.readAllBytes(file)),
        writer -> wanted.isEmpty() || wanted.contains(writer) ? Long.MAX_VALUE : 0);
  }

  @Test
  void headsThatAreKeptNeedNoReading() throws IOException {
    Counting opener = new Counting();
    Ledger ledger = ledger(opener, 1, session -> Samples.lasts(opener.file, session));
    ledger.prepareHeads();
    AppendedRecord last = ledger.append(entry("w", 0));
    for (int i = 1; i < 6; i++) {
      last = ledger.append(entry("w", i));
    }
    List<Checkpoint.Head> heads = ledger.heads();

    assertThat(opener.readings).hasValue(0);
    assertThat(heads).isEqualTo(readHeads());
    assertThat(heads).extracting(Checkpoint.Head::last).containsExactly(last.hash());
    ledger.close();
  }

  @Test
  void headsThatAreNotKeptAreRead() throws IOException {
    Ledger before = ledger(file, 1);
    before.append(entry("w", 0));
    before.close();
    Counting opener = new Counting();
    Ledger ledger = ledger(opener, 2, session -> Samples.lasts(opener.file, session));
    ledger.prepareHeads(); // the chain began earlier
    ledger.append(entry("w", 1));
    ledger.append(entry("v", 1));
    List<Checkpoint.Head> heads = ledger.heads();

    assertThat(opener.readings).hasValue(1);
    assertThat(heads).containsExactlyInAnyOrderElementsOf(readHeads());
    assertThat(heads).extracting(Checkpoint.Head::records).containsExactlyInAnyOrder(2L, 1L);
    ledger.close();
  }

  @Test
  void withoutPreparationEveryHeadIsRead() throws IOException {
    Counting opener = new Counting();
    Ledger ledger = ledger(opener, 1, session -> Samples.lasts(opener.file, session));
    ledger.append(entry("w", 0));

    assertThat(ledger.heads()).isEqualTo(readHeads());
    assertThat(opener.readings).hasValue(1);
    ledger.close();
  }

  @Test
  void aHeadThatWasSignedIsToldAgainOnlyWhenItsChainGrew() throws IOException {
    Ledger ledger = ledger(file, 1);
    ledger.append(entry("w", 0));
    ledger.append(entry("v", 0));
    List<Checkpoint.Head> signed = ledger.heads();
    ledger.append(entry("w", 1)); // after what is signed now
    ledger.signed(signed);

    assertThat(ledger.heads()).extracting(Checkpoint.Head::writer).containsExactly("w");
    ledger.signed(ledger.heads());
    assertThat(ledger.heads()).isEmpty();
    ledger.append(entry("v", 1));
    assertThat(ledger.heads()).extracting(Checkpoint.Head::writer).containsExactly("v");
    ledger.close();
  }

  @Test
  void headsOfSomeWritersAreTheirsAlone() throws IOException {
    Ledger ledger = ledger(file, 1);
    for (int i = 0; i < 4; i++) {
      ledger.append(entry("w" + i % 2, i));
    }
    ledger.close();

    assertThat(readHeads("w1")).extracting(Checkpoint.Head::writer).containsExactly("w1");
    assertThat(readHeads()).extracting(Checkpoint.Head::writer).containsExactly("w0", "w1");
    Files.writeString(file, Files.readString(file).replaceFirst("INT-1", "INT-2"));
    assertThatThrownBy(this::readHeads).hasMessageStartingWith("the ledger is not valid: ");
  }

  /// A head that is kept is that of the chain as it stands, also after its journal was replaced.
  @Test
  void headsAfterTheFileWasReplacedAreThoseOfTheFile() throws IOException {
    Counting opener = new Counting();
    Ledger ledger = ledger(opener, 1, session -> Samples.lasts(opener.file, session));
    ledger.prepareHeads();
    ledger.append(entry("w", 0));
    String one = Files.readString(file);
    ledger.append(entry("w", 1));
    replace(one); // without the second record
    AppendedRecord there = ledger.append(entry("w", 2));

    assertThat(there.writer()).startsWith("w/");
    assertThat(there.seq()).isEqualTo(1);
    assertThat(ledger.heads())
        .contains(readHeads(there.writer()).getFirst())
        .allSatisfy(head -> assertThat(readHeads()).contains(head));
    ledger.close();
  }

  /// Where the records came along into the other file, and others stand behind them, the chain goes
  /// on; a record of another branch at the same place does not continue it.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aChainGoesOnInAnotherFileOnlyWhereItsRecordsCameAlong(boolean along) throws IOException {
    Ledger mine = ledger(file, 1);
    mine.append(entry("w", 0));
    String common = Files.readString(file);
    mine.append(entry("w", 1));
    replace(along ? Files.readString(file) : common);
    Ledger other = ledger(file, 2);
    AppendedRecord theirs = other.append(entry("w", 2));
    other.close();
    AppendedRecord next = mine.append(entry("w", 3));
    mine.close();

    assertThat(theirs.seq()).isEqualTo(along ? 3 : 2);
    assertThat(next.seq()).isEqualTo(along ? 4 : 1);
    assertThat(next.writer().equals("w")).isEqualTo(along);
    assertThat(verified())
        .isEqualTo(new VerificationReport.Sound(along ? 4 : 3, along ? 1 : 2, false));
  }

  @Test
  void headsAreInTheOrderOfTheirWriters() throws IOException {
    Ledger ledger = ledger(file, 1);
    for (int i = 0; i < 30; i++) {
      ledger.append(entry("w" + i * 7 % 30, i));
    }
    ledger.close();

    assertThat(readHeads()).extracting(Checkpoint.Head::writer).hasSize(30).isSorted();
  }

  private void replace(String text) throws IOException {
    Path beside = directory.resolve("beside");
    Files.writeString(beside, text);
    Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Another process appends to our chain and to others between our records.
  @Test
  void whatOthersAppendedToOurChainIsFollowed() throws IOException {
    Ledger mine = ledger(file, 1);
    Ledger other = ledger(file, 2);
    mine.append(entry("w", 0));
    mine.append(entry("v", 0));
    AppendedRecord theirs = other.append(entry("w", 1));
    other.append(entry("x", 1));
    AppendedRecord next = mine.append(entry("w", 2));

    assertThat(theirs.seq()).isEqualTo(2);
    assertThat(next.seq()).isEqualTo(3);
    assertThat(mine.append(entry("v", 3)).seq()).isEqualTo(2);
    assertThat(other.append(entry("w", 4)).seq()).isEqualTo(4);
    assertThat(previous(next)).isEqualTo(theirs.hash());
    assertThat(verified()).isEqualTo(new VerificationReport.Sound(7, 3, false));
    mine.close();
    other.close();
  }

  private String previous(AppendedRecord record) throws IOException {
    return TraceRecord.readable(Files.readString(file)).stream()
        .filter(r -> r.id().equals(record.id()))
        .map(r -> r.chain().prev())
        .findFirst()
        .orElseThrow();
  }

  /// The name of a writer is looked for near the end of a line; one that is not there is read from
  /// the record.
  @ParameterizedTest
  @ValueSource(ints = {1, 300, 380, 430, 470, 500, 600, 5000})
  void aWriterIsFoundWhateverTheLengthOfItsName(int length) throws IOException {
    String name = "n".repeat(length);
    Ledger before = ledger(file, 1);
    before.append(entry(name, 0));
    AppendedRecord last = before.append(entry(name, 1));
    before.append(entry("other", 1));
    before.close();
    Ledger ledger = ledger(file, 2);
    AppendedRecord next = ledger.append(entry(name, 3));
    ledger.close();

    assertThat(next.seq()).isEqualTo(3);
    assertThat(previous(next)).isEqualTo(last.hash());
    assertThat(verified()).isEqualTo(new VerificationReport.Sound(4, 2, false));
  }

  /// A line of somebody that only looks like one of ours, and one that is none.
  @Test
  void linesThatAreNoRecordsAreNotFollowed() throws IOException {
    Ledger before = ledger(file, 1);
    AppendedRecord last = before.append(entry("w", 0));
    before.close();
    Files.writeString(
        file,
        Files.readString(file) + "{\"chain\":{\"writer\":\"w\",\"seq\":9}}\n\"writer\":\"w\n\n");
    Ledger ledger = ledger(file, 2);
    AppendedRecord next = ledger.append(entry("w", 1));

    assertThat(next.seq()).isEqualTo(2);
    assertThat(previous(next)).isEqualTo(last.hash());
    ledger.close();
  }

  /// A session that begins has no records: its name is not looked for, once.
  @Test
  void aSessionThatBeginsIsNotLookedFor() throws IOException {
    Ledger before = ledger(file, 1);
    before.append(entry("w", 0));
    before.close();
    Ledger ledger = ledger(file, 2);
    ledger.beginSession("w");

    assertThat(ledger.append(entry("w", 1)).seq()).isEqualTo(1);
    assertThat(ledger.append(entry("w", 2)).seq()).isEqualTo(2);
    ledger.close();
  }

  @Test
  void hashesAreThoseOfTheLines() throws IOException {
    Ledger ledger = ledger(file, 1);
    List<String> hashes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      hashes.add(ledger.append(entry("w", i)).hash());
    }
    ledger.close();

    assertThat(Files.readAllLines(file)).map(ContentHash::of).isEqualTo(hashes);
  }
}
