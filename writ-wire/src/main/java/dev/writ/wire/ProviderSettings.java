// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire;

import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.SecretText;
import org.jspecify.annotations.Nullable;

/// The model to use, and its settings.
///
/// @param provider one of [ProviderFactory#known]
/// @param model the model's name as the provider has it
/// @param endpoint the provider's address; empty for its usual one; for `replay` the script's text
/// @param key what the provider is shown; null for none
public record ProviderSettings(
    String provider,
    String model,
    String endpoint,
    @Nullable SecretText key,
    RequestTuning tuning,
    NetworkSettings network) {

  /// Nothing set but what has to be.
  public ProviderSettings(
      String provider, String model, @Nullable SecretText key, NetworkSettings network) {
    this(provider, model, "", key, RequestTuning.NONE, network);
  }
}
