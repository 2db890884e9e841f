// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.ArrayList;
import java.util.List;

/// Breaks text into lines of a width, between words where that is possible.
public final class LineWrap {
  private final int width;
  private final Line rest;
  private final List<Line> lines = new ArrayList<>();
  private final List<Span> line = new ArrayList<>();
  private final List<Span> word = new ArrayList<>();
  private int lineWidth;
  private int wordWidth;
  private int margin;

  private LineWrap(int width, Line first, Line rest) {
    this.width = Math.max(width, Math.max(first.width(), rest.width()) + 2);
    this.rest = rest;
    begin(first);
  }

  /// Wraps pieces of text.
  ///
  /// @param first what the first line begins with
  /// @param rest what every other line begins with
  public static List<Line> wrap(List<Span> spans, int width, Line first, Line rest) {
    LineWrap wrap = new LineWrap(width, first, rest);
    spans.forEach(wrap::add);
    wrap.endWord();
    wrap.lines.add(new Line(merged(wrap.line)));
    return wrap.lines;
  }

  /// Wraps pieces of text without a margin.
  public static List<Line> wrap(List<Span> spans, int width) {
    return wrap(spans, width, Line.EMPTY, Line.EMPTY);
  }

  /// Breaks a text at the width, wherever that is.
  public static List<Line> chop(Role role, String text, int width) {
    List<Line> lines = new ArrayList<>();
    String inert = Span.inert(text);
    int start = 0;
    int used = 0;
    for (int i = 0; i < inert.length(); ) {
      int end = CellWidth.clusterEnd(inert, i);
      int more = CellWidth.cluster(inert, i, end);
      if (used + more > width && i > start) {
        lines.add(Line.of(role, inert.substring(start, i)));
        start = i;
        used = 0;
      }
      used += more;
      i = end;
    }
    lines.add(Line.of(role, inert.substring(start)));
    return lines;
  }

  private void begin(Line prefix) {
    line.clear();
    line.addAll(prefix.spans());
    margin = prefix.width();
    lineWidth = margin;
  }

  private void add(Span span) {
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

  private void space(Role role) {
    if (lineWidth > margin && lineWidth < width) {
      line.add(new Span(role, " "));
      lineWidth++;
    }
  }

  private void addWord(Role role, String text) {
    if (isNarrow(text) && wordWidth + text.length() <= width - rest.width()) {
      if (!text.isEmpty()) {
        word.add(new Span(role, text));
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
      word.add(new Span(role, text.substring(i, end)));
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
      lines.add(new Line(merged(line)));
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

  private static List<Span> merged(List<Span> spans) {
    List<Span> merged = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < spans.size(); i++) {
      text.append(spans.get(i).text());
      if (i + 1 == spans.size() || spans.get(i + 1).role() != spans.get(i).role()) {
        merged.add(new Span(spans.get(i).role(), text.toString()));
        text.setLength(0);
      }
    }
    return merged;
  }
}
