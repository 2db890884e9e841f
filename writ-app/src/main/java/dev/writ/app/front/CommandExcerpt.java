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
  private static final int END_CHARS = 160;

  CommandExcerpt {
    lines = List.copyOf(lines);
  }

  static CommandExcerpt of(List<String> whole) {
    List<String> shown = new ArrayList<>();
    int left = 0;
    int over = Math.max(0, whole.size() - MAX_LINES);
    for (int i = 0; i < whole.size(); i++) {
      if (over > 0 && i == MAX_LINES / 2) {
        shown.add("[" + over + " more lines]");
        left += over;
        i += over;
      }
      String line = whole.get(i);
      shown.add(shortened(line));
      left += line.length() > MAX_LINE_CHARS ? 1 : 0;
    }
    return new CommandExcerpt(shown, left);
  }

  private static String shortened(String line) {
    int more = line.length() - MAX_LINE_CHARS;
    return more <= 0
        ? line
        : "%s[%d more characters]%s"
            .formatted(
                line.substring(0, MAX_LINE_CHARS - END_CHARS),
                more,
                line.substring(line.length() - END_CHARS));
  }
}
