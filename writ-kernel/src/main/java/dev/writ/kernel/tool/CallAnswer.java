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
