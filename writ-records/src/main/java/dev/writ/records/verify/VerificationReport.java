// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import dev.writ.records.form.ChainLink;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.LedgerReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The result of verifying a ledger.
public sealed interface VerificationReport {
  /// Every line is a record, every chain holds, and so does every checkpoint.
  ///
  /// @param records how many
  /// @param writers how many chains
  /// @param tornTail whether a last line without its end stands there, as a crash leaves it; the
  ///     next append moves it aside
  /// @param signed what was signed of it
  record Sound(int records, int writers, boolean tornTail, Signed signed)
      implements VerificationReport {
    /// With nothing signed.
    public Sound(int records, int writers, boolean tornTail) {
      this(records, writers, tornTail, new Signed(0, Map.of()));
    }
  }

  /// The checkpoints of a ledger.
  ///
  /// @param checkpoints how many
  /// @param keys how many of them were signed with which key, by its hash
  record Signed(int checkpoints, Map<String, Integer> keys) {
    public Signed {
      keys = Map.copyOf(keys);
    }
  }

  /// The first line of the ledger that does not hold.
  ///
  /// @param line 1-based
  /// @param lost where the problem is a record that the audit log remembers and the ledger lacks:
  ///     its id
  record BrokenLedger(int line, String problem, Optional<String> lost)
      implements VerificationReport {
    /// A line that is there.
    public BrokenLedger(int line, String problem) {
      this(line, problem, Optional.empty());
    }
  }

  /// The first checkpoint that does not hold.
  ///
  /// @param line 1-based
  record BrokenCheckpoint(int line, String problem) implements VerificationReport {}

  /// Neither the ledger nor its checkpoints hold.
  record BrokenBoth(BrokenLedger ledger, BrokenCheckpoint checkpoint)
      implements VerificationReport {}

  /// Verifies a ledger's bytes.
  ///
  /// @param remembered each writer's last record as the audit log knows it, so that a removed tail
  ///     shows too
  static VerificationReport of(byte[] ledger, Map<String, AppendedRecord> remembered) {
    try {
      return of(
          LedgerReading.of(ledger),
          remembered,
          new byte[0],
          SignatureTrust.ANYBODY,
          Map.of(),
          _ -> {});
    } catch (IOException e) {
      throw new UncheckedIOException("a line is too long", e);
    }
  }

  /// Verifies a ledger's text.
  static VerificationReport of(String ledger, Map<String, AppendedRecord> remembered) {
    return of(ledger.getBytes(StandardCharsets.UTF_8), remembered);
  }

  /// Verifies a ledger with its checkpoints.
  ///
  /// @param remembered each writer's last record as the audit log knows it
  /// @param checkpoints the bytes of their file
  /// @param trust whose signatures count
  /// @param rememberedCheckpoints each session's last checkpoint as the audit log knows it, its
  ///     number as `seq`
  /// @param seen receives each record that holds, in order
  /// @throws IOException where the ledger can't be read
  static VerificationReport of(
      LedgerReading ledger,
      Map<String, AppendedRecord> remembered,
      byte[] checkpoints,
      SignatureTrust trust,
      Map<String, AppendedRecord> rememberedCheckpoints,
      Consumer<ChainLink> seen)
      throws IOException {
    CheckpointStore store = new CheckpointStore(checkpoints, trust, rememberedCheckpoints);
    return new LedgerVerifier(store, remembered, seen).verify(ledger);
  }
}
