// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Finds names by some of their letters, in order.
final class FuzzyMatch {
  private static final int IN_A_ROW = 8;
  private static final int BEGINS_PART = 10;
  private static final int IN_LAST_PART = 3;
  private static final int WHOLE_BEGIN = 30;

  private FuzzyMatch() {}

  private record Scored(String name, int score) {}

  /// The names that match best, the best first.
  static List<String> best(String letters, List<String> names, int most) {
    List<Scored> scored = new ArrayList<>();
    for (String name : names) {
      int score = score(letters, name);
      if (score >= 0) {
        scored.add(new Scored(name, score));
      }
    }
    Comparator<Scored> order = Comparator.comparingInt(Scored::score).reversed();
    return scored.stream()
        .sorted(order.thenComparingInt(match -> match.name().length()).thenComparing(Scored::name))
        .limit(most)
        .map(Scored::name)
        .toList();
  }

  /// How well letters match a name; negative where they don't.
  static int score(String letters, String name) {
    int lastPart = name.lastIndexOf('/', name.length() - 2) + 1;
    int best = score(letters, name, lastPart, lastPart);
    return best >= 0 ? best : score(letters, name, 0, lastPart);
  }

  private static int score(String letters, String name, int from, int lastPart) {
    int score = name.regionMatches(true, from, letters, 0, letters.length()) ? WHOLE_BEGIN : 0;
    int at = from;
    int before = -2;
    for (int i = 0; i < letters.length(); i++) {
      char wanted = Character.toLowerCase(letters.charAt(i));
      while (at < name.length() && Character.toLowerCase(name.charAt(at)) != wanted) {
        at++;
      }
      if (at == name.length()) {
        return -1;
      }
      score += at == before + 1 ? IN_A_ROW : 0;
      score += at == 0 || !Character.isLetterOrDigit(name.charAt(at - 1)) ? BEGINS_PART : 0;
      score += at >= lastPart ? IN_LAST_PART : 0;
      before = at;
      at++;
    }
    return score;
  }
}
