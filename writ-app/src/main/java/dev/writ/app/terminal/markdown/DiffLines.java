// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;

/// The lines of a unified difference.
public final class DiffLines {
  private DiffLines() {}

  /// What a line of a difference is.
  public static TextRole role(String line) {
    if (line.startsWith("+++") || line.startsWith("---")) {
      return TextRole.BOLD;
    }
    if (line.startsWith("+")) {
      return TextRole.ADDED;
    }
    if (line.startsWith("-")) {
      return TextRole.REMOVED;
    }
    return line.startsWith("@@") ? TextRole.ACCENT : TextRole.TEXT;
  }

  /// Lines of a difference, each as wide as there is room.
  public static List<StyledLine> lines(List<String> source, int width) {
    List<StyledLine> lines = new ArrayList<>();
    for (String line : source) {
      lines.addAll(LineWrap.chop(role(line), line, width));
    }
    return lines;
  }
}
