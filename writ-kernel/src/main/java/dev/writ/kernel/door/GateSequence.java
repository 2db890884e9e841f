// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import dev.writ.kernel.approval.ApprovalCheck;
import dev.writ.kernel.check.ContainmentCheck;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.LockCheck;
import dev.writ.kernel.check.ModeCheck;
import dev.writ.kernel.check.RiskCheck;
import dev.writ.kernel.check.ScopeCheck;
import dev.writ.kernel.hooks.HookCheck;
import dev.writ.kernel.intents.IntentCheck;
import dev.writ.kernel.run.CommandCheck;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.run.DenylistCheck;
import java.util.List;

/// All gates that a proposal passes, in the order of §9.4. The order stands here and nowhere else;
/// `GateSequenceTest` fails where a [GateCheck] is missing from it.
///
/// @param checks those that need nothing but the proposal and the state of the session
/// @param hooks asked after them
/// @param risk asked after the hooks
/// @param approval asked last, with the concerns of all others
record GateSequence(
    List<GateCheck> checks, HookCheck hooks, RiskCheck risk, ApprovalCheck approval) {
  GateSequence {
    checks = List.copyOf(checks);
  }

  static GateSequence of(
      IntentCheck intents,
      ContainmentCheck containment,
      CommandServices commands,
      HookCheck hooks,
      RiskCheck risk,
      ApprovalCheck approval) {
    return new GateSequence(
        List.of(
            new ModeCheck(),
            intents,
            new DenylistCheck(commands),
            containment,
            new ScopeCheck(),
            new CommandCheck(commands),
            new LockCheck()),
        hooks,
        risk,
        approval);
  }
}
