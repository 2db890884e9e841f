// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.text;

import dev.writ.records.change.LineDiff;
import java.util.ArrayList;
import java.util.List;

/// A line with its own end, so that unchanged lines keep theirs.
///
/// @param end LF, CR LF, CR, or nothing for a last line that isn't ended
public record TextLine(String text, String end) {
  /// The lines of a text; a final line end begins no further line.
  public static List<TextLine> of(String text) {
    List<TextLine> lines = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int at = from;
      while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
        at++;
      }
      int next = at;
      if (at < text.length()) {
        boolean pair = text.charAt(at) == '\r' && text.startsWith("\n", at + 1);
        next = at + (pair ? 2 : 1);
      }
      lines.add(new TextLine(text.substring(from, at), text.substring(at, next)));
      from = next;
    }
    return lines;
  }

  /// The text of lines.
  public static String join(List<TextLine> lines) {
    StringBuilder text = new StringBuilder();
    for (TextLine line : lines) {
      text.append(line.text()).append(line.end());
    }
    return text.toString();
  }

  /// The texts of lines, without their ends.
  public static List<String> texts(List<TextLine> lines) {
    List<String> texts = new ArrayList<>(lines.size());
    for (TextLine line : lines) {
      texts.add(line.text());
    }
    return texts;
  }

  /// The end that most lines have; LF where none has one.
  public static String usualEnd(List<TextLine> lines) {
    int lf = 0;
    int crlf = 0;
    int cr = 0;
    for (TextLine line : lines) {
      switch (line.end()) {
        case "\n" -> lf++;
        case "\r\n" -> crlf++;
        case "\r" -> cr++;
        default -> {}
      }
    }
    if (crlf > lf && crlf >= cr) {
      return "\r\n";
    }
    return cr > lf ? "\r" : "\n";
  }

  /// A text as a model writes it, with LF, in place of old lines: a line that stays keeps its end,
  /// a new one gets that of the line before it.
  ///
  /// @param usual the default line end
  public static String inPlaceOf(List<TextLine> old, String written, String usual) {
    List<TextLine> lines = of(written);
    List<TextLine> ended = new ArrayList<>();
    String end = usual;
    int from = 0;
    int to = 0;
    List<LineDiff.Hunk> hunks = new ArrayList<>(LineDiff.of(texts(old), texts(lines)).hunks());
    hunks.add(new LineDiff.Hunk(old.size(), old.size(), lines.size(), lines.size()));
    for (LineDiff.Hunk hunk : hunks) {
      for (; from < hunk.oldFrom(); from++, to++) {
        end = old.get(from).end().isEmpty() ? end : old.get(from).end();
        ended.add(lines.get(to).ended(end));
      }
      for (from = hunk.oldTo(); to < hunk.newTo(); to++) {
        ended.add(lines.get(to).ended(end));
      }
    }
    return join(ended);
  }

  /// The line with that end if it has one at all.
  TextLine ended(String otherEnd) {
    return end.isEmpty() ? this : new TextLine(text, otherEnd);
  }
}
