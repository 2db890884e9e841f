// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;

/// Blocks of text: paragraphs, headings, items of lists, quotes, rules.
final class TextBlock {
  private static final int MOST_HEADING = 6;
  private static final int RULE_WIDTH = 40;

  private TextBlock() {}

  /// Whether a line is a block by itself.
  static boolean isAlone(String line) {
    return headingLevel(line) > 0 || isRule(line);
  }

  /// Whether a line begins a block although the one before has not ended.
  ///
  /// @param first the first line of the one before
  static boolean begins(String line, String first) {
    return marker(line) > 0 || (isQuote(line) && !isQuote(first));
  }

  private static boolean isQuote(String line) {
    return line.stripLeading().startsWith(">");
  }

  private static int headingLevel(String line) {
    int level = 0;
    while (level < line.length() && line.charAt(level) == '#') {
      level++;
    }
    boolean heading =
        level > 0 && level <= MOST_HEADING && level < line.length() && line.charAt(level) == ' ';
    return heading ? level : 0;
  }

  private static boolean isRule(String line) {
    String marks = line.replace(" ", "");
    return marks.length() >= 3
        && (marks.equals("-".repeat(marks.length()))
            || marks.equals("*".repeat(marks.length()))
            || marks.equals("_".repeat(marks.length())));
  }

  /// The start of a list item's text; 0 if it is not an item.
  private static int marker(String line) {
    int at = indent(line);
    int begin = at;
    while (at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
      at++;
    }
    boolean numbered =
        at > begin && at - begin < 10 && at < line.length() && ".)".indexOf(line.charAt(at)) >= 0;
    boolean bullet = at == begin && at < line.length() && "-*+".indexOf(line.charAt(at)) >= 0;
    return (numbered || bullet) && at + 1 < line.length() && line.charAt(at + 1) == ' '
        ? at + 2
        : 0;
  }

  private static int indent(String line) {
    int at = 0;
    while (at < line.length() && line.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  /// The lines of a block.
  static List<StyledLine> lines(List<String> source, int width) {
    String first = source.getFirst();
    int level = headingLevel(first);
    if (level > 0) {
      return heading(first.substring(level).strip(), level, width);
    }
    if (isRule(first)) {
      return List.of(StyledLine.of(TextRole.DIM, "─".repeat(Math.min(width, RULE_WIDTH))));
    }
    int marker = marker(first);
    if (marker > 0) {
      return item(source, marker, width);
    }
    if (isQuote(first)) {
      return quote(source, width);
    }
    return LineWrap.wrap(InlineText.spans(joined(source)), width);
  }

  private static List<StyledLine> heading(String text, int level, int width) {
    List<StyledSpan> spans = new ArrayList<>();
    for (StyledSpan span : InlineText.spans(text)) {
      spans.add(new StyledSpan(TextRole.HEADING, span.text()));
    }
    StyledLine prefix =
        level > 2 ? StyledLine.of(TextRole.HEADING, "#".repeat(level) + " ") : StyledLine.EMPTY;
    return LineWrap.wrap(spans, width, prefix, StyledLine.EMPTY);
  }

  private static List<StyledLine> item(List<String> source, int marker, int width) {
    String first = source.getFirst();
    int indent = indent(first);
    String mark = first.substring(indent, marker);
    String text = first.substring(marker);
    boolean bullet = mark.length() == 2;
    String shown = bullet ? "• " : mark;
    if (bullet && text.startsWith("[ ] ")) {
      shown = "☐ ";
      text = text.substring(4);
    } else if (bullet && (text.startsWith("[x] ") || text.startsWith("[X] "))) {
      shown = "☑ ";
      text = text.substring(4);
    }
    List<String> all = new ArrayList<>(source);
    all.set(0, text);
    String margin = " ".repeat(Math.min(indent, width / 2));
    return LineWrap.wrap(
        InlineText.spans(joined(all)),
        width,
        StyledLine.of(StyledSpan.of(margin), new StyledSpan(TextRole.ACCENT, shown)),
        StyledLine.of(StyledSpan.of(margin + " ".repeat(shown.length()))));
  }

  private static List<StyledLine> quote(List<String> source, int width) {
    List<String> inner = new ArrayList<>();
    for (String line : source) {
      String text = line.stripLeading();
      inner.add(text.startsWith(">") ? text.substring(1).stripLeading() : text);
    }
    StyledLine bar = StyledLine.of(TextRole.DIM, "│ ");
    return LineWrap.wrap(InlineText.spans(joined(inner)), width, bar, bar);
  }

  private static String joined(List<String> lines) {
    StringBuilder out = new StringBuilder();
    for (String line : lines) {
      out.append(out.isEmpty() ? "" : " ").append(line.strip());
    }
    return out.toString();
  }
}
