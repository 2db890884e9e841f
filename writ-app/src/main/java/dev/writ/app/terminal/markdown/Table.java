// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.Line;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.Role;
import dev.writ.app.terminal.screen.Span;
import java.util.ArrayList;
import java.util.List;

/// A table. Where it is too wide its columns get narrower and their texts are wrapped; where even
/// that is not possible, each row becomes lines of "header: value".
record Table(List<List<List<Span>>> rows, boolean header) {
  private static final String GAP = "  ";
  private static final int NARROWEST = 6;

  /// Reads the lines of a table.
  static Table of(List<String> source) {
    List<List<List<Span>>> rows = new ArrayList<>();
    boolean header = false;
    for (String line : source) {
      List<String> cells = cells(line);
      if (rows.size() == 1 && !header && cells.stream().allMatch(Table::isSeparator)) {
        header = true;
      } else {
        rows.add(cells.stream().map(InlineText::spans).toList());
      }
    }
    return new Table(rows, header);
  }

  private static boolean isSeparator(String cell) {
    return !cell.isEmpty() && cell.chars().allMatch(c -> c == '-' || c == ':');
  }

  private static List<String> cells(String line) {
    String text = line.strip();
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean code = false;
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == '|') {
        cell.append('|');
        i++;
      } else if (c == '|' && !code) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        code ^= c == '`';
        cell.append(c);
      }
    }
    if (!cell.toString().isBlank()) {
      cells.add(cell.toString().strip());
    }
    return cells;
  }

  /// The lines of the table.
  List<Line> lines(int width) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<List<Span>> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], new Line(row.get(i)).width());
      }
    }
    int room = width - GAP.length() * Math.max(columns - 1, 0);
    if (columns == 0 || room < columns * NARROWEST) {
      return asList(width);
    }
    shrink(widths, room);
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      boolean head = header && i == 0;
      lines.addAll(row(rows.get(i), widths, head));
      if (head) {
        lines.add(rule(widths));
      }
    }
    return lines;
  }

  private static void shrink(int[] widths, int room) {
    int sum = 0;
    for (int width : widths) {
      sum += width;
    }
    while (sum > room) {
      int widest = 0;
      for (int i = 1; i < widths.length; i++) {
        widest = widths[i] > widths[widest] ? i : widest;
      }
      widths[widest]--;
      sum--;
    }
  }

  private static Line rule(int[] widths) {
    List<String> parts = new ArrayList<>();
    for (int width : widths) {
      parts.add("─".repeat(Math.max(width, 1)));
    }
    return Line.of(Role.DIM, String.join(GAP, parts));
  }

  private static List<Line> row(List<List<Span>> cells, int[] widths, boolean head) {
    List<List<Line>> wrapped = new ArrayList<>();
    int height = 1;
    for (int i = 0; i < cells.size(); i++) {
      List<Line> lines = LineWrap.wrap(styled(cells.get(i), head), widths[i]);
      wrapped.add(lines);
      height = Math.max(height, lines.size());
    }
    List<Line> lines = new ArrayList<>();
    for (int y = 0; y < height; y++) {
      List<Span> spans = new ArrayList<>();
      for (int x = 0; x < wrapped.size(); x++) {
        Line part = y < wrapped.get(x).size() ? wrapped.get(x).get(y) : Line.EMPTY;
        spans.addAll(part.spans());
        if (x + 1 < wrapped.size()) {
          spans.add(Span.of(" ".repeat(Math.max(0, widths[x] - part.width())) + GAP));
        }
      }
      lines.add(new Line(spans));
    }
    return lines;
  }

  private static List<Span> styled(List<Span> cell, boolean head) {
    return head ? cell.stream().map(span -> new Span(Role.BOLD, span.text())).toList() : cell;
  }

  private List<Line> asList(int width) {
    List<Line> lines = new ArrayList<>();
    for (int i = header ? 1 : 0; i < rows.size(); i++) {
      for (int j = 0; j < rows.get(i).size(); j++) {
        List<Span> spans = new ArrayList<>();
        if (header && j < rows.getFirst().size()) {
          spans.add(new Span(Role.BOLD, new Line(rows.getFirst().get(j)).text() + ": "));
        }
        spans.addAll(rows.get(i).get(j));
        lines.addAll(LineWrap.wrap(spans, width));
      }
      lines.add(Line.EMPTY);
    }
    return lines;
  }
}
