// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.audit.GateAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A turn ends at its limits, not before.
class TurnBudgetTest {
  private static final ToolCall CALL = new ToolCall("c", "read_file", "{}");

  private long now;

  private TurnBudget budget(int requests, long tokens, long seconds) {
    TurnLimits limits =
        new TurnLimits(
            requests,
            tokens,
            OptionalLong.empty(),
            Duration.ofSeconds(seconds),
            new TurnLimits.CallRules(1, 1, 1),
            new TurnLimits.RetryRules(0, Duration.ZERO, Duration.ZERO));
    return new TurnBudget(limits, () -> Instant.ofEpochSecond(now));
  }

  private static TokenUsage tokens(long input, long output) {
    return new TokenUsage(input, output, 0, 0, 0);
  }

  private static String ended(Optional<TurnEnd.Stopped> end) {
    return end.map(stopped -> stopped.code() + ": " + stopped.message()).orElse("");
  }

  @Test
  void requestsAreCountedUpToTheLimit() {
    TurnBudget budget = budget(2, 0, 0);
    budget.request(tokens(1, 1), OptionalLong.of(7));
    budget.summary(tokens(1, 1), OptionalLong.of(5)); // no request of the turn
    assertThat(budget.beforeRequest()).isEmpty();
    budget.request(tokens(1, 1), OptionalLong.of(7));

    assertThat(ended(budget.beforeRequest()))
        .isEqualTo("MAX_ITERATIONS: The limit agent.max_iterations of 2 requests is reached");
    assertThat(budget.totals().requests()).isEqualTo(2);
    assertThat(budget.totals().usage().total()).isEqualTo(6);
    assertThat(budget.totals().cost().microUsd()).isEqualTo(19);
    assertThat(budget.beforeRequest().orElseThrow().totals()).isEqualTo(budget.totals());
  }

  @ParameterizedTest
  @CsvSource({"10, 5, 4, false", "10, 5, 5, true", "10, 5, 6, true", "0, 500, 500, false"})
  void tokensAreBoundedWhereThereIsALimit(long most, long input, long output, boolean over) {
    TurnBudget budget = budget(9, most, 0);
    budget.request(tokens(input, output), OptionalLong.empty());

    assertThat(ended(budget.beforeRequest()))
        .isEqualTo(
            over
                ? "BUDGET_EXCEEDED: The limit agent.max_tokens_total of 10 tokens is reached ("
                    + (input + output)
                    + " used)"
                : "");
  }

  @ParameterizedTest
  @CsvSource({"60, 59, false", "60, 60, true", "60, 61, true", "0, 99999, false"})
  void timeIsBoundedWhereThereIsALimit(long most, long took, boolean over) {
    now = 1000;
    TurnBudget budget = budget(9, 0, most);
    now += took;

    assertThat(ended(budget.beforeRequest()))
        .isEqualTo(
            over ? "BUDGET_EXCEEDED: The limit agent.max_duration_seconds of 60 is reached" : "");
  }

  @ParameterizedTest
  @EnumSource
  void troubleOfAProviderHasItsCode(ProviderErrorKind kind) {
    ErrorCode code =
        switch (kind) {
          case UNREACHABLE, CUT, TIMEOUT -> ErrorCode.PROVIDER_UNREACHABLE;
          case RATE_LIMITED -> ErrorCode.PROVIDER_RATE_LIMITED;
          case UNAUTHORISED -> ErrorCode.PROVIDER_UNAUTHORISED;
          case CONTEXT_TOO_LONG -> ErrorCode.CONTEXT_TOO_SMALL;
          case SERVER_ERROR, MALFORMED, REJECTED -> ErrorCode.PROVIDER_ERROR;
        };
    TurnEnd.Stopped end =
        budget(9, 0, 0)
            .unanswered(
                new ModelRequester.RequestOutcome.FailedRequest(new ProviderError(kind, "why")));

    assertThat(ended(Optional.of(end))).isEqualTo(code + ": why");
  }

