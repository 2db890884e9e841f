// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.risk;

import java.util.Locale;
import java.util.Optional;

/// A property of a proposal, or of its session, that matters for its risk.
public enum RiskTrait {
  /// It reads a file.
  READS,
  /// It creates a file.
  CREATES,
  /// It changes a file that is there.
  REPLACES,
  /// It removes a file or directory.
  DELETES,
  /// It moves a file or directory.
  MOVES,
  /// It runs programs.
  RUNS,
  /// It can send something over the network.
  REACHES,
  /// It touches a file that usually holds secrets.
  SECRET,
  /// It continues under another intent than the one in force.
  WIDENS,
  /// The session has read data from the network.
  SAW_UNTRUSTED,
  /// The session has read a file that usually holds secrets.
  SAW_SECRET;

  /// The word in rules.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The trait that a word means.
  static Optional<RiskTrait> of(String word) {
    for (RiskTrait trait : values()) {
      if (trait.word().equals(word)) {
        return Optional.of(trait);
      }
    }
    return Optional.empty();
  }
}
