// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import java.util.Set;

/// The known properties of a model. An ability in neither set is unknown.
///
/// @param window the context window in tokens; 0 where it is unknown
/// @param outputLimit the longest answer in tokens; 0 where it is unknown
/// @param present the abilities that the model has
/// @param absent the abilities that the model lacks
public record ModelCapabilities(
    long window, long outputLimit, Set<ModelAbility> present, Set<ModelAbility> absent) {
  /// Nothing known.
  public static final ModelCapabilities UNKNOWN = new ModelCapabilities(0, 0, Set.of(), Set.of());

  public ModelCapabilities {
    present = Set.copyOf(present);
    absent = Set.copyOf(absent);
  }

  /// Whether the model is known to have the ability.
  public boolean has(ModelAbility ability) {
    return present.contains(ability);
  }

  /// Whether the model is known to lack the ability.
  public boolean lacks(ModelAbility ability) {
    return absent.contains(ability);
  }
}
