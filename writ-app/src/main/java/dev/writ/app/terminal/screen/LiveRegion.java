// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The last lines of the terminal, which change; what is finished is printed above them once and
/// scrolls away into the terminal's own history. Only cells that changed are sent, between the
/// marks of a synchronized update, which terminals without it ignore; rows that only moved are
/// moved.
public final class LiveRegion {
  private static final String BEGIN = "\u001b[?2026h";
  private static final String END = "\u001b[?2026l";
  private static final String ERASE_BELOW = "\u001b[J";
  private static final String HIDE = "\u001b[?25l";
  private static final String SHOW = "\u001b[?25h";

  private List<StyledLine> shown = List.of(StyledLine.EMPTY);
  private ColorTheme shownTheme;
  private int row;
  private int column;
  private boolean visible = true;
  private ColorTheme theme;
  private int height;

  /// A region that begins where the cursor is, at the beginning of an empty line.
  public LiveRegion(ColorTheme theme) {
    this.theme = theme;
    this.shownTheme = theme;
  }

  /// An empty region of the same looks, on a screen of its own.
  public LiveRegion elsewhere() {
    return new LiveRegion(theme);
  }

  /// Uses another theme from now on.
  public void theme(ColorTheme other) {
    theme = other;
  }

  /// The terminal has so many rows.
  public void height(int rows) {
    height = rows;
  }

  /// The output that changes the screen to these lines.
  ///
  /// @param finished lines that go above the region for good
  /// @return nothing where nothing changed
  public String show(List<StyledLine> finished, ScreenFrame frame) {
    List<StyledLine> next = frame.lines();
    if (!finished.isEmpty()) {
      next = new ArrayList<>(finished);
      next.addAll(frame.lines());
    }
    TerminalPen pen = new TerminalPen(row, column);
    change(next, pen);
    pen.plain();
    boolean text = !pen.isUnused();
    pen.moveTo(finished.size() + frame.row(), frame.column());
    String cursor = frame.cursor() ? visible && !text ? "" : SHOW : visible ? HIDE : "";
    boolean hide = visible && text;
    shown = frame.lines();
    shownTheme = theme;
    row = frame.row();
    column = frame.column();
    visible = frame.cursor();
    return text ? BEGIN + (hide ? HIDE : "") + pen.sent() + cursor + END : pen.sent() + cursor;
  }

  /// Makes the rows that are wanted of those that are shown.
  private void change(List<StyledLine> next, TerminalPen pen) {
    int more = next.size() - shown.size();
    int at = RowShift.best(shown, next, height);
    List<StyledLine> now = new ArrayList<>(shown);
    rewrite(0, at, now, next, pen); // before they may scroll away
    if (more < 0) {
      pen.moveTo(at, 0);
      if (at == next.size()) {
        pen.eraseBelow();
      } else {
        pen.deleteRows(-more);
      }
      now.subList(at, at - more).clear();
    } else if (more > 0 && at < shown.size()) {
      pen.moveTo(shown.size() - 1, TerminalPen.HERE);
      pen.grow(more);
      pen.moveTo(at, 0);
      pen.insertRows(more);
      now.addAll(at, Collections.nCopies(more, StyledLine.EMPTY));
    }
    rewrite(at, next.size(), now, next, pen);
  }

  private void rewrite(
      int from, int to, List<StyledLine> now, List<StyledLine> next, TerminalPen pen) {
    for (int i = from; i < to; i++) {
      if (i >= now.size()) {
        pen.moveTo(i - 1, TerminalPen.HERE);
        pen.grow(1);
        pen.write(next.get(i), theme);
      } else if (!theme.equals(shownTheme) || !next.get(i).equals(now.get(i))) {
        CellLine before = CellLine.of(now.get(i), shownTheme);
        CellLine.of(next.get(i), theme).write(before, i, pen);
      }
    }
  }

  /// Erases the region after the terminal got another width and broke its lines anew.
  ///
  /// @param columns the new width
  public String resized(int columns) {
    int above = 0;
    for (int i = 0; i < row; i++) {
      above += rows(shown.get(i).width(), columns);
    }
    above += Math.max(column, 0) / Math.max(columns, 1);
    String erased = (above > 0 ? "\u001b[" + above + "A" : "") + "\r" + ERASE_BELOW;
    forget();
    return erased;
  }

  private static int rows(int width, int columns) {
    return Math.max(1, (width + columns - 1) / Math.max(columns, 1));
  }

  /// The screen was cleared, or another program has written to it: the region begins where the
  /// cursor is.
  public void forget() {
    shown = List.of(StyledLine.EMPTY);
    row = 0;
    column = 0;
    visible = true;
  }

  /// Leaves what is shown and goes to the line below.
  public String leave() {
    TerminalPen pen = new TerminalPen(row, column);
    pen.moveTo(shown.size() - 1, TerminalPen.HERE);
    forget();
    return pen.sent() + "\r\n" + SHOW;
  }
}
