// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;

/// The usage of a turn, and whether it exceeds a limit.
public final class TurnBudget {
  /// So many failed or denied calls in a row break the circuit; calls side by side are one.
  public static final int MAX_FAILURES_IN_A_ROW = 5;

  private final TurnLimits limits;
  private final InstantSource steady;
  private final Instant began;
  private final LoopDetector loops = new LoopDetector();
  private TurnEnd.Totals totals = TurnEnd.Totals.NONE;
  private int failuresInARow;
  private boolean succeeded;
  private Optional<String> failure = Optional.empty();

  /// The bounds of a turn that begins now.
  ///
  /// @param steady a clock that nobody sets
  public TurnBudget(TurnLimits limits, InstantSource steady) {
    this.limits = limits;
    this.steady = steady;
    this.began = steady.instant();
  }

  TurnEnd.Totals totals() {
    return totals;
  }

  TurnEnd.Stopped stopped(ErrorCode code, String message) {
    return new TurnEnd.Stopped(code, message, totals);
  }

  Optional<TurnEnd.Stopped> beforeRequest() {
    if (totals.requests() >= limits.maxIterations()) {
      return Optional.of(
          stopped(
              ErrorCode.MAX_ITERATIONS,
              "The limit agent.max_iterations of %d requests is reached"
                  .formatted(limits.maxIterations())));
    }
    if (limits.maxTokens() > 0 && totals.usage().total() >= limits.maxTokens()) {
      return Optional.of(
          stopped(
              ErrorCode.BUDGET_EXCEEDED,
              "The limit agent.max_tokens_total of %d tokens is reached (%d used)"
                  .formatted(limits.maxTokens(), totals.usage().total())));
    }
    if (left().filter(left -> !left.isPositive()).isPresent()) {
      return Optional.of(
          stopped(
              ErrorCode.BUDGET_EXCEEDED,
              "The limit agent.max_duration_seconds of %d is reached"
                  .formatted(limits.maxDuration().toSeconds())));
    }
    return Optional.empty();
  }

  /// What is left of the turn's time; empty without a limit.
  public Optional<Duration> left() {
    return limits.maxDuration().isPositive()
        ? Optional.of(limits.maxDuration().minus(Duration.between(began, steady.instant())))
        : Optional.empty();
  }

  void request(TokenUsage usage, OptionalLong microUsd) {
    totals = totals.request(usage, microUsd);
  }

  /// Counts the cost of a summary by a model; it is not a request of the turn.
  void summary(TokenUsage usage, OptionalLong microUsd) {
    totals = totals.summary(usage, microUsd);
  }

  /// The end of a turn whose request has no answer.
  TurnEnd.Stopped unanswered(ModelRequester.RequestOutcome outcome) {
    return switch (outcome) {
      case ModelRequester.RequestOutcome.FailedRequest(ProviderError trouble) -> failed(trouble);
      case ModelRequester.RequestOutcome.Unaffordable(String why) ->
          stopped(ErrorCode.BUDGET_EXCEEDED, why);
      case ModelRequester.RequestOutcome.RequestTooLong(ToolError error) ->
          stopped(error.code(), error.message());
      case ModelRequester.RequestOutcome.Answered _ ->
          throw new IllegalArgumentException("it has one");
    };
  }

  private TurnEnd.Stopped failed(ProviderError trouble) {
    ErrorCode code =
        switch (trouble.kind()) {
          case UNREACHABLE, CUT, TIMEOUT -> ErrorCode.PROVIDER_UNREACHABLE;
          case RATE_LIMITED -> ErrorCode.PROVIDER_RATE_LIMITED;
          case UNAUTHORISED -> ErrorCode.PROVIDER_UNAUTHORISED;
          case CONTEXT_TOO_LONG -> ErrorCode.CONTEXT_TOO_SMALL;
          case SERVER_ERROR, MALFORMED, REJECTED -> ErrorCode.PROVIDER_ERROR;
        };
    return stopped(code, trouble.message());
  }

  /// Counts a call that was answered.
  ///
  /// @return the reason to end the turn; empty if it may continue
  Optional<TurnEnd.Stopped> answered(ToolCall call, CallAnswer answer) {
    ToolResult result = answer.result();
    boolean denied = answer.denied();
    totals = totals.call(denied, result instanceof ToolResult.Failure && !denied);
    if (!(result instanceof ToolResult.Failure(ToolError error, Json.Obj facts))) {
      succeeded = true;
    } else if (error.code() == ErrorCode.AUDIT_UNAVAILABLE || facts.isTrue(ToolResult.TAMPERED)) {
      return Optional.of(stopped(error.code(), error.message()));
    } else if (breaksTheCircuit(error.code())) {
      failure = Optional.of(error.message() + " [" + error.code() + "]");
    }
    loops.record(call, result, !answer.ledger().isEmpty());
    return Optional.empty();
  }

  /// A person's refusal or abort is not a failure of the model, and a search for a missing file is
  /// normal exploration.
  private static boolean breaksTheCircuit(ErrorCode code) {
    return code != ErrorCode.APPROVAL_REJECTED
        && code != ErrorCode.CALL_ABORTED
        && code != ErrorCode.FILE_NOT_FOUND;
  }

  /// Counts the calls answered since the last count as one step.
  ///
  /// @return the reason to end the turn; empty if it may continue
  Optional<TurnEnd.Stopped> stepped() {
    if (succeeded) {
      failuresInARow = 0;
    } else if (failure.isPresent()) {
      failuresInARow++;
    }
    String last = failure.orElse("");
    succeeded = false;
    failure = Optional.empty();
    return failuresInARow < MAX_FAILURES_IN_A_ROW
        ? Optional.empty()
        : Optional.of(
            stopped(
                ErrorCode.CIRCUIT_OPEN,
                failuresInARow + " calls in a row failed or were denied; the last: " + last));
  }

  /// The person lets the turn continue.
  void closeCircuit() {
    failuresInARow = 0;
  }

  /// Counts a call that never came to the gate; that says nothing about the model's progress.
  Optional<TurnEnd.Stopped> refused() {
    totals = totals.call(/* wasDenied= */ false, /* hasFailed= */ true);
    return Optional.empty();
  }

  LoopDetector loops() {
    return loops;
  }
}
