// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import java.util.List;

/// An option that a pack allows.
///
/// @param names every spelling that has this meaning, with its dashes
public record PackOption(
    List<String> names,
    OptionArity arity,
    ValueRule value,
    Usage usage,
    CommandConsequence consequence) {
  /// How often, and with what.
  ///
  /// @param required a command without it is another command, or a mistake
  /// @param conflicts names of options that can't stand beside it
  public record Usage(boolean required, boolean repeatable, List<String> conflicts) {
    /// As often as wanted, with anything.
    public static final Usage FREE = new Usage(false, true, List.of());

    public Usage {
      conflicts = List.copyOf(conflicts);
    }
  }

  public PackOption {
    names = List.copyOf(names);
  }
}
