// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// The known word that was probably meant.
public final class NearestWord {
  private NearestWord() {}

  /// The nearest of the known words, if one is near enough: at most a third of it differs.
  /// Its case doesn't count.
  public static Optional<String> of(String word, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .filter(candidate -> distance(word, candidate) <= Math.max(2, candidate.length() / 3));
  }

  /// ` (did you mean X?)`, or nothing.
  public static String hint(String word, Collection<String> known) {
    return of(word, known).map(near -> " (did you mean " + near + "?)").orElse("");
  }

  /// Levenshtein distance, row by row.
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (lower(a, i - 1) == lower(b, j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }

  private static char lower(String text, int at) {
    return Character.toLowerCase(text.charAt(at));
  }
}