  @Test
  void aRequestThatWasNotSentEndsTheTurn() {
    TurnBudget budget = budget(9, 0, 0);
    assertThat(
            ended(
                Optional.of(
                    budget.unanswered(new ModelRequester.RequestOutcome.Unaffordable("dear")))))
        .isEqualTo("BUDGET_EXCEEDED: dear");
    ToolError error = new ToolError(ErrorCode.CONTEXT_TOO_SMALL, "long");
    assertThat(
            ended(
                Optional.of(
                    budget.unanswered(new ModelRequester.RequestOutcome.RequestTooLong(error)))))
        .isEqualTo("CONTEXT_TOO_SMALL: long");
    ModelReply.Complete reply =
        new ModelReply.Complete(
            new Message.Assistant("x", List.of(), List.of()),
            TokenUsage.NONE,
            ModelReply.FinishReason.STOP);
    ModelRequester.RequestOutcome answered =
        new ModelRequester.RequestOutcome.Answered(reply, OptionalLong.empty());
    assertThatThrownBy(() -> budget.unanswered(answered))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static CallAnswer failed(ErrorCode code, boolean denied, Json.Obj facts) {
    ToolError error = new ToolError(code, "why");
    return new CallAnswer(
        new ToolResult.Failure(error, facts),
        List.of(denied ? GateAnswer.deny("scope", error) : GateAnswer.pass("scope")),
        List.of(),
        CALL);
  }

  private static CallAnswer failed(ErrorCode code) {
    return failed(code, false, Json.Obj.EMPTY);
  }

  private static CallAnswer worked() {
    return new CallAnswer(new ToolResult.Success("x"), List.of(), List.of(), CALL);
  }

  /// One step with an answer.
  private static String step(TurnBudget budget, CallAnswer answer) {
    assertThat(budget.answered(CALL, answer)).isEmpty();
    return ended(budget.stepped());
  }

  @Test
  void fiveFailuresInARowOpenTheCircuit() {
    TurnBudget budget = budget(9, 0, 0);
    for (int i = 1; i < TurnBudget.MAX_FAILURES_IN_A_ROW; i++) {
      assertThat(step(budget, failed(ErrorCode.IO_ERROR))).isEmpty();
    }
    for (ErrorCode harmless :
        List.of(ErrorCode.APPROVAL_REJECTED, ErrorCode.CALL_ABORTED, ErrorCode.FILE_NOT_FOUND)) {
      assertThat(step(budget, failed(harmless))).isEmpty();
    }
    assertThat(step(budget, failed(ErrorCode.IO_ERROR)))
        .isEqualTo(
            "CIRCUIT_OPEN: 5 calls in a row failed or were denied; the last: why [IO_ERROR]");
    budget.closeCircuit();
    assertThat(step(budget, failed(ErrorCode.IO_ERROR))).isEmpty();
  }

  @Test
  void aSuccessBeginsTheCountAnew() {
    TurnBudget budget = budget(9, 0, 0);
    for (int i = 0; i < 3 * TurnBudget.MAX_FAILURES_IN_A_ROW; i++) {
      assertThat(step(budget, i % 5 == 4 ? worked() : failed(ErrorCode.IO_ERROR))).isEmpty();
    }
    // Calls side by side are one step, and one that works is enough.
    for (int i = 0; i < 9; i++) {
      assertThat(budget.answered(CALL, failed(ErrorCode.IO_ERROR))).isEmpty();
      assertThat(step(budget, worked())).isEmpty();
    }
  }

  @Test
  void callsAreCountedAsTheyEnded() {
    TurnBudget budget = budget(9, 0, 0);
    step(budget, worked());
    step(budget, failed(ErrorCode.IO_ERROR));
    step(budget, failed(ErrorCode.IO_ERROR));
    step(budget, failed(ErrorCode.SCOPE_VIOLATION, true, Json.Obj.EMPTY));
    assertThat(budget.refused()).isEmpty();

    assertThat(budget.totals().calls()).isEqualTo(5);
    assertThat(budget.totals().denied()).isEqualTo(1);
    assertThat(budget.totals().failed()).isEqualTo(3);
  }

  @Test
  void aLostLogOrAChangedProtectedPathEndsTheTurnAtOnce() {
    TurnBudget budget = budget(9, 0, 0);
    assertThat(ended(budget.answered(CALL, failed(ErrorCode.AUDIT_UNAVAILABLE))))
        .isEqualTo("AUDIT_UNAVAILABLE: why");
    Json.Obj tampered = Json.object().put(ToolResult.TAMPERED, true).build();
    assertThat(ended(budget.answered(CALL, failed(ErrorCode.PROTECTED_PATH, false, tampered))))
        .isEqualTo("PROTECTED_PATH: why");
    assertThat(budget.answered(CALL, failed(ErrorCode.PROTECTED_PATH))).isEmpty();
  }

  @Test
  void theSameCallAgainAndAgainIsALoop() {
    TurnBudget budget = budget(9, 0, 0);
    for (int i = 0; i < 3; i++) {
      assertThat(budget.loops().finding()).isEqualTo(LoopDetector.Finding.NONE);
      step(budget, worked());
    }
    assertThat(budget.loops().finding()).isEqualTo(LoopDetector.Finding.TELL);
  }
}
