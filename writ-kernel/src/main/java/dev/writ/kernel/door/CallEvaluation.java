// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.command.language.PartResult;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.check.RiskAssessment.Risk;
import dev.writ.kernel.door.GateDecision.Sequel;
import dev.writ.kernel.tool.GateJudgement;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.audit.GateAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The gates' evaluation of one proposal of a call.
///
/// @param risk empty where no proposal came of the call, or a defect kept it from being assessed
/// @param answers those of the gates so far, in order
record CallEvaluation(
    ToolCatalogue.Proposed proposed,
    Optional<Risk> risk,
    List<GateAnswer> answers,
    EvaluationOutcome outcome) {
  CallEvaluation {
    answers = List.copyOf(answers);
  }

  /// The result of all gates before a person is asked.
  sealed interface EvaluationOutcome {
    /// A gate refuses.
    record DeniedCall(ToolError error) implements EvaluationOutcome {}

    /// A hook wants other arguments.
    record ChangedCall(Verdict.Change change) implements EvaluationOutcome {}

    /// No gate refuses.
    ///
    /// @param concerns the reasons why a person must agree; empty where none must
    /// @param heard the hooks' verdict
    record AllowedCall(
        ToolCatalogue.Proposed.ReadyProposal ready, List<ApprovalConcern> concerns, Verdict heard)
        implements EvaluationOutcome {
      Proposal proposal() {
        return ready.proposal();
      }

      /// Whether something of its line is still to come.
      boolean isPart() {
        for (Effect effect : proposal().effects()) {
          if (effect instanceof Effect.RunCommand run && run.limits().course().isPart()) {
            return true;
          }
        }
        return false;
      }

      /// The continuation if it does not run.
      Sequel supposed() {
        return isPart() ? new Sequel.Rest(PartResult.UNKNOWN, "", heard) : new Sequel.NoSequel();
      }
    }
  }

  /// The evaluation of a call without a proposal.
  static CallEvaluation refused(ToolCatalogue.Proposed.RefusedProposal refused) {
    return new CallEvaluation(
        refused,
        Optional.empty(),
        List.of(GateAnswer.deny(ToolCatalogue.GATE, refused.error())),
        new EvaluationOutcome.DeniedCall(refused.error()));
  }

  /// The same with a further answer.
  CallEvaluation answered(GateAnswer answer) {
    List<GateAnswer> all = new ArrayList<>(answers);
    all.add(answer);
    return new CallEvaluation(proposed, risk, all, outcome);
  }

  boolean isDenied() {
    return outcome instanceof EvaluationOutcome.DeniedCall;
  }

  /// Whether it would run, and something of its line is still to come.
  boolean isPart() {
    return outcome instanceof EvaluationOutcome.AllowedCall allowed && allowed.isPart();
  }

  /// The verdict, for a query.
  GateJudgement judgement() {
    return new GateJudgement(
        answers,
        proposed instanceof ToolCatalogue.Proposed.ReadyProposal ready
            ? Optional.of(ready.proposal())
            : Optional.empty(),
        outcome instanceof EvaluationOutcome.AllowedCall allowed ? allowed.concerns() : List.of(),
        outcome instanceof EvaluationOutcome.DeniedCall(ToolError error)
            ? Optional.of(error)
            : Optional.empty());
  }
}
