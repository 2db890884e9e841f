// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.ArrayList;
import java.util.List;

/// What the live region shows.
///
/// @param lines no line is wider than the screen, and there are no more than it has rows
/// @param row the line of the cursor
/// @param column its cell there
/// @param cursor whether it is shown
public record ScreenFrame(List<StyledLine> lines, int row, int column, boolean cursor) {
  /// Nothing is live.
  public static final ScreenFrame NONE = new ScreenFrame(List.of(StyledLine.EMPTY), 0, 0, true);

  public ScreenFrame {
    lines = lines.isEmpty() ? List.of(StyledLine.EMPTY) : List.copyOf(lines);
  }

  /// The same above other lines.
  public ScreenFrame above(List<StyledLine> last) {
    List<StyledLine> all = new ArrayList<>(lines);
    all.addAll(last);
    return new ScreenFrame(all, row, column, cursor);
  }

  /// The same below another line.
  public ScreenFrame below(StyledLine first) {
    List<StyledLine> all = new ArrayList<>(List.of(first));
    all.addAll(lines);
    return new ScreenFrame(all, row + 1, column, cursor);
  }
}
