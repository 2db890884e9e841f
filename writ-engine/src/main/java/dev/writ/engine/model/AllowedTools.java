// Implements: docs/spec/09-intents-and-hooks.md §9.3 (Kind and tool compatibility)
package dev.writ.engine.model;

import java.util.Set;

/// The subset of a prompt's tools that the model may call now. It is neutral: an adapter either
/// omits the other tools from the definitions, or sends all and restricts the names.
public sealed interface AllowedTools {
  /// All of them; the gate alone denies.
  record AllTools() implements AllowedTools {}

  /// Only those with these names.
  record Only(Set<String> names) implements AllowedTools {
    public Only {
      names = Set.copyOf(names);
    }
  }

  /// Whether a tool may be called.
  default boolean allows(String tool) {
    return !(this instanceof Only(Set<String> names)) || names.contains(tool);
  }
}
