// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.door;

import dev.writ.base.value.ContentHash;
import dev.writ.kernel.approval.ProposalText;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.check.RiskCheck;
import dev.writ.kernel.policy.LineSecrets;
import dev.writ.records.audit.Receipt;
import dev.writ.records.ledger.ActOrigin;
import java.util.List;
import java.util.Optional;

/// What a decision is about, ready to be recorded.
///
/// @param risk empty where no proposal came of the call, or it can't be assessed
/// @param run the command that it is about, if it is about one
record AuditSubject(
    Optional<RiskCheck.Risk> risk,
    ActOrigin origin,
    String digest,
    Receipt.Subject subject,
    Optional<Effect.RunCommand> run,
    List<String> effects) {

  static AuditSubject of(Proposal proposal, Optional<RiskCheck.Risk> risk, ActOrigin origin) {
    List<String> effects = ProposalText.what(proposal);
    String tool = proposal.call().tool();
    String line = tool + ": " + String.join(", ", effects);
    Optional<Effect.RunCommand> command = Optional.empty();
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.RunCommand run) {
        line = run.line().text();
        command = Optional.of(run);
      }
    }
    Receipt.Subject subject =
        new Receipt.Subject(
            proposal.call().id(), tool, proposal.described(), line, command.isPresent());
    return new AuditSubject(risk, origin, proposal.digest(), subject, command, effects);
  }

  /// For a call that is no proposal: its raw text is hashed, not recorded.
  static AuditSubject unparsed(ToolCall call, ActOrigin origin) {
    String tool = call.tool().length() > 200 ? call.tool().substring(0, 200) : call.tool();
    Receipt.Subject subject = new Receipt.Subject(call.id(), tool, List.of(), tool, false);
    String digest = ContentHash.of(call.tool() + "\n" + call.arguments());
    return new AuditSubject(Optional.empty(), origin, digest, subject, Optional.empty(), List.of());
  }

  /// What its line holds in plain sight and no record may.
  List<String> secrets() {
    return run.map(Effect.RunCommand::line).map(LineSecrets::of).orElse(List.of());
  }

  /// What a dry run answers instead of performing.
  static ToolResult dryRun(List<String> effects) {
    return ToolResult.unperformed(
        "Dry run: every gate allows this, and nothing was done.\n" + String.join("\n", effects));
  }
}
