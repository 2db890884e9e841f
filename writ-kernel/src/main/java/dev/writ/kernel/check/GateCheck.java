// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.check;

import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.intents.IntentCheck;
import dev.writ.kernel.run.CommandCheck;
import dev.writ.kernel.run.DenylistCheck;
import dev.writ.kernel.session.SessionState;
import java.io.IOException;

/// One gate that needs nothing but the proposal and where the session stands. A check that throws
/// denies.
public sealed interface GateCheck
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
  Verdict judge(Proposal proposal, SessionState state) throws IOException;
}
