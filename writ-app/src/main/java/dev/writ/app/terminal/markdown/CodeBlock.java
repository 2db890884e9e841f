// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.Line;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A fenced block of code. Each line stands for itself, so that it can be shown at once.
record CodeBlock(String fence, String language) {
  private static final int MARGIN = 2;

  /// The block that a line begins, if it does.
  static Optional<CodeBlock> beginning(String line) {
    String text = line.strip();
    for (String mark : List.of("`", "~")) {
      int marks = 0;
      while (marks < text.length() && text.startsWith(mark, marks)) {
        marks++;
      }
      if (marks >= 3 && text.indexOf('`', marks) < 0) {
        String[] words = text.substring(marks).strip().split(" ", 2);
        return Optional.of(new CodeBlock(mark.repeat(marks), words[0].toLowerCase(Locale.ROOT)));
      }
    }
    return Optional.empty();
  }

  /// Whether a line ends the block.
  boolean isEnd(String line) {
    String text = line.strip();
    return text.startsWith(fence) && text.replace(fence.substring(0, 1), "").isEmpty();
  }

  /// The lines of one line of code.
  List<Line> line(String text, int width) {
    String shown = text.replace("\t", "    ");
    List<Span> spans =
        language.equals("diff") || language.equals("patch")
            ? List.of(new Span(DiffLines.role(shown), shown))
            : CodeTokens.spans(shown, language);
    List<Line> lines = new ArrayList<>();
    for (Line line : chopped(spans, width - MARGIN)) {
      lines.add(line.after(Span.of("  ")));
    }
    return lines;
  }

  private static List<Line> chopped(List<Span> spans, int width) {
    List<Line> lines = new ArrayList<>();
    List<Span> line = new ArrayList<>();
    int used = 0;
    for (Span span : spans) {
      List<Line> parts =
          LineWrap.chop(span.role(), " ".repeat(used) + span.text(), Math.max(width, 8));
      for (int i = 0; i < parts.size(); i++) {
        String part = parts.get(i).text();
        line.add(
            new Span(span.role(), i == 0 ? part.substring(Math.min(used, part.length())) : part));
        if (i + 1 < parts.size()) {
          lines.add(new Line(line));
          line.clear();
        }
      }
      used = new Line(line).width();
    }
    lines.add(new Line(line));
    return lines;
  }
}
