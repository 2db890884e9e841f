// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import static dev.writ.records.change.Samples.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ContentHash;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.change.Samples;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.form.MemoryKey;
import dev.writ.records.form.SignedEnvelope;
import dev.writ.records.journal.Journal;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.ChainContinuation;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.LedgerReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A session signs on in another process, and in a file that was changed meanwhile.
class ContinuedCheckpointsTest {
  private static final InstantSource CLOCK = () -> Instant.ofEpochMilli(1_700_000_000_000L);

  @TempDir Path directory;
  private final MemoryKey key = new MemoryKey();
  private Path file;
  private Path checkpoints;
  private int processes;

  @BeforeEach
  void files() {
    file = directory.resolve("ledger");
    checkpoints = directory.resolve("checkpoints");
  }

  /// A process of the session.
  private final class SessionProcess implements AutoCloseable {
    private final AuditLog audit =
        new AuditLog(directory.resolve("data"), AuditLog.MAX_BYTES, CLOCK, "/w", "r" + processes);
    private final Ledger ledger = Samples.ledger(file, ++processes);
    private final CheckpointWriter writer =
        new CheckpointWriter(
            ledger,
            new CheckpointWriter.CheckpointOpener() {
              private final Samples.InFile opened = new Samples.InFile(checkpoints);

              @Override
              public Journal checkpoints() throws IOException {
                return opened.create();
              }

              @Override
              public boolean isCurrent() {
                return opened.current();
              }
            },
            key,
            CLOCK,
            "s",
            new ChainContinuation(audit::checkpoints, new SplittableRandom(processes)));

    void turn() throws IOException {
      ledger.append(entry("s", processes));
      AppendedRecord made = writer.own().orElseThrow();
      audit.checkpoint(made);
    }

    @Override
    public void close() throws IOException {
      writer.close();
      ledger.close();
      audit.close();
    }
  }

  private void turns(int count) throws IOException {
    try (SessionProcess process = new SessionProcess()) {
      for (int i = 0; i < count; i++) {
        process.turn();
      }
    }
  }

  private VerificationReport verified() throws IOException {
    try (SessionProcess process = new SessionProcess()) {
      return VerificationReport.of(
          LedgerReading.of(Files.readAllBytes(file)),
          Map.of(),
          Files.readAllBytes(checkpoints),
          SignatureTrust.ANYBODY,
          process.audit.review().checkpoints(),
          _ -> {});
    }
  }

  /// The chains of the checkpoints, in the order of their lines.
  private List<String> chains() throws Exception {
    List<String> chains = new ArrayList<>();
    for (String line : Files.readAllLines(checkpoints)) {
      Checkpoint.CheckpointPosition at =
          Checkpoint.parse(SignedEnvelope.parse(line).payload()).at();
      chains.add(at.session() + " " + at.number());
    }
    return chains;
  }

  @Test
  void theNextProcessGoesOnWithTheChain() throws Exception {
    turns(2);
    turns(1);
    turns(1);

    assertThat(chains()).containsExactly("s 1", "s 2", "s 3", "s 4");
    assertThat(verified()).isInstanceOf(VerificationReport.Sound.class);
  }

  /// What was removed keeps its number: it is missed as before.
  @Test
  void afterAFileFromBeforeAnotherChainBeginsAndTheLossShows() throws Exception {
    turns(1);
    String before = Files.readString(checkpoints);
    turns(1);
    Files.writeString(checkpoints, before);
    turns(2);

    assertThat(chains().subList(0, 1)).containsExactly("s 1");
    assertThat(chains().get(1)).startsWith("s/").endsWith(" 1");
    assertThat(chains().get(2)).startsWith("s/").endsWith(" 2");
    assertThat(verified())
        .isInstanceOfSatisfying(
            VerificationReport.BrokenCheckpoint.class,
            broken -> assertThat(broken.problem()).contains("checkpoint 2 of s is missing"));
  }

  /// Git replaces the file under a session: what it signs then stands in the new one.
  @Test
  void whatIsSignedAfterTheFileWasReplacedStandsInIt() throws Exception {
    try (SessionProcess process = new SessionProcess()) {
      process.turn();
      String before = Files.readString(checkpoints);
      process.turn();
      String whole = Files.readString(checkpoints);
      replace(before);
      process.turn();
      assertThat(chains()).hasSize(2).element(1).asString().startsWith("s/");
      replace(whole + Files.readAllLines(checkpoints).getLast() + "\n"); // merged
      process.turn();
    }

    assertThat(chains()).hasSize(4);
    assertThat(verified()).isInstanceOf(VerificationReport.Sound.class);
  }

  private void replace(String text) throws IOException {
    Path beside = directory.resolve("beside");
    Files.writeString(beside, text);
    Files.move(beside, checkpoints, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Somebody else's checkpoint in the session's name is no part of what this person signs.
  @Test
  void nobodyElsesCheckpointIsFollowed() throws Exception {
    turns(1);
    String own = Files.readString(checkpoints);
    Checkpoint made = Checkpoint.parse(SignedEnvelope.parse(own.strip()).payload());
    MemoryKey other = new MemoryKey();
    Checkpoint forged =
        new Checkpoint(
            new Checkpoint.CheckpointPosition(
                made.at().timestamp(), "s", 2, Optional.of(ContentHash.of(own.strip()))),
            made.heads(),
            other.publicKey());
    Files.writeString(
        checkpoints, own + SignedEnvelope.seal(forged.statement(), other).line() + "\n");
    turns(1);

    assertThat(chains()).hasSize(3).last().asString().startsWith("s/").endsWith(" 1");
    assertThat(verified()).isInstanceOf(VerificationReport.Sound.class);
  }

  /// One line that does not hold hides nothing of the ledger.
  @Test
  void aLedgerThatIsBrokenTooIsTold() throws Exception {
    turns(2);
    Files.writeString(checkpoints, "{}\n");
    Files.writeString(file, Files.readString(file).replaceFirst("INT-1", "INT-2"));

    assertThat(verified())
        .isInstanceOfSatisfying(
            VerificationReport.BrokenBoth.class,
            both -> {
              assertThat(both.ledger().line()).isEqualTo(1);
              assertThat(both.checkpoint().problem()).contains("not a checkpoint");
            });
  }
}
