// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

/// How an option takes its value.
public enum OptionArity {
  /// It has none.
  NONE,
  /// `-n 5`, `--lines 5` and `--lines=5`; in dialects with bundles `-n5` too.
  ANY,
  /// `-Pdev` and `-P dev`, in dialects without bundles.
  JOINED,
  /// Only as the next word.
  SEPARATE,
  /// As the next word but one; the next is a name (`--arg name value`).
  PAIR,
  /// Only in the same word.
  ATTACHED,
  /// In the same word, or not at all.
  OPTIONAL;

  public boolean mayTakeNext() {
    return this == ANY || this == JOINED || this == SEPARATE || this == PAIR;
  }

  public boolean mayBeAttached() {
    return this != NONE && this != SEPARATE && this != PAIR;
  }

  public boolean mayBeAbsent() {
    return this == NONE || this == OPTIONAL;
  }
}
