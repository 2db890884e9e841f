// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import java.util.List;

/// The models that a provider offers.
public sealed interface ModelListing {
  /// The provider's list, as far as a person could read it: the first 10,000 models, without names
  /// of more than 512 characters.
  record ListedModels(List<Entry> entries) implements ModelListing {
    private static final int MOST = 10_000;
    private static final int MOST_NAME_CHARS = 512;

    public ListedModels {
      entries =
          entries.stream()
              .filter(entry -> entry.name().length() <= MOST_NAME_CHARS)
              .limit(MOST)
              .toList();
    }
  }

  /// The provider has no list, or did not give it.
  record FailedListing(ModelReply.ProviderError trouble) implements ModelListing {}

  /// One model.
  ///
  /// @param name as it is configured
  /// @param capabilities the capabilities that the list itself states
  record Entry(String name, ModelCapabilities capabilities) {}
}
