// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The authority's rule for commands whose effects stay in the workspace: the sandbox confines
/// them, and their changes are recorded and can be undone.
public enum ContainedRule {
  /// They are like all others.
  ASK,
  /// They run, and a person sees their changes before they take effect.
  SHOW,
  /// They run.
  ALLOW;

  /// The word in files and records.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The rule that a word means.
  static Optional<ContainedRule> of(String word) {
    return Arrays.stream(values()).filter(rule -> rule.word().equals(word)).findFirst();
  }

  /// All words, the usual one first.
  static List<String> words() {
    return Arrays.stream(values()).map(ContainedRule::word).toList();
  }
}
