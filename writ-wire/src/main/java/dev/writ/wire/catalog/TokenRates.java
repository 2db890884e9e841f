// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.wire.catalog;

import dev.writ.engine.model.TokenUsage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalLong;

/// Prices in US dollars per million tokens, which is millionths of a dollar per token.
///
/// @param cachedInput of input read from the provider's cache; priced as input where it is unknown
/// @param cacheWrite of input written to the cache; where it is unknown and tokens were written,
///     the cost is unknown too
public record TokenRates(
    BigDecimal input,
    Optional<BigDecimal> cachedInput,
    Optional<BigDecimal> cacheWrite,
    BigDecimal output) {

  /// What a request with that usage costs, in millionths of a US dollar, rounded up; empty where a
  /// price is missing.
  public OptionalLong microUsd(TokenUsage usage) {
    if (cacheWrite.isEmpty() && usage.cachedWrite() > 0) {
      return OptionalLong.empty();
    }
    long plain = Math.max(0, usage.input() - usage.cachedRead() - usage.cachedWrite());
    BigDecimal sum =
        times(input, plain)
            .add(times(cachedInput.orElse(input), usage.cachedRead()))
            .add(times(cacheWrite.orElse(input), usage.cachedWrite()))
            .add(times(output, usage.output()));
    BigDecimal most = BigDecimal.valueOf(Long.MAX_VALUE);
    return OptionalLong.of(sum.setScale(0, RoundingMode.CEILING).min(most).longValue());
  }

  private static BigDecimal times(BigDecimal rate, long tokens) {
    return rate.multiply(BigDecimal.valueOf(tokens));
  }

  /// The most that so much input and output can cost, whatever of it a cache takes.
  public long mostMicroUsd(long inputTokens, long outputTokens) {
    BigDecimal dearest = input.max(cacheWrite.orElse(input));
    TokenRates without = new TokenRates(dearest, Optional.empty(), Optional.empty(), output);
    return without
        .microUsd(new TokenUsage(inputTokens, outputTokens, 0, 0, 0))
        .orElse(Long.MAX_VALUE);
  }

  /// Whether nothing costs anything.
  public boolean free() {
    return input.signum() == 0
        && output.signum() == 0
        && cachedInput.orElse(input).signum() == 0
        && cacheWrite.orElse(input).signum() == 0;
  }
}
