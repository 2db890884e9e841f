// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A line of the screen.
public record StyledLine(List<StyledSpan> spans) {
  /// A line without text.
  public static final StyledLine EMPTY = new StyledLine(List.of());

  public StyledLine {
    spans = List.copyOf(spans);
  }

  /// A line of one role.
  public static StyledLine of(TextRole role, String text) {
    return new StyledLine(List.of(new StyledSpan(role, text)));
  }

  /// A line of these pieces.
  public static StyledLine of(StyledSpan... spans) {
    return new StyledLine(List.of(spans));
  }

  /// The text without its roles.
  public String text() {
    return spans.stream().map(StyledSpan::text).collect(Collectors.joining());
  }

  /// The width in cells.
  public int width() {
    int width = 0;
    for (StyledSpan span : spans) {
      width += CellWidth.of(span.text());
    }
    return width;
  }

  /// The same behind other pieces.
  public StyledLine after(StyledSpan... first) {
    List<StyledSpan> all = new ArrayList<>(List.of(first));
    all.addAll(spans);
    return new StyledLine(all);
  }

  /// The part that fits into a width, with an ellipsis if the line is longer.
  public StyledLine cut(int width) {
    if (width() <= width) {
      return this;
    }
    List<StyledSpan> kept = new ArrayList<>();
    int left = width - 1;
    for (StyledSpan span : spans) {
      String text = prefix(span.text(), left);
      kept.add(new StyledSpan(span.role(), text));
      left -= CellWidth.of(text);
      if (text.length() < span.text().length()) {
        break;
      }
    }
    kept.add(new StyledSpan(TextRole.DIM, "…"));
    return new StyledLine(kept);
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
