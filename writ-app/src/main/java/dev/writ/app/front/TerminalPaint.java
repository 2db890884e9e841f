// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.app.terminal.input.TerminalPort;
import dev.writ.app.terminal.screen.ColorTheme;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.io.IOException;
import java.util.Map;

/// Draws on a terminal. Standard output shows every control character of a text; this is the way
/// around it for lines whose text is inert.
public record TerminalPaint(ColorTheme theme, TerminalPort terminal) {
  private static final Map<String, TextRole> MARKS =
      Map.of("✓", TextRole.GOOD, "✗", TextRole.ERROR, "○", TextRole.WARNING);

  /// Sends inert text and sequences. A terminal that has gone shows nothing any more.
  void write(String text) {
    try {
      terminal.write(text);
    } catch (IOException _) {
      // as of standard output
    }
  }

  /// One of Writ's own lines: its mark in colour, what a command printed and remarks less bright.
  String line(String line) {
    String mark = line.isEmpty() ? "" : line.substring(0, 1);
    TextRole role = MARKS.get(mark);
    if (role != null) {
      return theme.render(
          StyledLine.of(new StyledSpan(role, mark), StyledSpan.of(line.substring(1))));
    }
    String words = line.strip();
    boolean more = line.startsWith("  ") && !words.startsWith("→");
    boolean changed = words.startsWith("+ ") || words.startsWith("- ");
    TextRole whole =
        changed && more
            ? words.startsWith("+") ? TextRole.ADDED : TextRole.REMOVED
            : more || line.startsWith("[") || line.startsWith("· ")
                ? TextRole.DIM
                : line.startsWith("writ: ") ? TextRole.ERROR : TextRole.TEXT;
    return theme.render(StyledLine.of(whole, line));
  }
}
