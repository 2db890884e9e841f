// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import java.time.Duration;
import java.util.OptionalLong;

/// The bounds of a turn.
///
/// @param maxIterations model requests (`agent.max_iterations`)
/// @param maxTokens input and output tokens together (`agent.max_tokens_total`); 0 for none
/// @param maxCostMicroUsd what its requests may cost, in millionths of a US dollar
///     (`agent.max_cost_usd`); empty for no limit
/// @param maxDuration wall time (`agent.max_duration_seconds`); zero for none
/// @param calls of the calls of a response
public record TurnLimits(
    int maxIterations,
    long maxTokens,
    OptionalLong maxCostMicroUsd,
    Duration maxDuration,
    CallRules calls,
    RetryRules retry) {

  /// How the calls of a response are taken.
  ///
  /// @param maxOutputChars of one result in the conversation (`context.max_tool_output_chars`)
  /// @param maxParallel how many reads run at once (`tools.max_parallel`)
  /// @param maxPerResponse more calls get errors (`tools.max_calls_per_response`)
  public record CallRules(int maxOutputChars, int maxParallel, int maxPerResponse) {}

  /// How failed requests are repeated.
  ///
  /// @param attempts how often after the first try (`agent.retry_attempts`)
  /// @param base the first pause, doubled each time (`agent.retry_backoff_base_ms`)
  /// @param maxRetryAfter the longest wait a server may ask for (`llm.max_retry_after_seconds`)
  public record RetryRules(int attempts, Duration base, Duration maxRetryAfter) {}
}
