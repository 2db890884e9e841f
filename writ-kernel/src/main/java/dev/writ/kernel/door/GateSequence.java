// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.approval.ApprovalCheck;
import dev.writ.kernel.approval.ApprovalCheck.PersonAgreement;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.check.ContainmentCheck;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.GateSubject;
import dev.writ.kernel.check.HookTurn;
import dev.writ.kernel.check.LockCheck;
import dev.writ.kernel.check.ModeCheck;
import dev.writ.kernel.check.RiskAssessment;
import dev.writ.kernel.check.RiskCheck;
import dev.writ.kernel.check.ScopeCheck;
import dev.writ.kernel.door.CallEvaluation.EvaluationOutcome;
import dev.writ.kernel.hooks.HookCheck;
import dev.writ.kernel.hooks.HookRunner;
import dev.writ.kernel.intents.IntentCheck;
import dev.writ.kernel.run.CommandCheck;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.run.DenylistCheck;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.CallFailure;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.audit.GateAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All gates that a proposal passes, in the order of §9.4. The order is in [#of] and nowhere else:
/// `GateSequenceTest` fails where a [GateCheck] is missing, and generates the table of §9.4.
///
/// @param checks every gate, in order
/// @param hooks the one of them that also runs hooks at other times
/// @param risk the one of them that also assesses the risk for every receipt
/// @param approval the last of them, which also asks the person
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
            new LockCheck(),
            hooks,
            risk,
            approval),
        hooks,
        risk,
        approval);
  }

  /// Asks the gates in order. The first denial ends it; what they ask is collected. The answer of
  /// the last gate is the person's, so it is recorded once that is known.
  ///
  /// @param turn how hooks take part
  CallEvaluation judge(
      ToolCatalogue.Proposed.ReadyProposal ready, SessionState state, HookTurn turn)
      throws InterruptedException {
    RiskAssessment assessed = assess(ready.proposal(), state);
    Optional<RiskAssessment.Risk> known =
        assessed instanceof RiskAssessment.Risk found ? Optional.of(found) : Optional.empty();
    List<GateAnswer> answers = new ArrayList<>();
    answers.add(GateAnswer.pass(ToolCatalogue.GATE));
    GateSubject subject = new GateSubject(ready.proposal(), state, assessed, turn);
    Verdict heard = Verdict.PASS;
    for (GateCheck check : checks) {
      Verdict verdict = ask(check, subject);
      if (verdict instanceof Verdict.Deny(ToolError error)) {
        answers.add(GateAnswer.deny(check.name(), error));
        return new CallEvaluation(ready, known, answers, new EvaluationOutcome.DeniedCall(error));
      }
      if (check != approval) {
        answers.add(GateAnswer.of(check.name(), verdict));
      }
      if (check == hooks) {
        heard = verdict;
      }
      subject = subject.after(verdict);
    }
    EvaluationOutcome outcome =
        heard instanceof Verdict.Change change
            ? new EvaluationOutcome.ChangedCall(change)
            : new EvaluationOutcome.AllowedCall(ready, subject.concerns(), heard);
    return new CallEvaluation(ready, known, answers, outcome);
  }

  /// The only place where the gates are asked: what throws denies.
  private static Verdict ask(GateCheck check, GateSubject subject) throws InterruptedException {
    try {
      return check.judge(subject);
    } catch (IOException e) {
      return new Verdict.Deny(CallFailure.beforeAct(e));
    } catch (RuntimeException | Error e) {
      return new Verdict.Deny(CallFailure.bug(e));
    }
  }

  /// The risk is assessed before any gate can deny, because the receipt of every decision states
  /// it. A defect is a value, with which [RiskCheck] denies in its place.
  private RiskAssessment assess(Proposal proposal, SessionState state) {
    try {
      return risk.assess(proposal, state);
    } catch (RuntimeException | Error e) {
      return new RiskAssessment.FailedAssessment(CallFailure.bug(e));
    }
  }

  /// Asks a person, unless a hook objects to that.
  ///
  /// @param occasion for hooks; empty where none are run
  PersonAgreement agreement(
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
          ? new PersonAgreement.RefusedAgreement(objection.get())
          : approval.ask(proposal, state, concerns);
    } catch (RuntimeException | Error e) {
      return new PersonAgreement.RefusedAgreement(CallFailure.bug(e));
    }
  }
}
