// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import java.util.List;

/// The models that a provider offers.
public sealed interface ModelListing {
  /// The provider's list.
  record ListedModels(List<Entry> entries) implements ModelListing {
    public ListedModels {
      entries = List.copyOf(entries);
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
