// Implements: docs/spec/02-architecture.md §2.4 (The door); docs/spec/10-trace-and-audit.md §10.4
// (Audit log)
package dev.writ.records.audit;

import dev.writ.records.ledger.AppendedRecord;
import java.io.IOException;
import java.util.List;
import java.util.SequencedMap;

/// Records every act of Writ: its decision durably before, its outcome after, in every ending. No
/// other code can write a receipt or an outcome, so what must be true of all acts (calls of tools,
/// hooks, undo, commits, a person's edits) is written once.
///
/// An outcome that can't be written has no further effect, because the act has been done:
/// verification reports the receipt without an outcome, and the next receipt finds the full disk
/// before anything happens.
public final class ActRecorder {
  private final AuditLog log;

  /// The recorder of a log's acts.
  ActRecorder(AuditLog log) {
    this.log = log;
  }

  /// What is done under a decision.
  ///
  /// @param <T> its result
  /// @param <X> what it throws besides an [IOException]; an abort, for most
  @FunctionalInterface
  public interface Act<T, X extends Exception> {
    /// Does it.
    ///
    /// @param open the recorded decision, which takes what the outcome is to say
    T perform(OpenAct open) throws IOException, X;
  }

  /// Records a decision by which nothing happens. It is complete without an outcome.
  ///
  /// @throws IOException where it can't be recorded
  /// @throws IllegalArgumentException where no gate denies it: that would be an act without outcome
  public void denied(Receipt receipt) throws IOException {
    if (receipt.denial().isEmpty()) {
      throw new IllegalArgumentException("permitted: " + receipt.subject().commandLine());
    }
    AuditLog.Written _ = log.receipt(receipt);
  }

  /// Records a permitted act that is not performed, and why.
  ///
  /// @param code such as `dry_run`
  /// @throws IOException where it can't be recorded
  public void unperformed(Receipt receipt, String code) throws IOException {
    OpenAct _ =
        perform(
            receipt,
            open -> {
              open.code(code);
              return open;
            });
  }

  /// Records a decision, performs the act and records its outcome. Without another word of the act,
  /// the outcome is `ok` where it returns, `aborted` where an interrupt ended it, and otherwise the
  /// code of its failure.
  ///
  /// @throws IOException where the decision can't be recorded, and then nothing is done; or what
  ///     the act throws
  /// @throws X what the act throws
  public <T, X extends Exception> T perform(Receipt receipt, Act<T, X> act) throws IOException, X {
    OpenAct open = new OpenAct(log, log.receipt(receipt));
    try {
      T result = act.perform(open);
      open.returned();
      return result;
    } catch (Throwable e) {
      open.failed(e);
      throw e;
    } finally {
      open.end();
    }
  }

  /// The sessions of this workspace that ended without the outcomes of all of their acts, because
  /// they were killed or the disk was full. They are this process's to settle.
  ///
  /// @throws IOException where that can't be looked up
  public List<AbandonedSession> abandoned() throws IOException {
    return log.abandoned();
  }

  /// The lines of the ledger that recorded acts of this user made in this workspace, the oldest
  /// first: the session of each, by the line's hash. Any program, and whoever has the repository,
  /// can append others.
  ///
  /// @throws IOException where the log can't be read
  public SequencedMap<String, String> recorded() throws IOException {
    return log.recorded();
  }

  /// Records how an act of a killed process ended.
  ///
  /// @param receipt the id of its receipt
  /// @param ledger the records of what it changed, and those that correct them
  /// @throws IOException where it can't be recorded
  public void settle(String receipt, KilledActOutcome outcome, List<AppendedRecord> ledger)
      throws IOException {
    log.settled(receipt, outcome, ledger);
  }
}
