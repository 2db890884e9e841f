// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.records.change;

/// Whether a mutation left the meaning of what it touched as it was.
public enum MutationClass {
  /// The same structure: consistent renames, moved declarations, formatting, comments.
  AST_REFACTOR,
  /// Something means something else now, or it can't be shown that it doesn't.
  INTENT_EVOLUTION
}
