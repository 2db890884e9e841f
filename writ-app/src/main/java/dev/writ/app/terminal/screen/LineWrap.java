// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.ArrayList;
import java.util.List;

/// Breaks text into lines of a width, between words where that is possible.
public final class LineWrap {
  private final int width;
  private final StyledLine rest;
  private final List<StyledLine> lines = new ArrayList<>();
  private final List<StyledSpan> line = new ArrayList<>();
  private final List<StyledSpan> word = new ArrayList<>();
  private int lineWidth;
  private int wordWidth;
  private int margin;

  private LineWrap(int width, StyledLine first, StyledLine rest) {
    this.width = Math.max(width, Math.max(first.width(), rest.width()) + 2);
    this.rest = rest;
    begin(first);
  }

  /// Wraps pieces of text.
  ///
  /// @param first what the first line begins with
  /// @param rest what every other line begins with
  public static List<StyledLine> wrap(
      List<StyledSpan> spans, int width, StyledLine first, StyledLine rest) {
    LineWrap wrap = new LineWrap(width, first, rest);
    spans.forEach(wrap::add);
    wrap.endWord();
    wrap.lines.add(new StyledLine(merged(wrap.line)));
    return wrap.lines;
  }

  /// Wraps pieces of text without a margin.
  public static List<StyledLine> wrap(List<StyledSpan> spans, int width) {
    return wrap(spans, width, StyledLine.EMPTY, StyledLine.EMPTY);
  }

  /// Breaks a text at the width, wherever that is.
  public static List<StyledLine> chop(TextRole role, String text, int width) {
    return chop(List.of(new StyledSpan(role, text)), width);
  }

  /// Breaks pieces of text at the width, wherever that is; there is at least one line.
  public static List<StyledLine> chop(List<StyledSpan> spans, int width) {
    List<StyledLine> lines = new ArrayList<>();
    List<StyledSpan> line = new ArrayList<>();
    int used = 0;
    for (StyledSpan span : spans) {
      String text = span.text();
      int start = 0;
      for (int i = 0; i < text.length(); ) {
        int end = CellWidth.clusterEnd(text, i);
        int more = CellWidth.cluster(text, i, end);
        if (used + more > width && used > 0) {
          line.add(new StyledSpan(span.role(), text.substring(start, i)));
          lines.add(new StyledLine(line));
          line.clear();
          start = i;
          used = 0;
        }
        used += more;
        i = end;
      }
      line.add(new StyledSpan(span.role(), text.substring(start)));
    }
    lines.add(new StyledLine(line));
    return lines;
  }

  private void begin(StyledLine prefix) {
    line.clear();
    line.addAll(prefix.spans());
    margin = prefix.width();
    lineWidth = margin;
  }

  private void add(StyledSpan span) {
    String text = span.text();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == ' ') {
        addWord(span.role(), text.substring(start, i));
        endWord();
        space(span.role());
        start = i + 1;
      }
    }
    addWord(span.role(), text.substring(start));
  }

  private void space(TextRole role) {
    if (lineWidth > margin && lineWidth < width) {
      line.add(new StyledSpan(role, " "));
      lineWidth++;
    }
  }

  private void addWord(TextRole role, String text) {
    if (isNarrow(text) && wordWidth + text.length() <= width - rest.width()) {
      if (!text.isEmpty()) {
        word.add(new StyledSpan(role, text));
        wordWidth += text.length();
      }
      return;
    }
    for (int i = 0; i < text.length(); ) {
      int end = CellWidth.clusterEnd(text, i);
      int more = CellWidth.cluster(text, i, end);
      if (more == 2) {
        endWord(); // scripts of wide characters break anywhere
      }
      if (wordWidth + more > width - rest.width()) {
        endWord();
      }
      word.add(new StyledSpan(role, text.substring(i, end)));
      wordWidth += more;
      i = end;
      if (more == 2) {
        endWord();
      }
    }
  }

  /// Whether each character takes one cell.
  private static boolean isNarrow(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x300) {
        return false;
      }
    }
    return true;
  }

  private void endWord() {
    if (wordWidth == 0) {
      return;
    }
    if (lineWidth + wordWidth > width && lineWidth > margin) {
      trim();
      lines.add(new StyledLine(merged(line)));
      begin(rest);
    }
    line.addAll(word);
    lineWidth += wordWidth;
    word.clear();
    wordWidth = 0;
  }

  private void trim() {
    while (!line.isEmpty() && line.getLast().text().equals(" ")) {
      line.removeLast();
    }
  }

  private static List<StyledSpan> merged(List<StyledSpan> spans) {
    List<StyledSpan> merged = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < spans.size(); i++) {
      text.append(spans.get(i).text());
      if (i + 1 == spans.size() || spans.get(i + 1).role() != spans.get(i).role()) {
        merged.add(new StyledSpan(spans.get(i).role(), text.toString()));
        text.setLength(0);
      }
    }
    return merged;
  }
}
