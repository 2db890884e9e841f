// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.tool;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.ledger.AppendedRecord;
import java.util.List;

/// The outcome of a call: the result for the model, every gate's verdict, and the records.
///
/// @param call the call in its last judged form, including changes by a person or a hook
public record CallAnswer(
    ToolResult result, List<GateAnswer> gates, List<AppendedRecord> ledger, ToolCall call) {
  public CallAnswer {
    gates = List.copyOf(gates);
    ledger = List.copyOf(ledger);
  }

  /// The gate at which a person answers.
  public static final String APPROVAL = "approval";

  /// One of a call that came to no gate.
  public static CallAnswer unjudged(ToolResult result, ToolCall call) {
    return new CallAnswer(result, List.of(), List.of(), call);
  }

  /// One of a call for which nothing was done.
  public static CallAnswer failed(ToolError error, List<GateAnswer> gates, ToolCall call) {
    return new CallAnswer(new ToolResult.Failure(error), gates, List.of(), call);
  }

  /// The same as if a person had agreed, for a run that is only simulated.
  public CallAnswer supposing(List<ApprovalConcern> concerns) {
    String text =
        "Simulated: nothing was done. A person would be asked first: "
            + String.join("; ", ApprovalConcern.words(concerns));
    return new CallAnswer(ToolResult.unperformed(text), gates, ledger, call);
  }

  /// The person's answers, as the records state them.
  public List<String> approvals() {
    return gates.stream()
        .filter(answer -> answer.gate().equals(APPROVAL))
        .filter(answer -> answer.kind() != GateAnswer.AnswerKind.PASS)
        .map(GateAnswer::text)
        .toList();
  }

  /// Whether a gate refused.
  public boolean denied() {
    for (GateAnswer gate : gates) {
      if (gate.denies()) {
        return true;
      }
    }
    return false;
  }
}
