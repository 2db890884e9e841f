// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.door;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.approval.ApprovalCheck.PersonAgreement;
import dev.writ.kernel.approval.ApprovalCheck.Settling;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.door.CallEvaluation.EvaluationOutcome;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.records.audit.GateAnswer;

/// A person's consent to a call that no gate refuses: the answer of the last gate.
sealed interface CallConsent {
  /// The answer as it is recorded.
  GateAnswer answer();

  /// The call may be performed.
  ///
  /// @param remark the person's words, for the model; may be empty
  /// @param settling when what its command changes counts
  record GivenConsent(GateAnswer answer, String remark, Settling settling) implements CallConsent {}

  /// Refused.
  record DeniedConsent(GateAnswer answer, ToolError error) implements CallConsent {}

  /// The person wants another call instead.
  record RevisedConsent(GateAnswer answer, ToolCall call, String note) implements CallConsent {}

  /// Asks for it, where a gate has a reason to.
  static CallConsent of(
      CallRequest request,
      EvaluationOutcome.AllowedCall allowed,
      GateSequence gates,
      SecretMasker masker)
      throws InterruptedException {
    String gate = gates.approval().name();
    if (allowed.concerns().isEmpty()) {
      return new GivenConsent(GateAnswer.pass(gate), "", Settling.AT_ONCE);
    }
    PersonAgreement agreement =
        gates.agreement(
            allowed.proposal(), request.state(), allowed.concerns(), request.occasion());
    return switch (agreement) {
      case PersonAgreement.GivenAgreement(String how, String said, Settling settling) -> {
        String comment = masker.mask(said);
        String remark = comment.isBlank() ? "" : "The person agreed and said: " + comment;
        yield new GivenConsent(GateAnswer.approved(gate, how), remark, settling);
      }
      case PersonAgreement.RefusedAgreement(ToolError error) -> denied(gate, error);
      // A part of the line that has run would run again.
      case PersonAgreement.RevisedAgreement(var _, String text)
          when request.situation().isWithinLine() ->
          denied(
              gate,
              new ToolError(
                  ErrorCode.APPROVAL_REJECTED,
                  "The person wants instead of the rest of the line: " + masker.mask(text)));
      case PersonAgreement.RevisedAgreement(Approver.Editable was, String text) -> {
        ToolCall call = was.changed(allowed.proposal().call(), text);
        String arguments = masker.mask(call.arguments());
        yield new RevisedConsent(
            GateAnswer.changed(gate, arguments),
            call,
            "The person changed this call to " + arguments);
      }
    };
  }

  private static DeniedConsent denied(String gate, ToolError error) {
    return new DeniedConsent(GateAnswer.deny(gate, error), error);
  }
}
