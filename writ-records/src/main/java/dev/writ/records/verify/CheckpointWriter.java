// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import dev.writ.base.json.JsonException;
import dev.writ.base.value.ContentHash;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.form.LedgerSigner;
import dev.writ.records.form.SignedEnvelope;
import dev.writ.records.journal.Journal;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.ChainContinuation;
import dev.writ.records.ledger.ChainHeads;
import dev.writ.records.ledger.Ledger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Signs what stands in the ledger, a line of the checkpoints' file at a time.
public final class CheckpointWriter implements AutoCloseable {
  /// Opens the checkpoints' file.
  @FunctionalInterface
  public interface CheckpointOpener {
    /// The journal, created where it is missing.
    @SuppressWarnings("exports") // only the kernel opens them
    Journal checkpoints() throws IOException;

    /// Whether what was opened last is still the checkpoints' file: Git replaces files.
    default boolean isCurrent() {
      return true;
    }
  }

  private final Ledger ledger;
  private final CheckpointOpener opener;
  private final LedgerSigner signer;
  private final InstantSource clock;
  private final String session;
  private final ChainContinuation continuation;
  private final List<Journal> journals = new ArrayList<>();
  private Optional<AppendedRecord> last = Optional.empty();

  /// Writes nothing yet.
  ///
  /// @param session the session that signs
  /// @param continuation which checkpoint of the session the next one follows
  public CheckpointWriter(
      Ledger ledger,
      CheckpointOpener opener,
      LedgerSigner signer,
      InstantSource clock,
      String session,
      ChainContinuation continuation) {
    this.ledger = ledger;
    this.opener = opener;
    this.signer = signer;
    this.clock = clock;
    this.session = session;
    this.continuation = continuation;
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
  /// @param verified what was: nothing that was appended since is signed
  /// @return as [#own()]; empty if there is no record
  /// @throws IOException where it can't be signed or written
  public synchronized Optional<AppendedRecord> all(ChainHeads verified) throws IOException {
    return write(verified.heads());
  }

  private Optional<AppendedRecord> write(List<Checkpoint.Head> heads) throws IOException {
    if (heads.isEmpty()) {
      return Optional.empty();
    }
    Journal to = journal();
    List<AppendedRecord> made = new ArrayList<>(1);
    Journal.Placed placed =
        to.place(
            at -> {
              AppendedRecord before = before(to, at);
              String line = line(heads, before);
              made.add(
                  new AppendedRecord(
                      ContentHash.of(signer.publicKey()),
                      before.writer(),
                      before.seq() + 1,
                      ContentHash.of(line)));
              return (line + "\n").getBytes(StandardCharsets.UTF_8);
            });
    last = Optional.of(made.getLast()); // it stands there, whether or not forcing it succeeds
    ledger.signed(heads);
    to.sync(placed);
    return last;
  }

  private Journal journal() throws IOException {
    if (journals.isEmpty() || !opener.isCurrent()) {
      journals.add(opener.checkpoints()); // older ones are closed at the end, with their locks
    }
    return journals.getLast();
  }

  /// What the next one follows.
  private AppendedRecord before(Journal in, long end) throws IOException {
    if (last.isEmpty() && ledger.hasBegun(session)) {
      return ChainContinuation.beginning(session);
    }
    Optional<AppendedRecord> found = found(in, end);
    return last.isPresent() && found.equals(last)
        ? last.get()
        : continuation.after(session, found, last.stream().toList());
  }

  private Optional<AppendedRecord> found(Journal in, long end) throws IOException {
    List<AppendedRecord> found = new ArrayList<>(1);
    in.backwards(
        0,
        end,
        (bytes, first, behind) -> {
          String line = new String(bytes, first, behind - first, StandardCharsets.UTF_8);
          made(line)
              .filter(made -> ChainContinuation.session(made.writer()).equals(session))
              .ifPresent(found::add);
          return found.isEmpty();
        });
    return found.stream().findFirst();
  }

  private static Optional<AppendedRecord> made(String line) {
    try {
      Checkpoint made = Checkpoint.parse(SignedEnvelope.parse(line).payload());
      Checkpoint.CheckpointPosition at = made.at();
      return Optional.of(
          new AppendedRecord(made.keyId(), at.session(), at.number(), ContentHash.of(line)));
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  private String line(List<Checkpoint.Head> heads, AppendedRecord before) throws IOException {
    Optional<String> previous = Optional.of(before.hash()).filter(hash -> !hash.isEmpty());
    Checkpoint checkpoint =
        new Checkpoint(
            new Checkpoint.CheckpointPosition(
                Ledger.timestamp(clock.instant()), before.writer(), before.seq() + 1, previous),
            heads,
            signer.publicKey());
    return SignedEnvelope.seal(checkpoint.statement(), signer).line();
  }

  @Override
  public synchronized void close() throws IOException {
    for (Journal journal : journals) {
      journal.close();
    }
  }
}
