// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.gate;

import dev.writ.kernel.audit.AuditLog;
import dev.writ.kernel.call.Hash;
import dev.writ.kernel.effect.SigningKey;
import dev.writ.kernel.effect.WorkspaceRecords;
import dev.writ.kernel.ledger.Appended;
import dev.writ.kernel.ledger.CheckpointWriter;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.PublicKeys;
import dev.writ.kernel.ledger.Reading;
import dev.writ.kernel.ledger.Trust;
import dev.writ.kernel.ledger.Verification;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Proves the ledger: signs what stands in it, and verifies it against its chains, its checkpoints
/// and what the audit log of this machine remembers.
public final class Signing implements AutoCloseable {
  private final WorkspaceRecords records;
  private final Ledger ledger;
  private final AuditLog audit;
  private final SigningKey key;
  private final CheckpointWriter writer;

  Signing(
      WorkspaceRecords records,
      Ledger ledger,
      AuditLog audit,
      WorkspacePlace place,
      InstantSource clock) {
    this.records = records;
    this.ledger = ledger;
    this.audit = audit;
    this.key = new SigningKey(place.data(), place.directory());
    this.writer = new CheckpointWriter(ledger, records, key, clock, place.session());
  }

  /// There will be checkpoints in this session: what they need is kept from now on.
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

  /// Signs the whole ledger, whoever wrote it, if it holds.
  ///
  /// @return what verifying it found, before
  /// @throws IOException where it can't be read, signed or written
  public Verification checkpointAll() throws IOException {
    Verification found = verify(Set.of());
    if (found instanceof Verification.Sound) {
      remembered(writer.all());
    }
    return found;
  }

  private boolean remembered(Optional<Appended> checkpoint) throws IOException {
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
    return key.known().map(Hash::of);
  }

  /// Verifies the ledger.
  ///
  /// @param keys hashes of public keys; where there is one, checkpoints that are signed with
  ///     another, and not with the person's own, don't hold
  /// @throws IOException where something can't be read
  public Verification verify(Set<String> keys) throws IOException {
    // First what is remembered: what others append meanwhile is then not missed.
    AuditLog.Review review = audit.review();
    byte[] checkpoints = records.signed();
    Set<String> trusted = new HashSet<>(keys);
    if (!keys.isEmpty()) {
      keyId().ifPresent(trusted::add);
    }
    Trust trust = new Trust(trusted, !keys.isEmpty());
    Optional<Reading> reading = ledger.reading();
    try (Reading open = reading.isPresent() ? reading.get() : Reading.of(new byte[0])) {
      return Verification.of(open, review.lasts(), checkpoints, trust, review.checkpoints());
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
