// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;

/// A removed and an added line of a difference, word by word: what only one of them has stands out.
///
/// @param removed with its mark
/// @param added with its mark
record DiffWords(List<StyledSpan> removed, List<StyledSpan> added) {
  /// Longer lines are not compared.
  private static final int MOST_WORDS = 300;

  /// Where less than this part of the longer line is in both, they are different lines, not one
  /// that was changed.
  private static final double LEAST_COMMON = 0.4;

  /// Compares them.
  static DiffWords of(String removed, String added) {
    List<String> before = words(removed.substring(1));
    List<String> after = words(added.substring(1));
    boolean[] kept = new boolean[before.size()];
    boolean[] stays = new boolean[after.size()];
    boolean similar =
        Math.max(before.size(), after.size()) <= MOST_WORDS
            && match(before, after, kept, stays)
                >= LEAST_COMMON * Math.max(removed.length(), added.length());
    return similar
        ? new DiffWords(
            spans(removed, before, kept, TextRole.REMOVED, TextRole.REMOVED_WORD),
            spans(added, after, stays, TextRole.ADDED, TextRole.ADDED_WORD))
        : new DiffWords(
            List.of(new StyledSpan(TextRole.REMOVED, removed)),
            List.of(new StyledSpan(TextRole.ADDED, added)));
  }

  /// Runs of letters and digits, runs of blanks, and every other character.
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= line.length(); i++) {
      if (i == line.length()
          || kind(line.charAt(i)) == 0
          || kind(line.charAt(i)) != kind(line.charAt(i - 1))) {
        words.add(line.substring(start, i));
        start = i;
      }
    }
    return words;
  }

  private static int kind(char c) {
    return Character.isWhitespace(c) ? 1 : Character.isLetterOrDigit(c) || c > 127 ? 2 : 0;
  }

  /// Marks the words of a longest common subsequence.
  ///
  /// @return how many characters it has
  private static int match(
      List<String> before, List<String> after, boolean[] kept, boolean[] stays) {
    int[][] longest = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        longest[i][j] =
            before.get(i).equals(after.get(j))
                ? longest[i + 1][j + 1] + before.get(i).length()
                : Math.max(longest[i + 1][j], longest[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < before.size() && j < after.size()) {
      if (before.get(i).equals(after.get(j))) {
        kept[i++] = true;
        stays[j++] = true;
      } else if (longest[i + 1][j] >= longest[i][j + 1]) {
        i++;
      } else {
        j++;
      }
    }
    return longest[0][0];
  }

  private static List<StyledSpan> spans(
      String line, List<String> words, boolean[] common, TextRole ordinary, TextRole standingOut) {
    List<StyledSpan> spans = new ArrayList<>();
    StringBuilder text = new StringBuilder(line.substring(0, 1));
    boolean here = true;
    for (int i = 0; i < words.size(); i++) {
      if (common[i] != here) {
        spans.add(new StyledSpan(here ? ordinary : standingOut, text.toString()));
        text.setLength(0);
        here = common[i];
      }
      text.append(words.get(i));
    }
    spans.add(new StyledSpan(here ? ordinary : standingOut, text.toString()));
    return spans;
  }
}
