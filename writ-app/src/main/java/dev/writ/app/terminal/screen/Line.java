// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A line of the screen.
public record Line(List<Span> spans) {
  /// A line without text.
  public static final Line EMPTY = new Line(List.of());

  public Line {
    spans = List.copyOf(spans);
  }

  /// A line of one role.
  public static Line of(Role role, String text) {
    return new Line(List.of(new Span(role, text)));
  }

  /// A line of these pieces.
  public static Line of(Span... spans) {
    return new Line(List.of(spans));
  }

  /// The text without its roles.
  public String text() {
    return spans.stream().map(Span::text).collect(Collectors.joining());
  }

  /// The width in cells.
  public int width() {
    int width = 0;
    for (Span span : spans) {
      width += CellWidth.of(span.text());
    }
    return width;
  }

  /// The same behind other pieces.
  public Line after(Span... first) {
    List<Span> all = new ArrayList<>(List.of(first));
    all.addAll(spans);
    return new Line(all);
  }

  /// What fits into a width, with an ellipsis where that isn't all.
  public Line cut(int width) {
    if (width() <= width) {
      return this;
    }
    List<Span> kept = new ArrayList<>();
    int left = width - 1;
    for (Span span : spans) {
      String text = prefix(span.text(), left);
      kept.add(new Span(span.role(), text));
      left -= CellWidth.of(text);
      if (text.length() < span.text().length()) {
        break;
      }
    }
    kept.add(new Span(Role.DIM, "…"));
    return new Line(kept);
  }

  private static String prefix(String text, int width) {
    int end = 0;
    int used = 0;
    while (end < text.length()) {
      int next = CellWidth.clusterEnd(text, end);
      used += CellWidth.cluster(text, end, next);
      if (used > width) {
        break;
      }
      end = next;
    }
    return text.substring(0, end);
  }
}
