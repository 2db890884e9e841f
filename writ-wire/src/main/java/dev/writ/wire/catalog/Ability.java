// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire.catalog;

import java.util.Locale;

/// An ability of a model.
public enum Ability {
  /// Calls tools in the provider's own form.
  TOOLS,
  /// Reads images.
  VISION,
  /// Reasons before it answers.
  REASONING,
  /// The provider caches the beginning of a conversation.
  CACHING;

  /// The word in data files and tables.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
