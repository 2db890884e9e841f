// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.door;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.approval.ApprovalCheck.Agreement;
import dev.writ.kernel.approval.ApprovalCheck.Settling;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.door.CallEvaluation.Outcome;
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
  record Given(GateAnswer answer, String remark, Settling settling) implements CallConsent {}

  /// Refused.
  record Denied(GateAnswer answer, ToolError error) implements CallConsent {}

  /// The person wants another call instead.
  record Revised(GateAnswer answer, ToolCall call, String note) implements CallConsent {}

  /// Asks for it, where a gate has a reason to.
  static CallConsent of(
      CallRequest request, Outcome.Allowed allowed, GateSequence gates, SecretMasker masker)
      throws InterruptedException {
    String gate = gates.approval().name();
    if (allowed.concerns().isEmpty()) {
      return new Given(GateAnswer.pass(gate), "", Settling.AT_ONCE);
    }
    Agreement agreement =
        gates.agreement(
            allowed.proposal(), request.state(), allowed.concerns(), request.occasion());
    return switch (agreement) {
      case Agreement.Given(String how, String said, Settling settling) -> {
        String comment = masker.mask(said);
        String remark = comment.isBlank() ? "" : "The person agreed and said: " + comment;
        yield new Given(GateAnswer.approved(gate, how), remark, settling);
      }
      case Agreement.Refused(ToolError error) -> denied(gate, error);
      // A part of the line that has run would run again.
      case Agreement.Revised(var _, String text) when request.situation().isWithinLine() ->
          denied(
              gate,
              new ToolError(
                  ErrorCode.APPROVAL_REJECTED,
                  "The person wants instead of the rest of the line: " + masker.mask(text)));
      case Agreement.Revised(Approver.Editable was, String text) -> {
        ToolCall call = was.changed(allowed.proposal().call(), text);
        String arguments = masker.mask(call.arguments());
        yield new Revised(
            GateAnswer.changed(gate, arguments),
            call,
            "The person changed this call to " + arguments);
      }
    };
  }

  private static Denied denied(String gate, ToolError error) {
    return new Denied(GateAnswer.deny(gate, error), error);
  }
}
