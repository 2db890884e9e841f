// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

/// The syntax by which a program distinguishes its options from each other and from operands.
public enum OptionDialect {
  /// `-abc` is three options, `--name=value`, `--` ends. Abbreviated long options are unnamed.
  GNU,
  /// As GNU; flags may also be `--name=true`, and `-n=5` is `-n 5`.
  COBRA,
  /// As GNU; a first word without a dash is a bundle whose values follow in order (`tar xzf a`).
  TAR,
  /// `-name` is one option; `--` has no meaning of its own.
  WORDS,
  /// As WORDS; `--name` is `-name`, flags may be `-name=true`, and `--` ends.
  GO;

  public boolean bundles() {
    return this == GNU || this == COBRA || this == TAR;
  }

  public boolean endsWithDashes() {
    return this != WORDS;
  }

  public boolean flagsTakeBooleans() {
    return this == COBRA || this == GO;
  }
}
