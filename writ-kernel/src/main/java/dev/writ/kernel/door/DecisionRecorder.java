// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.door;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.Receipt;
import java.io.IOException;
import java.util.List;

/// Records the door's decisions on calls, without secrets.
record DecisionRecorder(ActRecorder acts, SecretMasker masker, DecisionContext context) {

  /// Records that a call is permitted, performs it and records its outcome.
  ///
  /// @throws IOException where the decision can't be recorded, and then nothing is done; or what
  ///     the act throws
  <T, X extends Exception> T perform(
      CallRequest request, CallEvaluation decided, ActRecorder.Act<T, X> act)
      throws IOException, X {
    return acts.perform(receipt(request, decided, AuditSubject.of(request, decided)), act);
  }

  /// Records that a call is denied.
  CallAnswer denied(CallRequest request, CallEvaluation decided, ToolError error) {
    try {
      acts.denied(receipt(request, decided, AuditSubject.of(request, decided)));
    } catch (IOException e) {
      return failure(e, request, decided);
    }
    ToolError masked = new CallMasking(masker).error(error);
    return CallAnswer.failed(masked, decided.answers(), request.call());
  }

  /// Records a permitted call that is not performed because this is a dry run.
  GateDecision dryRun(CallRequest request, CallEvaluation decided) {
    return unperformed(
        request, decided, "dry_run", "Dry run: every gate allows this, and nothing was done.");
  }

  /// Records a permitted call that is not performed because another proposal takes its place.
  GateDecision changed(CallRequest request, CallEvaluation decided) {
    return unperformed(
        request, decided, "changed", "The call was changed, so it was not performed as proposed.");
  }

  private GateDecision unperformed(
      CallRequest request, CallEvaluation decided, String code, String words) {
    AuditSubject subject = AuditSubject.of(request, decided);
    try {
      acts.unperformed(receipt(request, decided, subject), code);
    } catch (IOException e) {
      return new GateDecision(failure(e, request, decided));
    }
    ToolResult result = ToolResult.unperformed(words + "\n" + String.join("\n", subject.effects()));
    return new GateDecision(new CallAnswer(result, decided.answers(), List.of(), request.call()));
  }

  /// The answer to a call whose decision can't be recorded.
  static CallAnswer failure(IOException e, CallRequest request, CallEvaluation decided) {
    String message = "The decision cannot be recorded, so nothing was done: " + e.getMessage();
    ToolError error = new ToolError(ErrorCode.AUDIT_UNAVAILABLE, message);
    return CallAnswer.failed(error, decided.answers(), request.call());
  }

  private Receipt receipt(CallRequest request, CallEvaluation decided, AuditSubject subject) {
    CallMasking masking = new CallMasking(masker).knowing(subject.secrets());
    return new Receipt(
        subject.origin(),
        subject.digest(),
        masking.subject(subject.subject()),
        masking.answers(decided.answers()),
        context.of(request.state(), subject, decided.answers()));
  }
}
