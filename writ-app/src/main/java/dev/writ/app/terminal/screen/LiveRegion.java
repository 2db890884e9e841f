// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.ArrayList;
import java.util.List;

/// The last lines of the terminal, which change; what is finished is printed above them once and
/// scrolls away into the terminal's own history. Only lines that changed are sent, between the
/// marks of a synchronized update, which terminals without it ignore.
public final class LiveRegion {
  private static final String BEGIN = "\u001b[?2026h";
  private static final String END = "\u001b[?2026l";
  private static final String ERASE_LINE = "\u001b[K";
  private static final String ERASE_BELOW = "\u001b[J";
  private static final String HIDE = "\u001b[?25l";
  private static final String SHOW = "\u001b[?25h";

  private List<String> shown = List.of("");
  private List<Integer> widths = List.of(0);
  private int row;
  private int column;
  private boolean visible = true;
  private ColorTheme theme;

  /// A region that begins where the cursor is, at the beginning of an empty line.
  public LiveRegion(ColorTheme theme) {
    this.theme = theme;
  }

  /// Uses another theme from now on.
  public void theme(ColorTheme other) {
    theme = other;
  }

  /// What changes the screen so that it shows these.
  ///
  /// @param finished lines that go above the region for good
  /// @return nothing where nothing changed
  public String show(List<StyledLine> finished, ScreenFrame frame) {
    List<String> next = frame.lines().stream().map(theme::render).toList();
    StringBuilder out = new StringBuilder();
    int at = row;
    if (finished.isEmpty()) {
      at = changed(next, out);
    } else {
      moveTo(0, out);
      for (StyledLine line : finished) {
        out.append(theme.render(line)).append(ERASE_LINE).append("\r\n");
      }
      at = all(next, out);
    }
    if (out.isEmpty()
        && row == frame.row()
        && column == frame.column()
        && visible == frame.cursor()) {
      return "";
    }
    boolean text = !out.isEmpty();
    vertical(frame.row() - at, out);
    out.append('\r');
    if (frame.column() > 0) {
      out.append("\u001b[").append(frame.column()).append('C');
    }
    String cursor = frame.cursor() ? visible && !text ? "" : SHOW : visible ? HIDE : "";
    shown = next;
    widths = frame.lines().stream().map(StyledLine::width).toList();
    row = frame.row();
    column = frame.column();
    boolean hide = visible && text;
    visible = frame.cursor();
    return text ? BEGIN + (hide ? HIDE : "") + out + cursor + END : out + cursor;
  }

  /// Writes what differs; the row where the cursor is then.
  private int changed(List<String> next, StringBuilder out) {
    int at = row;
    for (int i = 0; i < next.size(); i++) {
      boolean isNew = i >= shown.size();
      if (isNew || !next.get(i).equals(shown.get(i))) {
        int old = Math.min(i, shown.size() - 1);
        vertical(old - at, out);
        at = old;
        if (i > old) {
          out.append("\r\n");
          at = i;
        } else {
          out.append('\r');
        }
        out.append(next.get(i)).append(ERASE_LINE);
        shown = isNew ? appended(shown) : shown;
      }
    }
    if (shown.size() > next.size()) {
      vertical(next.size() - at, out);
      out.append('\r').append(ERASE_BELOW);
      at = next.size();
    }
    return at;
  }

  private static List<String> appended(List<String> lines) {
    List<String> more = new ArrayList<>(lines);
    more.add("");
    return more;
  }

  private static int all(List<String> next, StringBuilder out) {
    for (int i = 0; i < next.size(); i++) {
      out.append(next.get(i)).append(i + 1 < next.size() ? ERASE_LINE + "\r\n" : ERASE_BELOW);
    }
    return next.size() - 1;
  }

  private void moveTo(int line, StringBuilder out) {
    vertical(line - row, out);
    out.append('\r');
  }

  private static void vertical(int rows, StringBuilder out) {
    if (rows != 0) {
      out.append("\u001b[").append(Math.abs(rows)).append(rows < 0 ? 'A' : 'B');
    }
  }

  /// Erases the region after the terminal got another width and broke its lines anew.
  ///
  /// @param columns the new width
  public String resized(int columns) {
    int above = 0;
    for (int i = 0; i < row; i++) {
      above += rows(widths.get(i), columns);
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
    shown = List.of("");
    widths = List.of(0);
    row = 0;
    column = 0;
    visible = true;
  }

  /// Leaves what is shown and goes to the line below.
  public String leave() {
    StringBuilder out = new StringBuilder();
    vertical(shown.size() - 1 - row, out);
    out.append("\r\n").append(SHOW);
    forget();
    return out.toString();
  }
}
