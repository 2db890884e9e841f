// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.pack;

import java.util.Set;

/// What a command, or one of its options, does.
///
/// @param why one line for the person who is asked; may be empty
public record Consequence(Set<PackEffect> effects, Risk risk, String why) {
  /// No effect of its own.
  public static final Consequence NONE = new Consequence(Set.of(), Risk.SAFE, "");

  public Consequence {
    effects = Set.copyOf(effects);
  }
}
