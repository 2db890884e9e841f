// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;

/// The lines of a unified difference: one below the other, or old and new side by side where there
/// is room for both. Of a line that was changed, the words stand out that are different.
public final class DiffLines {
  /// With so many columns, old and new stand side by side.
  private static final int SPLIT_COLUMNS = 110;

  private static final StyledSpan RULE = new StyledSpan(TextRole.DIM, " │ ");

  private final int width;
  private final boolean split;
  private final List<StyledLine> lines = new ArrayList<>();
  private final List<String> removed = new ArrayList<>();
  private final List<String> added = new ArrayList<>();

  private DiffLines(int width) {
    this.width = width;
    this.split = width >= SPLIT_COLUMNS;
  }

  /// What a line of a difference is.
  public static TextRole role(String line) {
    if (line.startsWith("+++") || line.startsWith("---")) {
      return TextRole.BOLD;
    }
    if (line.startsWith("+")) {
      return TextRole.ADDED;
    }
    if (line.startsWith("-")) {
      return TextRole.REMOVED;
    }
    return line.startsWith("@@") ? TextRole.ACCENT : TextRole.TEXT;
  }

  /// Lines of a difference, each as wide as there is room.
  public static List<StyledLine> lines(List<String> source, int width) {
    DiffLines difference = new DiffLines(width);
    source.forEach(difference::add);
    difference.endChange();
    return difference.lines;
  }

  private void add(String line) {
    TextRole role = role(line);
    if (role == TextRole.REMOVED && added.isEmpty()) {
      removed.add(line);
    } else if (role == TextRole.ADDED) {
      added.add(line);
    } else {
      endChange();
      if (role == TextRole.REMOVED) {
        removed.add(line);
      } else {
        other(line, role);
      }
    }
  }

  private void other(String line, TextRole role) {
    List<StyledSpan> spans = List.of(new StyledSpan(role, line));
    if (split && role == TextRole.TEXT) {
      row(spans, spans);
    } else {
      lines.addAll(LineWrap.chop(spans, width));
    }
  }

  /// Lines that were removed, and those that stand there now: the first with the first, and so on.
  private void endChange() {
    List<List<StyledSpan>> before = new ArrayList<>();
    List<List<StyledSpan>> after = new ArrayList<>();
    for (int i = 0; i < Math.max(removed.size(), added.size()); i++) {
      if (i < removed.size() && i < added.size()) {
        DiffWords words = DiffWords.of(removed.get(i), added.get(i));
        before.add(words.removed());
        after.add(words.added());
      } else if (i < removed.size()) {
        before.add(List.of(new StyledSpan(TextRole.REMOVED, removed.get(i))));
      } else {
        after.add(List.of(new StyledSpan(TextRole.ADDED, added.get(i))));
      }
    }
    if (split) {
      for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
        row(
            i < before.size() ? before.get(i) : List.of(),
            i < after.size() ? after.get(i) : List.of());
      }
    } else {
      before.forEach(spans -> lines.addAll(LineWrap.chop(spans, width)));
      after.forEach(spans -> lines.addAll(LineWrap.chop(spans, width)));
    }
    removed.clear();
    added.clear();
  }

  private void row(List<StyledSpan> left, List<StyledSpan> right) {
    int half = (width - 3) / 2;
    List<StyledLine> lefts = LineWrap.chop(left, half);
    List<StyledLine> rights = LineWrap.chop(right, half);
    for (int i = 0; i < Math.max(lefts.size(), rights.size()); i++) {
      StyledLine one = i < lefts.size() ? lefts.get(i) : StyledLine.EMPTY;
      List<StyledSpan> spans = new ArrayList<>(one.spans());
      spans.add(StyledSpan.of(" ".repeat(Math.max(0, half - one.width()))));
      spans.add(RULE);
      spans.addAll(i < rights.size() ? rights.get(i).spans() : List.of());
      lines.add(new StyledLine(spans));
    }
  }
}
