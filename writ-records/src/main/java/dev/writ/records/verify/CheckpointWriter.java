// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import dev.writ.base.value.ContentHash;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.form.LedgerSigner;
import dev.writ.records.form.SignedEnvelope;
import dev.writ.records.journal.Journal;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.LedgerReading;
import dev.writ.records.ledger.RecordChains;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Signs what stands in the ledger, a line of the checkpoints' file at a time.
public final class CheckpointWriter implements AutoCloseable {
  /// Opens the checkpoints' file.
  @FunctionalInterface
  public interface CheckpointOpener {
    /// The journal, created where it is missing.
    @SuppressWarnings("exports") // only the kernel opens them
    Journal checkpoints() throws IOException;
  }

  private final Ledger ledger;
  private final CheckpointOpener opener;
  private final LedgerSigner signer;
  private final InstantSource clock;
  private final String session;
  private Optional<Journal> journal = Optional.empty();
  private Optional<AppendedRecord> last = Optional.empty();

  /// Writes nothing yet.
  ///
  /// @param session the session that signs; no other session writes in its name
  public CheckpointWriter(
      Ledger ledger,
      CheckpointOpener opener,
      LedgerSigner signer,
      InstantSource clock,
      String session) {
    this.ledger = ledger;
    this.opener = opener;
    this.signer = signer;
    this.clock = clock;
    this.session = session;
  }

  /// Signs the chains that this process wrote to since the last time.
  ///
  /// @return the checkpoint, its number as `seq`; empty where nothing was appended
  /// @throws IOException where it can't be signed or written
  public synchronized Optional<AppendedRecord> own() throws IOException {
    return write(ledger.heads());
  }

  /// Signs all chains of a ledger that was verified.
  ///
  /// @return as [#own()]; empty if there is no record
  /// @throws IOException where it can't be read, signed or written
  public synchronized Optional<AppendedRecord> all() throws IOException {
    Optional<LedgerReading> reading = ledger.reading();
    if (reading.isEmpty()) {
      return Optional.empty();
    }
    try (LedgerReading open = reading.get()) {
      return write(RecordChains.heads(open, Set.of()));
    }
  }

  private Optional<AppendedRecord> write(List<Checkpoint.Head> heads) throws IOException {
    if (heads.isEmpty()) {
      return Optional.empty();
    }
    long number = last.map(AppendedRecord::seq).orElse(0L) + 1;
    Checkpoint checkpoint =
        new Checkpoint(
            new Checkpoint.CheckpointPosition(
                Ledger.timestamp(clock.instant()), session, number, last.map(AppendedRecord::hash)),
            heads,
            signer.publicKey());
    String line = SignedEnvelope.seal(checkpoint.statement(), signer).line();
    if (journal.isEmpty()) {
      journal = Optional.of(opener.checkpoints());
    }
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    Journal.Placed placed = journal.get().place(_ -> bytes);
    AppendedRecord written =
        new AppendedRecord(checkpoint.keyId(), session, number, ContentHash.of(line));
    last = Optional.of(written); // it stands there, whether or not forcing it succeeds
    ledger.signed(heads);
    journal.get().sync(placed);
    return last;
  }

  @Override
  public synchronized void close() throws IOException {
    if (journal.isPresent()) {
      journal.get().close();
    }
  }
}
