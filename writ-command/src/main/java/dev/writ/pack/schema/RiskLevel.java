// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

/// How bad an invocation can be; the order is the strictness.
public enum RiskLevel {
  /// Reads or builds inside the project, with expected effects.
  SAFE,
  /// Overwrites or removes files of the project: what a person can take back where the change was
  /// recorded.
  CONTAINED,
  /// Loses history or unrecorded data, touches remote state or other places, or runs code that
  /// cannot be judged.
  DESTRUCTIVE
}
