// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import dev.writ.app.terminal.screen.CellWidth;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A draft as lines of the screen.
///
/// @param row the line of the cursor
/// @param column its cell there
public record EditorView(List<StyledLine> lines, int row, int column) {
  private static final int MARGIN = 2;

  public EditorView {
    lines = List.copyOf(lines);
  }

  /// Shows a draft.
  ///
  /// @param prompt what the first line begins with, two cells wide
  /// @param width of the screen
  /// @param most so many lines at most, those around the cursor
  public static EditorView of(
      MessageDraft draft, PastedTexts pasted, String prompt, int width, int most) {
    Layout layout = new Layout(Math.max(width, MARGIN + 4), prompt);
    String text = draft.text();
    for (int i = 0; i < text.length(); ) {
      if (i == draft.cursor()) {
        layout.mark();
      }
      int end = CellWidth.clusterEnd(text, i);
      Optional<String> label = pasted.label(text.charAt(i));
      if (text.charAt(i) == '\n') {
        layout.newline();
        end = i + 1;
      } else if (label.isPresent()) {
        layout.add(TextRole.ACCENT, label.get());
        end = i + 1;
      } else {
        layout.add(TextRole.TEXT, text.substring(i, end));
      }
      i = end;
    }
    if (draft.cursor() == text.length()) {
      layout.mark();
    }
    layout.newline();
    return window(layout, most);
  }

  private static EditorView window(Layout layout, int most) {
    int size = layout.lines.size();
    int first = size <= most ? 0 : Math.clamp(layout.row - most / 2, 0, size - most);
    return new EditorView(
        layout.lines.subList(first, Math.min(size, first + most)),
        layout.row - first,
        layout.column);
  }

  /// Fills lines cell by cell.
  private static final class Layout {
    private final int width;
    private final List<StyledLine> lines = new ArrayList<>();
    private final List<StyledSpan> line = new ArrayList<>();
    private final StringBuilder plain = new StringBuilder();
    private int used = MARGIN;
    private int row;
    private int column;

    Layout(int width, String prompt) {
      this.width = width;
      line.add(new StyledSpan(TextRole.ACCENT, prompt));
    }

    void mark() {
      if (used >= width) {
        newline();
      }
      row = lines.size();
      column = used;
    }

    void add(TextRole role, String text) {
      StyledSpan span = new StyledSpan(role, text);
      int more = CellWidth.of(span.text());
      if (used + more > width && used > MARGIN) {
        newline();
      }
      if (role == TextRole.TEXT) {
        plain.append(span.text());
      } else {
        flush();
        line.add(span);
      }
      used += more;
    }

    private void flush() {
      if (!plain.isEmpty()) {
        line.add(StyledSpan.of(plain.toString()));
        plain.setLength(0);
      }
    }

    void newline() {
      flush();
      lines.add(new StyledLine(line).cut(width));
      line.clear();
      line.add(StyledSpan.of("  "));
      used = MARGIN;
    }
  }
}
