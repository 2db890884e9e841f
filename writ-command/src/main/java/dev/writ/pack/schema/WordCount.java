// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

/// How many words a positional stands for.
public enum WordCount {
  /// Exactly one.
  ONE(1, 1),
  /// None or one.
  OPTIONAL(0, 1),
  /// None or more.
  ANY(0, Integer.MAX_VALUE),
  /// One or more.
  SOME(1, Integer.MAX_VALUE);

  private final int min;
  private final int max;

  WordCount(int min, int max) {
    this.min = min;
    this.max = max;
  }

  public int min() {
    return min;
  }

  public int max() {
    return max;
  }
}
