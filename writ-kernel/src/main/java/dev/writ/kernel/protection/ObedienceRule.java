// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

/// The requirement for a change of an obeyed file.
public enum ObedienceRule {
  /// A person agrees to exactly that change: projects change such files for good reasons.
  ASKS,
  /// Nothing allows it: no call and no command changes such a file.
  REFUSED;

  /// The stricter of the two.
  public ObedienceRule or(ObedienceRule other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
