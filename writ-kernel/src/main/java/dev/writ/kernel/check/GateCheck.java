// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.check;

import dev.writ.base.value.Verdict;
import dev.writ.kernel.approval.ApprovalCheck;
import dev.writ.kernel.hooks.HookCheck;
import dev.writ.kernel.intents.IntentCheck;
import dev.writ.kernel.run.CommandCheck;
import dev.writ.kernel.run.DenylistCheck;
import java.io.IOException;

/// One gate. The door asks all of them in one loop, in the order of its `GateSequence`; a check
/// that throws denies.
public sealed interface GateCheck
    permits ModeCheck,
        IntentCheck,
        DenylistCheck,
        ContainmentCheck,
        ScopeCheck,
        CommandCheck,
        LockCheck,
        HookCheck,
        RiskCheck,
        ApprovalCheck {
  /// The name in receipts.
  String name();

  /// The gate's answer.
  ///
  /// @throws InterruptedException when aborted
  Verdict judge(GateSubject subject) throws IOException, InterruptedException;
}
