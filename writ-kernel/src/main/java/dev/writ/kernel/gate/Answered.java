// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Concern;
import dev.writ.kernel.call.GateAnswer;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.ledger.Appended;
import java.util.List;

/// What came of a call: the result for the model, every gate's answer, and what was recorded.
///
/// @param effects what the call would do or did, a line each, for people
public record Answered(
    ToolResult result, List<GateAnswer> gates, List<Appended> ledger, List<String> effects) {
  public Answered {
    gates = List.copyOf(gates);
    ledger = List.copyOf(ledger);
    effects = List.copyOf(effects);
  }

  /// The same as if a person had agreed, for a run that is only simulated.
  Answered supposing(List<Concern> concerns) {
    String text =
        "Simulated: nothing was done. A person would be asked first: "
            + String.join("; ", Concern.words(concerns));
    return new Answered(ToolResult.unperformed(text), gates, ledger, effects);
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
