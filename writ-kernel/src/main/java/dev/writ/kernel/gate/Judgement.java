// Implements: docs/spec/07-commands.md §7.7 (Asking for a verdict)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Concern;
import dev.writ.kernel.call.GateAnswer;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolError;
import java.util.List;
import java.util.Optional;

/// What the gates say of a call, before a person is asked and before anything is recorded.
///
/// @param gates every gate's answer so far, in order
/// @param proposal empty where no proposal came of the call
/// @param asks why a person would be asked; empty where nobody would be
/// @param refused why the call is refused; empty where it is not
public record Judgement(
    List<GateAnswer> gates,
    Optional<Proposal> proposal,
    List<Concern> asks,
    Optional<ToolError> refused) {
  public Judgement {
    gates = List.copyOf(gates);
    asks = List.copyOf(asks);
  }
}
