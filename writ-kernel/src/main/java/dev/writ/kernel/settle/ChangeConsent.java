// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.settle;

import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.Receipt;
import java.io.IOException;

/// Decides whether what a command changed in its view counts.
public interface ChangeConsent {
  /// Decides. A decision against the changes is recorded with it.
  ///
  /// @throws IOException where that can't be recorded: nothing may count then
  /// @throws InterruptedException when the call is aborted meanwhile
  Decision decide(ShownChanges changes) throws IOException, InterruptedException;

  /// How it was decided.
  sealed interface Decision {
    /// They count, as soon as this decision is recorded.
    record Agreed(ActRecorder acts, Receipt receipt) implements Decision {}

    /// They don't.
    ///
    /// @param reason for the model; may be empty
    record Refused(String reason) implements Decision {}

    /// No person could be asked.
    record Unanswered() implements Decision {}
  }
}
