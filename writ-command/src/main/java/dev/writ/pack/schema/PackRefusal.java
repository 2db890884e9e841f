// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

/// Why a pack is not used.
public enum PackRefusal {
  /// It cannot be read, or is not a pack for that tool.
  CORRUPT,
  /// It is not the one that was activated.
  HASH_MISMATCH,
  /// It is older than the one that was activated.
  DOWNGRADE,
  /// An example that it carries doesn't hold.
  EXAMPLE_FAILED,
  /// The record of activations has a line that can't be read, so this tool's state is unknown.
  INDEX_CORRUPT
}
