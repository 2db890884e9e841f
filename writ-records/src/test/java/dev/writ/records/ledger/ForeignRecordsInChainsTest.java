// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static dev.writ.records.change.Samples.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.writ.records.change.Samples;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A session's chain goes on behind its own records only, whoever else wrote to it.
class ForeignRecordsInChainsTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void aFile() {
    file = directory.resolve("ledger");
  }

  /// A process that has no memory of others' records.
  private Ledger process(long seed, Map<String, AppendedRecord> memory) {
    return Samples.ledger(new Samples.InFile(file), seed, _ -> memory);
  }

  /// Somebody who goes on with any chain.
  private AppendedRecord foreign() throws IOException {
    try (Ledger other = Samples.ledger(file, 99)) {
      return other.append(entry("w", 99));
    }
  }

  private void verifies(int records, int writers) throws IOException {
    assertThat(VerificationReport.of(Files.readAllBytes(file), Map.of()))
        .isEqualTo(new VerificationReport.Sound(records, writers, false));
  }

  @Test
  void aSessionThatStaysOpenBeginsAnotherChain() throws IOException {
    Ledger mine = process(1, Map.of());
    mine.prepareHeads();
    mine.append(entry("w", 0));
    AppendedRecord theirs = foreign();
    AppendedRecord next = mine.append(entry("w", 1));
    AppendedRecord last = mine.append(entry("w", 2));

    assertThat(theirs.seq()).isEqualTo(2);
    assertThat(next.writer()).startsWith("w/");
    assertThat(next.seq()).isEqualTo(1);
    assertThat(last.writer()).isEqualTo(next.writer());
    assertThat(last.seq()).isEqualTo(2);
    assertThat(mine.heads())
        .extracting(Checkpoint.Head::writer, Checkpoint.Head::records)
        .containsExactlyInAnyOrder(tuple("w", 1L), tuple(next.writer(), 2L));
    mine.close();
    verifies(4, 2);
  }

  @Test
  void aSessionThatIsContinuedGoesOnBehindItsOwnLastRecordOnly() throws IOException {
    AppendedRecord own;
    try (Ledger before = process(1, Map.of())) {
      own = before.append(entry("w", 0));
    }
    try (Ledger next = process(2, Map.of("w", own))) {
      own = next.append(entry("w", 1));
    }
    assertThat(own.writer()).isEqualTo("w");
    assertThat(own.seq()).isEqualTo(2);
    foreign();
    try (Ledger next = process(3, Map.of("w", own))) {
      assertThat(next.append(entry("w", 2)).writer()).startsWith("w/");
    }
    verifies(4, 2);
  }

  /// What was removed keeps its number, so that it is missed for ever.
  @Test
  void afterALedgerFromBeforeAnotherChainBegins() throws IOException {
    Ledger open = process(1, Map.of());
    open.append(entry("w", 0));
    String before = Files.readString(file);
    AppendedRecord lost = open.append(entry("w", 1));
    Files.writeString(file, before); // the same file
    assertThat(open.append(entry("w", 2)).writer()).startsWith("w/");
    open.close();
    Files.writeString(file, before);
    try (Ledger next = process(2, Map.of("w", lost))) {
      assertThat(next.append(entry("w", 3)).writer()).startsWith("w/");
    }
    Files.delete(file);
    try (Ledger next = process(3, Map.of("w", lost))) {
      assertThat(next.append(entry("w", 4)).writer()).startsWith("w/");
    }
  }

  /// Nothing is kept of a chain that began in another process: its head is read, up to the own
  /// last record.
  @Test
  void aHeadThatIsReadEndsWithTheOwnLastRecord() throws IOException {
    AppendedRecord own;
    try (Ledger before = process(1, Map.of())) {
      own = before.append(entry("w", 0));
    }
    try (Ledger mine = process(2, Map.of("w", own))) {
      mine.prepareHeads();
      AppendedRecord last = mine.append(entry("w", 1));
      foreign();

      assertThat(mine.heads())
          .singleElement()
          .satisfies(
              head -> {
                assertThat(head.records()).isEqualTo(2);
                assertThat(head.last()).isEqualTo(last.hash());
              });
      mine.signed(mine.heads());
      assertThat(mine.heads()).isEmpty();
    }
  }

  /// The own last record vouches for those before it by its hash: others can't take their place.
  @Test
  void aHeadIsNotReadFromAChainThatDoesNotHold() throws IOException {
    AppendedRecord own;
    try (Ledger before = process(1, Map.of())) {
      own = before.append(entry("w", 0));
    }
    try (Ledger mine = process(2, Map.of("w", own))) {
      mine.append(entry("w", 1));
      List<String> lines = Files.readAllLines(file);
      Path forged = directory.resolve("forged");
      try (Ledger other = Samples.ledger(forged, 3)) {
        other.append(entry("w", 9));
      }
      Files.writeString(file, Files.readString(forged) + lines.getLast() + "\n");

      assertThatThrownBy(mine::heads).hasMessageContaining("does not follow from the one before");
    }
  }
}
