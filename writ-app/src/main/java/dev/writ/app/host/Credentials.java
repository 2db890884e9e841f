// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app.host;

import dev.writ.app.config.Configuration;
import dev.writ.wire.Providers;
import dev.writ.wire.http.Secret;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Keys of providers, from the configuration and the environment. A provider that only a project's
/// file chose gets none of a person's keys, from no source.
final class Credentials {
  private final Configuration configuration;
  private final Surroundings surroundings;
  private final Set<String> trusted = new HashSet<>();

  Credentials(Configuration configuration, Surroundings surroundings) {
    this.configuration = configuration;
    this.surroundings = surroundings;
  }

  /// The keys that Writ holds from the start, to be masked wherever they would enter the
  /// conversation.
  static List<String> inEnvironment(Configuration configuration, Surroundings surroundings) {
    List<String> keys = new ArrayList<>();
    configuration.text("llm.api_key").ifPresent(keys::add);
    for (String provider : Providers.known()) {
      variable(provider, surroundings).ifPresent(keys::add);
    }
    return keys;
  }

  private static Optional<String> variable(String provider, Surroundings surroundings) {
    return Providers.keyVariable(provider)
        .map(name -> surroundings.environment().getOrDefault(name, ""))
        .filter(value -> !value.isBlank());
  }

  /// Whether a person, not a project's file alone, chose a provider.
  boolean isTrusted(String provider) {
    return trusted.contains(provider)
        || !(configuration.isByProject("llm.provider")
            && configuration.text("llm.provider").filter(provider::equals).isPresent());
  }

  /// A person named that provider in this session.
  void trust(String provider) {
    trusted.add(provider);
  }

  /// The key of a provider; empty where there is none, or none for this provider.
  Optional<Secret> key(String provider) {
    if (!isTrusted(provider)) {
      return Optional.empty();
    }
    boolean configured = configuration.text("llm.provider").filter(provider::equals).isPresent();
    return configuration
        .text("llm.api_key")
        .filter(_ -> configured)
        .or(() -> variable(provider, surroundings))
        .map(Secret::new);
  }
}
