// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.door;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.door.GateEvaluation.Request;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.GateAnswer;
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
      AuditSubject subject, List<GateAnswer> answers, SessionState state, ActRecorder.Act<T, X> act)
      throws IOException, X {
    return acts.perform(receipt(subject, answers, state), act);
  }

  /// Records that a call is denied.
  CallAnswer denied(
      ToolError error, AuditSubject subject, List<GateAnswer> answers, Request request) {
    try {
      acts.denied(receipt(subject, answers, request.state()));
    } catch (IOException e) {
      return failure(e, answers, request);
    }
    return CallAnswer.failed(new CallMasking(masker).error(error), answers, request.call());
  }

  /// Records a decision for which nothing is done.
  ///
  /// @param code why
  GateDecision unperformed(
      Request request, AuditSubject subject, List<GateAnswer> answers, String code) {
    try {
      acts.unperformed(receipt(subject, answers, request.state()), code);
    } catch (IOException e) {
      return new GateDecision(failure(e, answers, request));
    }
    return new GateDecision(
        new CallAnswer(AuditSubject.dryRun(subject.effects()), answers, List.of(), request.call()));
  }

  /// The answer to a call whose decision can't be recorded.
  static CallAnswer failure(IOException e, List<GateAnswer> answers, Request request) {
    String message = "The decision cannot be recorded, so nothing was done: " + e.getMessage();
    ToolError error = new ToolError(ErrorCode.AUDIT_UNAVAILABLE, message);
    return CallAnswer.failed(error, answers, request.call());
  }

  private Receipt receipt(AuditSubject subject, List<GateAnswer> answers, SessionState state) {
    CallMasking masking = new CallMasking(masker).knowing(subject.secrets());
    return new Receipt(
        subject.origin(),
        subject.digest(),
        masking.subject(subject.subject()),
        masking.answers(answers),
        context.of(state, subject, answers));
  }
}
