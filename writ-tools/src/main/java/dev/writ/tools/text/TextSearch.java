// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.text;

import java.util.ArrayList;
import java.util.List;

/// Finds a text in another one in time linear in both (Knuth, Morris and Pratt, 1977). The JDK's
/// search takes the product of both lengths where they repeat themselves: hours for texts of
/// megabytes that a model may write.
public final class TextSearch {
  /// Up to this many comparisons the JDK's search is fast enough, and faster in usual texts.
  private static final long FEW_COMPARISONS = 100_000_000;

  private final String wanted;

  /// Made when it is first needed.
  private int[] borders = {};

  /// @param wanted is not empty
  public TextSearch(String wanted) {
    this.wanted = wanted;
  }

  /// The indexes of all occurrences that don't overlap, from the first on.
  public List<Integer> in(String text) {
    List<Integer> found = new ArrayList<>();
    for (int at = first(text, 0); at >= 0; at = first(text, at + wanted.length())) {
      found.add(at);
    }
    return found;
  }

  /// Whether it occurs.
  public boolean isIn(String text) {
    return first(text, 0) >= 0;
  }

  private int first(String text, int from) {
    if ((long) text.length() * wanted.length() <= FEW_COMPARISONS) {
      return text.indexOf(wanted, from);
    }
    if (borders.length == 0) {
      borders = borders(wanted);
    }
    int matched = 0;
    for (int i = from; i < text.length(); i++) {
      while (matched > 0 && wanted.charAt(matched) != text.charAt(i)) {
        matched = borders[matched - 1];
      }
      if (wanted.charAt(matched) == text.charAt(i)) {
        matched++;
      }
      if (matched == wanted.length()) {
        return i + 1 - matched;
      }
    }
    return -1;
  }

  /// For each beginning of a text how long its longest proper border is: what it begins and ends
  /// with.
  private static int[] borders(String text) {
    int[] borders = new int[text.length()];
    int border = 0;
    for (int i = 1; i < text.length(); i++) {
      while (border > 0 && text.charAt(border) != text.charAt(i)) {
        border = borders[border - 1];
      }
      if (text.charAt(border) == text.charAt(i)) {
        border++;
      }
      borders[i] = border;
    }
    return borders;
  }
}
