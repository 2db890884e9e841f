// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

/// The possible effects of an invocation.
public enum PackEffect {
  /// Reads files.
  READ,
  /// Makes, changes or removes files.
  WRITE,
  /// Talks to other machines.
  NETWORK,
  /// Runs code of the project, or other programs.
  EXECUTE,
  /// May discard work that is in no commit and, where a person did it, in no ledger.
  DISCARD
}
