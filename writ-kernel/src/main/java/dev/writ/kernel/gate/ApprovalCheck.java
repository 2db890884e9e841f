// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.Verdict;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.policy.ExecutionMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Gate 10: a person agrees, where the execution mode, the configuration or the risk asks for it.
final class ApprovalCheck {
  private static final int MAX_DIFF_LINES = 400;

  private final Approver approver;
  private final Set<String> confirm;

  /// @param confirm effect classes and tool names that always ask; words of the configuration
  ApprovalCheck(Approver approver, Set<String> confirm) {
    this.approver = approver;
    this.confirm = Set.copyOf(confirm);
  }

  String name() {
    return "approval";
  }

  /// Whether a person could be asked something.
  boolean canAsk(ExecutionMode execution) {
    return execution != ExecutionMode.FULL_AUTONOMOUS && approver.present();
  }

  /// Why a person must agree; nobody need be asked where there is no reason.
  ///
  /// @param asks the reasons that earlier gates gave
  List<String> reasons(Proposal proposal, Standing standing, List<String> asks) {
    List<String> reasons = new ArrayList<>(asks);
    reasons.addAll(own(proposal, standing));
    return reasons;
  }

  Verdict ask(Proposal proposal, Standing standing, List<String> reasons)
      throws InterruptedException {
    String digest = proposal.digest();
    Approver.Question question =
        new Approver.Question(digest, what(proposal), diff(proposal), reasons, intent(standing));
    return switch (approver.ask(question)) {
      case Approver.Answer.Yes(String agreed) when agreed.equals(digest) -> Verdict.PASS;
      case Approver.Answer.Yes _ ->
          new Verdict.Deny(
              ErrorCode.APPROVAL_REJECTED, "The approval was given for another proposal");
      case Approver.Answer.No(String reason) ->
          new Verdict.Deny(
              ErrorCode.APPROVAL_REJECTED,
              reason.isBlank() ? "The person said no" : "The person said no: " + reason);
      case Approver.Answer.Unavailable() ->
          new Verdict.Deny(
              new ToolError(
                  ErrorCode.APPROVAL_UNAVAILABLE,
                  "A person must agree (%s) and nobody can be asked"
                      .formatted(String.join("; ", reasons))));
    };
  }

  private List<String> own(Proposal proposal, Standing standing) {
    EffectClass effectClass = proposal.effectClass();
    boolean changes = effectClass == EffectClass.WRITE || effectClass == EffectClass.EXECUTE;
    if (standing.execution() == ExecutionMode.FULL_AUTONOMOUS) {
      return List.of();
    }
    if (standing.execution() == ExecutionMode.INTERACTIVE && changes) {
      return List.of("the execution mode is interactive");
    }
    String tool = proposal.call().tool();
    return confirm.contains(effectClass.word()) || confirm.contains(tool)
        ? List.of("safety.require_confirmation names it")
        : List.of();
  }

  /// The proposal in words, as it will really happen: targets resolved, arguments one per line.
  static List<String> what(Proposal proposal) {
    List<String> lines = new ArrayList<>();
    for (Effect effect : proposal.effects()) {
      for (String words : effect.words()) {
        lines.add(Inert.line(words));
      }
    }
    return lines;
  }

  private static String diff(Proposal proposal) {
    StringBuilder diff = new StringBuilder();
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.WritePath write
          && write.at() instanceof Location.Inside inside
          && write.after() instanceof Effect.After.Replaced replaced) {
        Effect.FileState after = new Effect.FileState.Present(replaced.content());
        diff.append(new Change(inside.path(), write.before(), after).diff(MAX_DIFF_LINES));
      }
    }
    return Inert.text(diff.toString());
  }

  private static String intent(Standing standing) {
    return standing.declaration() instanceof Declaration.Under under
        ? under.intent().id() + " " + Inert.line(under.intent().name())
        : "none";
  }
}
