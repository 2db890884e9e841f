// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import java.util.Set;

/// What is known about a model. An ability in neither set is unknown.
///
/// @param window the context window in tokens; 0 where it is unknown
/// @param outputLimit the longest answer in tokens; 0 where it is unknown
/// @param present the abilities that the model has
/// @param absent the abilities that the model lacks
public record Capabilities(
    long window, long outputLimit, Set<Ability> present, Set<Ability> absent) {
  /// Nothing known.
  public static final Capabilities UNKNOWN = new Capabilities(0, 0, Set.of(), Set.of());

  public Capabilities {
    present = Set.copyOf(present);
    absent = Set.copyOf(absent);
  }

  /// Whether the model is known to have the ability.
  public boolean has(Ability ability) {
    return present.contains(ability);
  }

  /// Whether the model is known to lack the ability.
  public boolean lacks(Ability ability) {
    return absent.contains(ability);
  }
}
