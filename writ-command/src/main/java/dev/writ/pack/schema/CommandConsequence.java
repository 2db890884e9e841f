// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import java.util.Set;

/// The consequence of a command or one of its options. Discarding work is destructive.
///
/// @param why one line for the person who is asked; may be empty
public record CommandConsequence(Set<PackEffect> effects, RiskLevel risk, String why) {
  /// No effect of its own.
  public static final CommandConsequence NONE =
      new CommandConsequence(Set.of(), RiskLevel.SAFE, "");

  public CommandConsequence {
    effects = Set.copyOf(effects);
    if (effects.contains(PackEffect.DISCARD)) {
      risk = RiskLevel.DESTRUCTIVE;
      why = why.isEmpty() ? "may discard uncommitted work" : why;
    }
  }
}
