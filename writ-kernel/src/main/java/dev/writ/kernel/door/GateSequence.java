// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.approval.ApprovalCheck;
import dev.writ.kernel.approval.ApprovalCheck.Agreement;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.check.ContainmentCheck;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.LockCheck;
import dev.writ.kernel.check.ModeCheck;
import dev.writ.kernel.check.RiskCheck;
import dev.writ.kernel.check.ScopeCheck;
import dev.writ.kernel.hooks.HookCheck;
import dev.writ.kernel.hooks.HookRunner;
import dev.writ.kernel.intents.IntentCheck;
import dev.writ.kernel.run.CommandCheck;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.run.DenylistCheck;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.CallFailure;
import java.util.List;
import java.util.Optional;

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

  /// Asks a person, unless a hook objects to that.
  ///
  /// @param occasion for hooks; empty where none are run
  Agreement agreement(
      Proposal proposal,
      SessionState state,
      List<ApprovalConcern> concerns,
      Optional<HookRunner.Occasion> occasion)
      throws InterruptedException {
    try {
      Optional<ToolError> objection =
          occasion.isPresent()
              ? hooks.permission(proposal, occasion.get(), ApprovalConcern.words(concerns))
              : Optional.empty();
      return objection.isPresent()
          ? new Agreement.Refused(objection.get())
          : approval.ask(proposal, state, concerns);
    } catch (RuntimeException | Error e) {
      return new Agreement.Refused(CallFailure.bug(e));
    }
  }
}
