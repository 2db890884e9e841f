// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.app.terminal.markdown.MarkdownStream;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.base.value.DisplayText;
import java.util.ArrayList;
import java.util.List;

/// Draws the model's Markdown below what a terminal shows. A line that is not whole yet is printed
/// as it comes; once it is, the running block takes its place as the chat draws it.
final class DrawnMarkdown {
  private static final String BEGIN = "\u001b[?2026h";
  private static final String END = "\u001b[?2026l";
  private static final String ERASE_BELOW = "\r\u001b[J";
  private static final int[] USUAL_SIZE = {80, 24};

  private final TerminalPaint paint;

  /// The line that is not whole yet, and what of it is on the screen.
  private final StringBuilder line = new StringBuilder();

  private final StringBuilder shown = new StringBuilder();
  private int printed;

  private MarkdownStream markdown = new MarkdownStream(USUAL_SIZE[0]);

  /// The lines of the running block on the screen, above the line that is not whole.
  private List<StyledLine> running = List.of();

  /// Blank lines that may be the last.
  private int blanks;

  private int columns = USUAL_SIZE[0];
  private int rows = USUAL_SIZE[1];

  DrawnMarkdown(TerminalPaint paint) {
    this.paint = paint;
  }

  /// More text.
  void append(String text) {
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      line.append(text, start, end);
      lineEnds();
      start = end + 1;
    }
    line.append(text, start, text.length());
    print();
  }

  /// Prints what came of the line, but for half a character.
  private void print() {
    int end = line.length();
    if (end > printed && Character.isHighSurrogate(line.charAt(end - 1))) {
      end--;
    }
    if (end > printed) {
      String more = DisplayText.text(line.substring(printed, end).replace("\t", "    "));
      printed = end;
      shown.append(more);
      paint.write("\n".repeat(blanks) + more);
      blanks = 0;
    }
  }

  private void lineEnds() {
    measure();
    markdown.append(line + "\n");
    if (rowsOf(running) + begun() < rows) {
      draw();
    } else {
      leave();
    }
    line.setLength(0);
    shown.setLength(0);
    printed = 0;
  }

  private void measure() {
    int[] size = paint.terminal().size().orElse(USUAL_SIZE);
    columns = Math.max(size[0], 10);
    rows = Math.max(size[1], 4);
    markdown.width(columns - 1);
  }

  private int rowsOf(List<StyledLine> lines) {
    return lines.stream().mapToInt(one -> LineWrap.chop(one.spans(), columns).size()).sum();
  }

  /// The rows of the line that is not whole.
  private int begun() {
    return shown.isEmpty() ? 0 : LineWrap.chop(TextRole.TEXT, shown.toString(), columns).size();
  }

  /// Draws what is finished and the running block in the place of what stands there.
  private void draw() {
    List<StyledLine> live = markdown.live(Math.max(1, rows - 2));
    List<StyledLine> next = new ArrayList<>(markdown.takeFinished());
    next.addAll(live);
    int same = 0;
    while (same < Math.min(running.size(), next.size())
        && running.get(same).equals(next.get(same))) {
      same++;
    }
    int stale = rowsOf(running.subList(same, running.size())) + begun();
    StringBuilder drawn = new StringBuilder();
    int up = stale - (shown.isEmpty() ? 0 : 1);
    drawn.append(up > 0 ? "\u001b[" + up + "A" : "").append(stale > 0 ? ERASE_BELOW : "");
    next.subList(same, next.size()).forEach(one -> add(one, drawn));
    running = live;
    if (!drawn.isEmpty()) {
      paint.write(BEGIN + drawn + END);
    }
  }

  private void add(StyledLine one, StringBuilder drawn) {
    if (one.equals(StyledLine.EMPTY)) {
      blanks++;
    } else {
      drawn.repeat('\n', blanks).append(paint.theme().render(one)).append('\n');
      blanks = 0;
    }
  }

  /// Some of the block has scrolled away: it stays as it is.
  private void leave() {
    print();
    paint.write("\n");
    markdown.append("\n");
    markdown.takeFinished();
    running = List.of();
    blanks = 1;
  }

  /// The message is over.
  void end() {
    if (!line.isEmpty()) {
      lineEnds();
    }
    measure();
    markdown.end();
    if (rowsOf(running) < rows) {
      draw();
    }
    markdown = new MarkdownStream(columns - 1);
    running = List.of();
    blanks = 0;
  }
}
