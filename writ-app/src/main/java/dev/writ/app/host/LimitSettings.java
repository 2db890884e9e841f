// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app.host;

import dev.writ.app.config.Configuration;
import dev.writ.engine.turn.TurnLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// The bounds of a turn, as the configuration names them.
final class LimitSettings {
  private static final double MICRO_USD = 1e6;

  private LimitSettings() {}

  private static OptionalLong maxCost(Configuration configuration) {
    Optional<Double> dollars = configuration.number("agent.max_cost_usd");
    return dollars.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of((long) (dollars.get() * MICRO_USD));
  }

  static TurnLimits of(
      Configuration configuration, SessionHost.SessionUse use, TurnLimits.CallRules calls) {
    return new TurnLimits(
        (int)
            configuration
                .whole("agent.max_iterations")
                .orElse(use == SessionHost.SessionUse.CHAT ? 25 : 100),
        configuration.whole("agent.max_tokens_total").orElse(0),
        maxCost(configuration),
        Duration.ofSeconds(configuration.whole("agent.max_duration_seconds").orElse(0)),
        calls,
        new TurnLimits.RetryRules(
            (int) configuration.whole("agent.retry_attempts").orElse(3),
            Duration.ofMillis(configuration.whole("agent.retry_backoff_base_ms").orElse(1000)),
            Duration.ofSeconds(configuration.whole("llm.max_retry_after_seconds").orElse(60))));
  }
}
