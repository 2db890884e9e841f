// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.change;

import dev.writ.base.value.ContentHash;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.kernel.store.SigningKey;
import dev.writ.kernel.store.WorkspaceRecords;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.audit.OwnRecords;
import dev.writ.records.form.ChainLink;
import dev.writ.records.form.PublicKeys;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.ChainContinuation;
import dev.writ.records.ledger.ChainHeads;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.LedgerReading;
import dev.writ.records.verify.CheckpointWriter;
import dev.writ.records.verify.RecordOrigins;
import dev.writ.records.verify.SignatureTrust;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Signs the ledger, and verifies it against its chains, its checkpoints and the audit log of this
/// machine.
public final class LedgerSigning implements AutoCloseable {
  private final WorkspaceRecords records;
  private final Ledger ledger;
  private final AuditLog audit;
  private final SigningKey key;
  private final CheckpointWriter writer;

  public LedgerSigning(
      WorkspaceRecords records,
      Ledger ledger,
      AuditLog audit,
      WorkspacePlace place,
      InstantSource clock,
      RandomGenerator random) {
    this.records = records;
    this.ledger = ledger;
    this.audit = audit;
    this.key = new SigningKey(place.data(), place.directory());
    this.writer =
        new CheckpointWriter(
            ledger,
            records,
            key,
            clock,
            place.session(),
            new ChainContinuation(audit::checkpoints, random));
  }

  /// Prepares for checkpoints in this session: from now on their data is kept in memory.
  public void prepare() {
    ledger.prepareHeads();
  }

  /// Signs what this session has appended since its last checkpoint.
  ///
  /// @return whether there was something
  /// @throws IOException where it can't be signed or written
  public boolean checkpoint() throws IOException {
    return remembered(writer.own());
  }

  /// Signs the whole ledger, of all writers, if it is valid and has no record in the name of this
  /// person's sessions that the audit log lacks.
  ///
  /// @param unknownToo whether such records are signed all the same
  /// @return what verifying it found, before, and whether it is signed, or empty
  /// @throws IOException where it can't be read, signed or written
  public Signing checkpointAll(boolean unknownToo) throws IOException {
    ChainHeads heads = new ChainHeads();
    Examined found = examine(Set.of(), heads);
    boolean signs =
        found.report() instanceof VerificationReport.Sound
            && (unknownToo || found.origins().unknown() == 0);
    if (signs) {
      remembered(writer.all(heads));
    }
    return new Signing(found, signs);
  }

  /// A ledger that was to be signed.
  ///
  /// @param done whether all of it is signed
  public record Signing(Examined found, boolean done) {}

  private boolean remembered(Optional<AppendedRecord> checkpoint) throws IOException {
    if (checkpoint.isPresent()) {
      audit.checkpoint(checkpoint.get());
    }
    return checkpoint.isPresent();
  }

  /// The person's public key in PEM; the key is made where there is none.
  ///
  /// @throws IOException where it can't be read or made
  public String publicKey() throws IOException {
    return PublicKeys.pem("PUBLIC KEY", key.publicKey());
  }

  /// The hash by which checkpoints name the person's key; empty where none was made.
  ///
  /// @throws IOException where it can't be read
  public Optional<String> keyId() throws IOException {
    return key.known().map(ContentHash::of);
  }

  /// Verifies the ledger.
  ///
  /// @param keys hashes of trusted public keys. If there are any, a checkpoint signed with another
  ///     key than these and the person's own is invalid
  /// @throws IOException where something can't be read
  public VerificationReport verify(Set<String> keys) throws IOException {
    return examine(keys).report();
  }

  /// A ledger that was verified.
  ///
  /// @param origins who made its records, up to the first that does not hold
  /// @param continued which of its sessions went on in another directory
  public record Examined(
      VerificationReport report, RecordOrigins origins, List<ContinuedChains.Continued> continued) {
    public Examined {
      continued = List.copyOf(continued);
    }
  }

  /// Verifies the ledger as [#verify], and looks who made its records.
  ///
  /// @throws IOException where something can't be read
  public Examined examine(Set<String> keys) throws IOException {
    return examine(keys, _ -> {});
  }

  private Examined examine(Set<String> keys, Consumer<ChainLink> seen) throws IOException {
    OwnRecords own = audit.made();
    RecordOrigins origins = new RecordOrigins(own.places(), own.sessions(), audit.place());
    ContinuedChains chains = new ContinuedChains(own);
    VerificationReport report = verify(keys, origins.andThen(chains).andThen(seen));
    return new Examined(chains.judged(report), origins, chains.continued());
  }

  private VerificationReport verify(Set<String> keys, Consumer<ChainLink> seen) throws IOException {
    // First what is remembered: what others append meanwhile is then not missed.
    AuditLog.Review review = audit.review();
    byte[] checkpoints = records.signed();
    Set<String> trusted = new HashSet<>(keys);
    if (!keys.isEmpty()) {
      keyId().ifPresent(trusted::add);
    }
    SignatureTrust trust = new SignatureTrust(trusted, !keys.isEmpty());
    Optional<LedgerReading> reading = ledger.reading();
    try (LedgerReading open = reading.isPresent() ? reading.get() : LedgerReading.of(new byte[0])) {
      return VerificationReport.of(
          open, review.lasts(), checkpoints, trust, review.checkpoints(), seen);
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
