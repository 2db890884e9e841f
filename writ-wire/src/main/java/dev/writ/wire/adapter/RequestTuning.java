// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.wire.adapter;

import dev.writ.base.json.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parameters that are sent only if they are set.
///
/// @param temperature `llm.temperature`
/// @param maxTokens `llm.max_tokens`, the limit of one answer
/// @param keepAlive how long a local server keeps the model loaded: a duration such as `30m`, or a
///     number of seconds
public record RequestTuning(
    @Nullable Double temperature, @Nullable Long maxTokens, @Nullable String keepAlive) {
  /// One that leaves it to the server how long the model stays loaded.
  public RequestTuning(@Nullable Double temperature, @Nullable Long maxTokens) {
    this(temperature, maxTokens, null);
  }

  /// The model's own.
  public static final RequestTuning NONE = new RequestTuning(null, null, null);

  /// The temperature as JSON.
  public Optional<Json> temperatureValue() {
    return temperature == null || !Double.isFinite(temperature)
        ? Optional.empty()
        : Optional.of(new Json.Num(Double.toString(temperature)));
  }

  /// How long the model stays loaded as JSON.
  public Optional<Json> keepAliveValue() {
    if (keepAlive == null || keepAlive.isBlank()) {
      return Optional.empty();
    }
    String told = keepAlive.strip();
    int digits = told.startsWith("-") ? 1 : 0;
    boolean seconds =
        told.length() > digits && told.chars().skip(digits).allMatch(c -> c >= '0' && c <= '9');
    return Optional.of(seconds ? new Json.Num(told) : Json.of(told));
  }

  /// The limit of one answer as JSON.
  public Optional<Json> maxTokensValue() {
    return maxTokens == null ? Optional.empty() : Optional.of(Json.of(maxTokens));
  }
}
