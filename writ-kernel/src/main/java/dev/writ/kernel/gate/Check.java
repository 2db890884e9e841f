// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.Verdict;
import java.io.IOException;

/// One gate that needs nothing but the proposal and where the session stands. A check that throws
/// denies.
sealed interface Check
    permits ModeCheck,
        IntentCheck,
        ContainmentCheck,
        ScopeCheck,
        DenylistCheck,
        CommandCheck,
        LockCheck {
  /// The name in receipts.
  String name();

  /// The gate's answer.
  Verdict judge(Proposal proposal, Standing standing) throws IOException;
}
