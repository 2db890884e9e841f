// Implements: docs/spec/07-commands.md §7.7 (Asking for a verdict)
package dev.writ.kernel.tool;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.Proposal;
import dev.writ.records.audit.GateAnswer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The verdict of the gates on a call, before the question to a person and before any record.
///
/// @param gates every gate's answer so far, in order
/// @param proposal empty if no proposal came of the call
/// @param asks the reasons of the question to a person; empty if there is none
/// @param refused why the call is refused; empty if it is not
public record GateJudgement(
    List<GateAnswer> gates,
    Optional<Proposal> proposal,
    List<ApprovalConcern> asks,
    Optional<ToolError> refused) {
  public GateJudgement {
    gates = List.copyOf(gates);
    asks = List.copyOf(asks);
  }

  /// The same with the gates' verdicts on the next part of its line.
  public GateJudgement with(GateJudgement next) {
    Set<ApprovalConcern> all = new LinkedHashSet<>(asks);
    all.addAll(next.asks);
    boolean counts = next.refused.isPresent() || !next.asks.isEmpty();
    return new GateJudgement(
        counts ? next.gates : gates, next.proposal, List.copyOf(all), next.refused);
  }
}
