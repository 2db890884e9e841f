// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

/// From where on words that look like options are operands.
public enum OptionsEnd {
  /// Nowhere, but for `--`.
  NEVER,
  /// Behind the first operand, as where another program's arguments follow its name.
  OPERAND,
  /// At once, as where all arguments are another program's.
  WORDS
}
