// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;

/// A table. If it is too wide its columns become narrower and their texts are wrapped; if even that
/// is not possible, each row becomes lines of "header: value".
record MarkdownTable(List<List<List<StyledSpan>>> rows, boolean header) {
  private static final String GAP = "  ";
  private static final int NARROWEST = 6;

  /// Reads the lines of a table.
  static MarkdownTable of(List<String> source) {
    List<List<List<StyledSpan>>> rows = new ArrayList<>();
    boolean header = false;
    for (String line : source) {
      List<String> cells = cells(line);
      if (rows.size() == 1 && !header && cells.stream().allMatch(MarkdownTable::isSeparator)) {
        header = true;
      } else {
        rows.add(cells.stream().map(InlineText::spans).toList());
      }
    }
    return new MarkdownTable(rows, header);
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
  List<StyledLine> lines(int width) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<List<StyledSpan>> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], new StyledLine(row.get(i)).width());
      }
    }
    int room = width - GAP.length() * Math.max(columns - 1, 0);
    if (columns == 0 || room < columns * NARROWEST) {
      return asList(width);
    }
    shrink(widths, room);
    List<StyledLine> lines = new ArrayList<>();
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

  private static StyledLine rule(int[] widths) {
    List<String> parts = new ArrayList<>();
    for (int width : widths) {
      parts.add("─".repeat(Math.max(width, 1)));
    }
    return StyledLine.of(TextRole.DIM, String.join(GAP, parts));
  }

  private static List<StyledLine> row(List<List<StyledSpan>> cells, int[] widths, boolean head) {
    List<List<StyledLine>> wrapped = new ArrayList<>();
    int height = 1;
    for (int i = 0; i < cells.size(); i++) {
      List<StyledLine> lines = LineWrap.wrap(styled(cells.get(i), head), widths[i]);
      wrapped.add(lines);
      height = Math.max(height, lines.size());
    }
    List<StyledLine> lines = new ArrayList<>();
    for (int y = 0; y < height; y++) {
      List<StyledSpan> spans = new ArrayList<>();
      for (int x = 0; x < wrapped.size(); x++) {
        StyledLine part = y < wrapped.get(x).size() ? wrapped.get(x).get(y) : StyledLine.EMPTY;
        spans.addAll(part.spans());
        if (x + 1 < wrapped.size()) {
          spans.add(StyledSpan.of(" ".repeat(Math.max(0, widths[x] - part.width())) + GAP));
        }
      }
      lines.add(new StyledLine(spans));
    }
    return lines;
  }

  private static List<StyledSpan> styled(List<StyledSpan> cell, boolean head) {
    return head
        ? cell.stream().map(span -> new StyledSpan(TextRole.BOLD, span.text())).toList()
        : cell;
  }

  private List<StyledLine> asList(int width) {
    List<StyledLine> lines = new ArrayList<>();
    for (int i = header ? 1 : 0; i < rows.size(); i++) {
      for (int j = 0; j < rows.get(i).size(); j++) {
        List<StyledSpan> spans = new ArrayList<>();
        if (header && j < rows.getFirst().size()) {
          spans.add(
              new StyledSpan(TextRole.BOLD, new StyledLine(rows.getFirst().get(j)).text() + ": "));
        }
        spans.addAll(rows.get(i).get(j));
        lines.addAll(LineWrap.wrap(spans, width));
      }
      lines.add(StyledLine.EMPTY);
    }
    return lines;
  }
}
