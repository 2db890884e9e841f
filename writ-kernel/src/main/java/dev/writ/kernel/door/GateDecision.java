// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.door;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.command.language.PartResult;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.hooks.HookCheck;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.ledger.AppendedRecord;
import java.util.ArrayList;
import java.util.List;

/// The outcome of one proposal.
record GateDecision(CallAnswer answer, Sequel sequel) {
  private static final String DURATION = "duration_ms";

  GateDecision(CallAnswer answer) {
    this(answer, new Sequel.NoSequel());
  }

  /// The continuation of a decision: a changed call is a new call, judged from the first gate.
  sealed interface Sequel {
    /// Nothing; it is over.
    record NoSequel() implements Sequel {}

    /// The same call with the hosts whose refusal ended its command.
    record Reaching(List<String> hosts) implements Sequel {
      public Reaching {
        hosts = List.copyOf(hosts);
      }
    }

    /// The rest of a line of which a part has run.
    ///
    /// @param line that part
    /// @param heard what hooks said of the whole line
    record Rest(PartResult result, String line, Verdict heard) implements Sequel {}

    /// The same call on the present content: another program was faster, or a person agreed to more
    /// than this call.
    ///
    /// @param remark the report to the model; may be empty
    record Again(String remark) implements Sequel {}

    /// Another call in its place.
    ///
    /// @param byHook whether a hook changed it, which happens once to a call
    /// @param notes the report to the model
    record OtherCall(ToolCall call, boolean byHook, List<String> notes) implements Sequel {
      public OtherCall {
        notes = List.copyOf(notes);
      }
    }
  }

  /// The same with what follows it.
  GateDecision with(Sequel next) {
    return new GateDecision(answer, next);
  }

  /// The same with a remark that the model must know.
  GateDecision noting(String remark) {
    ToolResult noted = answer.result().noting(remark);
    return new GateDecision(
        new CallAnswer(noted, answer.gates(), answer.ledger(), answer.call()), sequel);
  }

  /// This outcome, followed by that of the next proposal.
  GateDecision then(GateDecision next) {
    List<AppendedRecord> ledger = new ArrayList<>(answer.ledger());
    ledger.addAll(next.answer().ledger());
    ToolResult result =
        switch (sequel) {
          case Sequel.NoSequel() -> next.answer().result();
          case Sequel.Again(String remark) ->
              remark.isEmpty() ? next.answer().result() : next.answer().result().noting(remark);
          case Sequel.Reaching(List<String> hosts) -> reaching(next.answer(), hosts);
          case Sequel.Rest(var _, String line, var _) -> rest(next.answer(), line);
          case Sequel.OtherCall(var _, boolean byHook, List<String> notes) ->
              byHook
                  ? HookCheck.with(next.answer().result(), notes)
                  : next.answer().result().noting(String.join("; ", notes));
        };
    return new GateDecision(
        new CallAnswer(result, next.answer().gates(), ledger, next.answer().call()), next.sequel());
  }

  /// One result of a line that ran in parts; what was refused or failed doesn't undo the others.
  private ToolResult rest(CallAnswer next, String line) {
    ToolResult result =
        next.result().behind(answer.result().content()).plus(DURATION, answer.result().metadata());
    return result instanceof ToolResult.Failure
        ? result.noting("The line ran up to and including %s".formatted(line))
        : result;
  }

  private static ToolResult reaching(CallAnswer next, List<String> hosts) {
    return next.denied() && next.result() instanceof ToolResult.Failure(ToolError error, var _)
        ? new ToolResult.Failure(refused(error, hosts))
        : next.result();
  }

  private static ToolError refused(ToolError error, List<String> hosts) {
    String action =
        error.code() == ErrorCode.APPROVAL_UNAVAILABLE
            ? "A person grants hosts when asked in writ chat, or in .writ/project.yaml (network:"
                + " allowlist)"
            : error.requiredAction();
    return new ToolError(
        error.code(),
        "The network refused %s, and that ended the command. %s"
            .formatted(String.join(", ", hosts), error.message()),
        action);
  }
}
