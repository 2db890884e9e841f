// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.session;

import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.history.OpenCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.door.Gate;
import dev.writ.kernel.session.SessionState;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.util.List;

/// Answers the calls without a result when a session's process ended, so that the conversation is
/// well-formed. None of them is executed again; the ledger has the files that they changed.
final class InterruptedCalls {
  private static final int MAX_NAMED = 20;

  private final Gate gate;
  private final SessionState state;

  InterruptedCalls(Gate gate, SessionState state) {
    this.gate = gate;
    this.state = state;
  }

  /// Gives each call a result.
  void answer(List<OpenCall> calls, JournaledConversation journal) throws IOException {
    for (OpenCall open : calls) {
      ToolResult result = ToolResult.failed(ErrorCode.CALL_ABORTED, journal.masked(message(open)));
      journal.add(SessionEvents.result(open.call(), result, result.content()));
    }
  }

  private String message(OpenCall open) {
    String ended = "Writ ended before the result of this call was recorded. ";
    List<String> changed;
    try {
      ActOrigin origin =
          new ActOrigin(
              state.session(), open.event(), state.turn(), new ActOrigin.Contributor.Human());
      changed = gate.mutations().behind(origin.url());
    } catch (IOException _) {
      return ended + "Its changes are unknown, because the ledger cannot be read";
    }
    if (changed.isEmpty()) {
      return ended + "The ledger has no change of a file by this call";
    }
    List<String> named = changed.subList(0, Math.min(changed.size(), MAX_NAMED));
    String more =
        changed.size() > MAX_NAMED ? " and " + (changed.size() - MAX_NAMED) + " more" : "";
    return ended + "It changed " + DisplayText.line(String.join(", ", named)) + more;
  }
}
