// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;

/// Emphasis, code and links within a text. Marks without an end are shown as they are.
final class InlineText {
  private final String text;
  private final List<StyledSpan> spans = new ArrayList<>();
  private final StringBuilder plain = new StringBuilder();

  private InlineText(String text) {
    this.text = text;
  }

  /// The pieces of a text.
  static List<StyledSpan> spans(String text) {
    InlineText inline = new InlineText(text);
    int at = 0;
    while (at < text.length()) {
      at = inline.next(at);
    }
    inline.flush();
    return inline.spans;
  }

  private int next(int at) {
    char c = text.charAt(at);
    int end =
        switch (c) {
          case '\\' -> escaped(at);
          case '`' -> code(at);
          case '*', '_' -> emphasis(at, c);
          case '~' -> struck(at);
          case '[' -> link(at);
          default -> -1;
        };
    if (end > at) {
      return end;
    }
    plain.append(c);
    return at + 1;
  }

  private void flush() {
    if (!plain.isEmpty()) {
      spans.add(StyledSpan.of(plain.toString()));
      plain.setLength(0);
    }
  }

  private int add(TextRole role, int from, int to, int next) {
    flush();
    spans.add(new StyledSpan(role, text.substring(from, to)));
    return next;
  }

  private int escaped(int at) {
    if (at + 1 < text.length() && "\\`*_{}[]()#+-.!|<>~".indexOf(text.charAt(at + 1)) >= 0) {
      plain.append(text.charAt(at + 1));
      return at + 2;
    }
    return -1;
  }

  private int code(int at) {
    int marks = 1;
    while (at + marks < text.length() && text.charAt(at + marks) == '`') {
      marks++;
    }
    int end = text.indexOf("`".repeat(marks), at + marks);
    return end < 0 ? -1 : add(TextRole.CODE, at + marks, end, end + marks);
  }

  private int emphasis(int at, char mark) {
    boolean strong = at + 1 < text.length() && text.charAt(at + 1) == mark;
    int marks = strong ? 2 : 1;
    int from = at + marks;
    boolean inWord = at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
    if (from >= text.length()
        || Character.isWhitespace(text.charAt(from))
        || (mark == '_' && inWord)) {
      return -1;
    }
    String close = String.valueOf(mark).repeat(marks);
    int end = text.indexOf(close, from);
    while (end > from && Character.isWhitespace(text.charAt(end - 1))) {
      end = text.indexOf(close, end + 1);
    }
    if (end <= from) {
      return -1;
    }
    TextRole role = strong ? TextRole.BOLD : TextRole.ITALIC;
    flush();
    for (StyledSpan span : spans(text.substring(from, end))) {
      spans.add(span.role() == TextRole.TEXT ? new StyledSpan(role, span.text()) : span);
    }
    return end + marks;
  }

  private int struck(int at) {
    if (!text.startsWith("~~", at)) {
      return -1;
    }
    int end = text.indexOf("~~", at + 2);
    return end <= at + 2 ? -1 : add(TextRole.STRUCK, at + 2, end, end + 2);
  }

  /// The words and, where they differ, the address: a link that hides where it leads is a trap.
  private int link(int at) {
    int words = text.indexOf("](", at);
    int end = words < 0 ? -1 : text.indexOf(')', words);
    if (end < 0 || text.substring(at + 1, words).contains("[")) {
      return -1;
    }
    String address = text.substring(words + 2, end);
    int next = add(TextRole.LINK, at + 1, words, end + 1);
    if (!address.equals(text.substring(at + 1, words))) {
      spans.add(new StyledSpan(TextRole.DIM, " (" + address + ")"));
    }
    return next;
  }
}
