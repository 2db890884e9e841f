// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.conversation;

import dev.writ.base.value.ErrorCode;
import dev.writ.engine.model.RequestCost;
import dev.writ.engine.model.TokenUsage;
import java.util.OptionalLong;

/// How a turn ended.
public sealed interface TurnEnd {
  /// The cost of the turn's requests.
  Totals totals();

  /// With an answer.
  record FinalAnswer(String text, Totals totals) implements TurnEnd {}

  /// By a limit or by trouble; the conversation stays resumable.
  record Stopped(ErrorCode code, String message, Totals totals) implements TurnEnd {
    /// By a defect of Writ. The message names the exception's class and place, without its text,
    /// which may contain a secret.
    public static Stopped byDefect(Throwable defect, Totals totals) {
      StackTraceElement[] places = defect.getStackTrace();
      return new Stopped(
          ErrorCode.INTERNAL_ERROR,
          "A defect of Writ ended the turn: "
              + defect.getClass().getName()
              + (places.length == 0 ? "" : " at " + places[0]),
          totals);
    }
  }

  /// By the person.
  record Aborted(Totals totals) implements TurnEnd {}

  /// Sums over a turn.
  ///
  /// @param requests model requests, retries not counted
  /// @param denied calls that a gate refused
  /// @param failed calls that failed while they were performed
  record Totals(
      int requests, int calls, int denied, int failed, TokenUsage usage, RequestCost cost) {
    /// Nothing yet.
    public static final Totals NONE = new Totals(0, 0, 0, 0, TokenUsage.NONE, RequestCost.NONE);

    /// With one more request.
    ///
    /// @param microUsd its cost; empty if that is not known
    public Totals request(TokenUsage more, OptionalLong microUsd) {
      return new Totals(requests + 1, calls, denied, failed, usage.plus(more), cost.plus(microUsd));
    }

    /// Adds the cost of a summary by a model.
    ///
    /// @param microUsd empty if that is not known
    public Totals summary(TokenUsage more, OptionalLong microUsd) {
      return new Totals(requests, calls, denied, failed, usage.plus(more), cost.plus(microUsd));
    }

    /// With one more call.
    public Totals call(boolean wasDenied, boolean hasFailed) {
      return new Totals(
          requests,
          calls + 1,
          denied + (wasDenied ? 1 : 0),
          failed + (hasFailed ? 1 : 0),
          usage,
          cost);
    }
  }
}
