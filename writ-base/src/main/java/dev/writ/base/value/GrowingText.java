// Implements: docs/spec/17-quality.md §17.3 (Speed)
package dev.writ.base.value;

import java.util.ArrayList;
import java.util.List;

/// A text that comes in many small pieces. Unlike in a [StringBuilder], what is there already is
/// not copied to make room, so a long answer takes hardly more memory than its characters.
public final class GrowingText {
  private static final int PART_CHARS = 16 * 1024;

  private final List<String> parts = new ArrayList<>();
  private final StringBuilder last = new StringBuilder();
  private int partsLength;

  /// A text without characters.
  public GrowingText() {}

  /// Adds a piece at the end.
  public void append(String piece) {
    last.append(piece);
    if (last.length() >= PART_CHARS) {
      parts.add(last.toString());
      partsLength += last.length();
      last.setLength(0);
    }
  }

  /// The number of characters so far.
  public int length() {
    return partsLength + last.length();
  }

  /// Whether it is empty.
  public boolean isEmpty() {
    return length() == 0;
  }

  /// Takes all characters away.
  public void clear() {
    parts.clear();
    last.setLength(0);
    partsLength = 0;
  }

  /// All characters so far.
  @Override
  public String toString() {
    if (parts.isEmpty()) {
      return last.toString();
    }
    List<String> all = new ArrayList<>(parts);
    all.add(last.toString());
    return String.join("", all);
  }
}
