// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.engine.turn;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.conversation.TypedCommandReport;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.door.Gate;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.util.Optional;

/// A command that the person typed. It goes through the gate like a model's, and the records say
/// that a person did it.
public final class TypedCommand {
  private static final String TOOL = "run_command";
  private static final String COMMAND = "command";

  private final Gate gate;
  private final SessionState state;
  private final JournaledConversation journal;
  private final TurnLimits.CallRules rules;

  /// @param rules limit the output that enters the conversation
  public TypedCommand(
      Gate gate, SessionState state, JournaledConversation journal, TurnLimits.CallRules rules) {
    this.gate = gate;
    this.state = state;
    this.journal = journal;
    this.rules = rules;
  }

  /// How it ended.
  ///
  /// @param message the report to the model; empty if the person stopped it
  public record TypedCommandOutcome(CallAnswer answer, Optional<String> message) {}

  /// Runs it. An abort leaves the thread interrupted.
  ///
  /// @param directory where, as the workspace names it
  /// @throws IOException if the session can't be written
  public TypedCommandOutcome run(String command, String directory, LiveOutput live)
      throws IOException {
    long event = journal.add(SessionEvents.command(journal.masked(command), state.turn()));
    ToolCall call =
        new ToolCall(
            "typed_" + event,
            TOOL,
            Json.object().put(COMMAND, command).put("working_dir", directory).build().write());
    ActOrigin origin =
        new ActOrigin(state.session(), event, state.turn(), new ActOrigin.Contributor.Human());
    CallAnswer answer;
    boolean stopped;
    try {
      answer = gate.call(call, state, origin, live);
      stopped = Thread.currentThread().isInterrupted();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      answer = CallAnswer.unjudged(ToolResult.failed(ErrorCode.CALL_NOT_EXECUTED, "aborted"), call);
      stopped = true;
    }
    ToolResult kept = record(call, answer);
    return new TypedCommandOutcome(
        answer, stopped ? Optional.empty() : Optional.of(message(command(answer.call()), kept)));
  }

  /// Records an answer.
  ///
  /// @return the result as it is kept
  private ToolResult record(ToolCall call, CallAnswer answer) throws IOException {
    for (String approval : answer.approvals()) {
      journal.add(SessionEvents.approval(call, approval));
    }
    OutputCut kept = OutputCut.of(answer.result(), rules.maxOutputChars());
    journal.add(
        SessionEvents.commandResult(
            kept.result(), kept.text(), state.takeChanges(/* files= */ true)));
    journal.sync();
    return kept.result();
  }

  /// The report in the conversation.
  private static String message(String command, ToolResult kept) {
    return switch (kept) {
      case ToolResult.Failure(ToolError error, var _) ->
          TypedCommandReport.ofFailure(command, error.code() + ": " + error.message());
      case ToolResult.Success(String output, var _, Json.Obj facts) ->
          TypedCommandReport.ofOutput(
              command,
              facts.number("exit_code").isPresent()
                  ? "exit code: " + facts.number("exit_code").getAsLong() + "\n" + output
                  : output);
    };
  }

  /// As it was judged last: the person may have changed it when asked.
  private static String command(ToolCall call) {
    try {
      return JsonReader.readObject(call.arguments()).text(COMMAND).orElse("");
    } catch (JsonException e) {
      throw new IllegalStateException("the arguments are written here", e);
    }
  }
}
