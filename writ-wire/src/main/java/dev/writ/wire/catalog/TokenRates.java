// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.wire.catalog;

import dev.writ.engine.model.TokenUsage;
import java.util.OptionalLong;

/// Prices in millionths of a US dollar per million tokens.
///
/// @param cachedInput of input read from the provider's cache; priced as input where it is unknown
/// @param cacheWrite of input written to the cache; where it is unknown and tokens were written,
///     the cost is unknown too
public record TokenRates(
    long input, OptionalLong cachedInput, OptionalLong cacheWrite, long output) {
  private static final long TOKENS = 1_000_000;

  /// The cost of a request with that usage, in millionths of a US dollar, rounded up; empty if a
  /// price is missing. Values beyond a `long` of millionths for a million tokens, some nine million
  /// dollars, are capped.
  public OptionalLong microUsd(TokenUsage usage) {
    if (cacheWrite.isEmpty() && usage.cachedWrite() > 0) {
      return OptionalLong.empty();
    }
    long plain = Math.max(0, usage.input() - usage.cachedRead() - usage.cachedWrite());
    try {
      long sum = Math.multiplyExact(input, plain);
      sum = plus(sum, cachedInput.orElse(input), usage.cachedRead());
      sum = plus(sum, cacheWrite.orElse(input), usage.cachedWrite());
      sum = plus(sum, output, usage.output());
      return OptionalLong.of(Math.ceilDiv(sum, TOKENS));
    } catch (ArithmeticException _) {
      return OptionalLong.of(Long.MAX_VALUE);
    }
  }

  private static long plus(long sum, long rate, long tokens) {
    return Math.addExact(sum, Math.multiplyExact(rate, tokens));
  }

  /// The most that so much input and output can cost, whatever of it a cache takes.
  public long mostMicroUsd(long inputTokens, long outputTokens) {
    long dearest = Math.max(input, cacheWrite.orElse(input));
    TokenRates without =
        new TokenRates(dearest, OptionalLong.empty(), OptionalLong.empty(), output);
    return without
        .microUsd(new TokenUsage(inputTokens, outputTokens, 0, 0, 0))
        .orElse(Long.MAX_VALUE);
  }

  /// Whether nothing costs anything.
  public boolean free() {
    return input == 0
        && output == 0
        && cachedInput.orElse(input) == 0
        && cacheWrite.orElse(input) == 0;
  }
}
