// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.ledger.Appended;
import java.util.ArrayList;
import java.util.List;

/// What came of one proposal.
///
/// @param wanted hosts for the sake of which a command was ended; a proposal with them may follow
record Decided(Answered answered, List<String> wanted) {
  Decided {
    wanted = List.copyOf(wanted);
  }

  Decided(Answered answered) {
    this(answered, List.of());
  }

  /// The same with another result.
  Decided with(ToolResult result) {
    return new Decided(
        new Answered(result, answered.gates(), answered.ledger(), answered.effects()), wanted);
  }

  /// This one, and then what came of the proposal with the hosts that it wanted.
  Decided then(Decided next) {
    List<Appended> ledger = new ArrayList<>(answered.ledger());
    ledger.addAll(next.answered().ledger());
    ToolResult result = next.answered().result();
    if (next.answered().denied() && result instanceof ToolResult.Failure(ToolError error, var _)) {
      result = new ToolResult.Failure(refused(error));
    }
    return new Decided(
        new Answered(result, next.answered().gates(), ledger, next.answered().effects()),
        next.wanted());
  }

  private ToolError refused(ToolError error) {
    String action =
        error.code() == ErrorCode.APPROVAL_UNAVAILABLE
            ? "A person grants hosts when asked in writ chat, or in .writ/project.yaml (network:"
                + " allowlist)"
            : error.requiredAction();
    return new ToolError(
        error.code(),
        "The network refused %s, and that ended the command. %s"
            .formatted(String.join(", ", wanted), error.message()),
        action);
  }
}
