// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.wire.catalog;

import dev.writ.engine.model.TokenUsage;
import java.util.Optional;
import java.util.OptionalLong;

/// The price of a model; some providers price a whole request differently if its input is long.
public record ModelPrice(TokenRates usual, Optional<Long> longOver, Optional<TokenRates> ofLong) {

  /// The rates of a request with so many input tokens.
  public TokenRates rates(long inputTokens) {
    return longOver.isPresent() && ofLong.isPresent() && inputTokens > longOver.get()
        ? ofLong.get()
        : usual;
  }

  /// The cost of a request with that usage, in millionths of a US dollar; empty if a price is
  /// missing.
  public OptionalLong microUsd(TokenUsage usage) {
    return rates(usage.input()).microUsd(usage);
  }

  /// The most that a request with so many tokens can cost.
  public long mostMicroUsd(long inputTokens, long outputTokens) {
    return rates(inputTokens).mostMicroUsd(inputTokens, outputTokens);
  }
}
