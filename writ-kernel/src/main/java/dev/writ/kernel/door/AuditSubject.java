// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.door;

import dev.writ.base.value.ContentHash;
import dev.writ.kernel.approval.ProposalText;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.check.RiskAssessment.Risk;
import dev.writ.kernel.policy.LineSecrets;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.audit.Receipt;
import dev.writ.records.ledger.ActOrigin;
import java.util.List;
import java.util.Optional;

/// The subject of a decision, ready to be recorded.
///
/// @param risk empty where no proposal came of the call, or it can't be assessed
/// @param run the command that it is about, if it is about one
record AuditSubject(
    Optional<Risk> risk,
    ActOrigin origin,
    String digest,
    Receipt.Subject subject,
    Optional<JudgedRun> run,
    List<String> effects) {

  /// @param standing what it was judged by: an answer may change that for the calls to come
  record JudgedRun(Effect.RunCommand command, CommandStanding standing) {}

  static AuditSubject of(CallRequest request, CallEvaluation evaluated) {
    return evaluated.proposed() instanceof ToolCatalogue.Proposed.ReadyProposal ready
        ? of(ready.proposal(), evaluated.risk(), request)
        : unparsed(request.call(), request.origin());
  }

  private static AuditSubject of(Proposal proposal, Optional<Risk> risk, CallRequest request) {
    List<String> effects = ProposalText.what(proposal);
    String tool = proposal.call().tool();
    String line = tool + ": " + String.join(", ", effects);
    Optional<JudgedRun> judged = Optional.empty();
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.RunCommand run) {
        line = run.line().text();
        judged = Optional.of(new JudgedRun(run, request.situation().standing()));
      }
    }
    Receipt.Subject subject =
        new Receipt.Subject(
            proposal.call().id(), tool, proposal.described(), line, judged.isPresent());
    return new AuditSubject(risk, request.origin(), proposal.digest(), subject, judged, effects);
  }

  /// For a call without a proposal: its raw text is hashed, not recorded.
  private static AuditSubject unparsed(ToolCall call, ActOrigin origin) {
    String tool = call.tool().length() > 200 ? call.tool().substring(0, 200) : call.tool();
    Receipt.Subject subject = new Receipt.Subject(call.id(), tool, List.of(), tool, false);
    String digest = ContentHash.of(call.tool() + "\n" + call.arguments());
    return new AuditSubject(Optional.empty(), origin, digest, subject, Optional.empty(), List.of());
  }

  /// The part of its line that is not masked and that no record may contain.
  List<String> secrets() {
    return run.map(judged -> LineSecrets.of(judged.command().line())).orElse(List.of());
  }
}
