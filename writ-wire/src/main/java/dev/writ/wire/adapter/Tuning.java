// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.wire.adapter;

import dev.writ.kernel.json.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is sent only where it is set.
///
/// @param temperature `llm.temperature`
/// @param maxTokens `llm.max_tokens`, the limit of one answer
public record Tuning(@Nullable Double temperature, @Nullable Long maxTokens) {
  /// The model's own.
  public static final Tuning NONE = new Tuning(null, null);

  /// The temperature as JSON.
  public Optional<Json> temperatureValue() {
    return temperature == null || !Double.isFinite(temperature)
        ? Optional.empty()
        : Optional.of(new Json.Num(Double.toString(temperature)));
  }

  /// The limit of one answer as JSON.
  public Optional<Json> maxTokensValue() {
    return maxTokens == null ? Optional.empty() : Optional.of(Json.of(maxTokens));
  }
}
