// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.Line;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.Role;
import java.util.ArrayList;
import java.util.List;

/// The lines of a unified difference.
public final class DiffLines {
  private DiffLines() {}

  /// What a line of a difference is.
  public static Role role(String line) {
    if (line.startsWith("+++") || line.startsWith("---")) {
      return Role.BOLD;
    }
    if (line.startsWith("+")) {
      return Role.ADDED;
    }
    if (line.startsWith("-")) {
      return Role.REMOVED;
    }
    return line.startsWith("@@") ? Role.ACCENT : Role.TEXT;
  }

  /// Lines of a difference, each as wide as there is room.
  public static List<Line> lines(List<String> source, int width) {
    List<Line> lines = new ArrayList<>();
    for (String line : source) {
      lines.addAll(LineWrap.chop(role(line), line, width));
    }
    return lines;
  }
}
