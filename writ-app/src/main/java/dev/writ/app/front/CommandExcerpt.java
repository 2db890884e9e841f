// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import java.util.ArrayList;
import java.util.List;

/// The beginning and the end of a long command line; what is between them is counted.
///
/// @param lines what is shown
/// @param left how many lines are not, or not whole
record CommandExcerpt(List<String> lines, int left) {
  private static final int MAX_LINES = 12;
  private static final int MAX_LINE_CHARS = 480;
  private static final int NEAR_LINES = 4;
  private static final int NEAR_CHARS = 120;

  CommandExcerpt {
    lines = List.copyOf(lines);
  }

  /// What is shown at first.
  static CommandExcerpt of(List<String> whole) {
    return of(whole, MAX_LINES, MAX_LINE_CHARS);
  }

  /// A few rows, to stand once more below long ones.
  static CommandExcerpt near(List<String> whole) {
    return of(whole, NEAR_LINES, NEAR_CHARS);
  }

  private static CommandExcerpt of(List<String> whole, int most, int chars) {
    List<String> shown = new ArrayList<>();
    int left = 0;
    int over = Math.max(0, whole.size() - most);
    for (int i = 0; i < whole.size(); i++) {
      if (over > 0 && i == most / 2) {
        shown.add("[" + over + " more lines]");
        left += over;
        i += over;
      }
      String line = whole.get(i);
      shown.add(shortened(line, chars));
      left += line.length() > chars ? 1 : 0;
    }
    return new CommandExcerpt(shown, left);
  }

  private static String shortened(String line, int chars) {
    int more = line.length() - chars;
    return more <= 0
        ? line
        : "%s[%d more characters]%s"
            .formatted(
                line.substring(0, chars - chars / 3),
                more,
                line.substring(line.length() - chars / 3));
  }
}
