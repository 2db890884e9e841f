// Implements: docs/spec/08-authority-and-packs.md §8.1 (Authority levels (ordered, non-inheriting))
package dev.writ.kernel.authority;

import java.util.Locale;
import java.util.Optional;

/// How much a token permits. The levels are ordered, and none includes what another lists: a token
/// permits what its own level says of its own lists.
public enum AuthorityLevel {
  /// Reading project state: file tools and the allowlisted read-only invocations.
  OBSERVE,
  /// The listed tools exactly as they are, without parameters.
  TOOLS_ONLY,
  /// The listed tools with parameters that their schema allows.
  PARAMETERIZED_TOOLS,
  /// Any arguments for the listed binaries, within the file-system root and the network policy.
  SCOPED_COMMANDS;

  /// The word used in files and messages.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The level of that word.
  public static Optional<AuthorityLevel> of(String word) {
    for (AuthorityLevel level : values()) {
      if (level.word().equals(word)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }
}
