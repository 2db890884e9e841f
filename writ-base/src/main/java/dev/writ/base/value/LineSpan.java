// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.base.value;

/// Consecutive lines of a text, 1-based, both ends included.
public record LineSpan(int first, int last) {
  public LineSpan {
    if (first < 1 || last < first) {
      throw new IllegalArgumentException("not a span of lines: " + first + "-" + last);
    }
  }

  /// How many lines a change added and removed.
  public record Count(int added, int removed) {
    @Override
    public String toString() {
      return "+" + added + " -" + removed;
    }
  }
}
