// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.settle;

import dev.writ.records.audit.AuditLog;
import java.io.IOException;

/// Decides whether what a command changed in its view counts, and records that.
public interface ChangeConsent {
  /// Decides, and writes the receipt.
  ///
  /// @throws IOException where the decision can't be recorded: nothing may count then
  /// @throws InterruptedException when the call is aborted meanwhile
  Decision decide(ShownChanges changes) throws IOException, InterruptedException;

  /// Records what became of changes that were agreed to.
  void settled(AuditLog.Written receipt, AuditLog.Outcome outcome);

  /// How it was decided.
  sealed interface Decision {
    /// They count.
    ///
    /// @param receipt of this decision
    record Agreed(AuditLog.Written receipt) implements Decision {}

    /// They don't.
    ///
    /// @param reason for the model; may be empty
    record Refused(String reason) implements Decision {}

    /// No person could be asked.
    record Unanswered() implements Decision {}
  }
}
