// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.pack;

/// How many words a positional stands for.
public enum Count {
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

  Count(int min, int max) {
    this.min = min;
    this.max = max;
  }

  int min() {
    return min;
  }

  int max() {
    return max;
  }
}
