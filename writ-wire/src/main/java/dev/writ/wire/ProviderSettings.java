// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire;

import dev.writ.wire.adapter.Tuning;
import dev.writ.wire.http.Network;
import dev.writ.wire.http.Secret;
import org.jspecify.annotations.Nullable;

/// Which model is asked, and how.
///
/// @param provider one of [Providers#known]
/// @param model the model's name as the provider has it
/// @param endpoint the provider's address; empty for its usual one; for `replay` the script's text
/// @param key what the provider is shown; null for none
public record ProviderSettings(
    String provider,
    String model,
    String endpoint,
    @Nullable Secret key,
    Tuning tuning,
    Network network) {

  /// Nothing set but what has to be.
  public ProviderSettings(String provider, String model, @Nullable Secret key, Network network) {
    this(provider, model, "", key, Tuning.NONE, network);
  }
}
