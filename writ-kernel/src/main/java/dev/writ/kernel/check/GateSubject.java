// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.check;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.session.SessionState;
import java.util.ArrayList;
import java.util.List;

/// The subject of one gate.
///
/// @param risk of the proposal, assessed before the first gate: every receipt states it
/// @param hooks how users' hooks take part
/// @param concerns those of the gates before this one, in their order
public record GateSubject(
    Proposal proposal,
    SessionState state,
    RiskAssessment risk,
    HookTurn hooks,
    List<ApprovalConcern> concerns) {
  public GateSubject {
    concerns = List.copyOf(concerns);
  }

  /// That of the first gate.
  public GateSubject(Proposal proposal, SessionState state, RiskAssessment risk, HookTurn hooks) {
    this(proposal, state, risk, hooks, List.of());
  }

  /// That of the next gate, after one with this verdict.
  public GateSubject after(Verdict verdict) {
    if (verdict.concerns().isEmpty()) {
      return this;
    }
    List<ApprovalConcern> all = new ArrayList<>(concerns);
    all.addAll(verdict.concerns());
    return new GateSubject(proposal, state, risk, hooks, all);
  }
}
