// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
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
  List<StyledLine> line(String text, int width) {
    String shown = text.replace("\t", "    ");
    List<StyledSpan> spans =
        language.equals("diff") || language.equals("patch")
            ? List.of(new StyledSpan(DiffLines.role(shown), shown))
            : CodeTokens.spans(shown, language);
    List<StyledLine> lines = new ArrayList<>();
    for (StyledLine line : chopped(spans, width - MARGIN)) {
      lines.add(line.after(StyledSpan.of("  ")));
    }
    return lines;
  }

  private static List<StyledLine> chopped(List<StyledSpan> spans, int width) {
    List<StyledLine> lines = new ArrayList<>();
    List<StyledSpan> line = new ArrayList<>();
    int used = 0;
    for (StyledSpan span : spans) {
      List<StyledLine> parts =
          LineWrap.chop(span.role(), " ".repeat(used) + span.text(), Math.max(width, 8));
      for (int i = 0; i < parts.size(); i++) {
        String part = parts.get(i).text();
        line.add(
            new StyledSpan(
                span.role(), i == 0 ? part.substring(Math.min(used, part.length())) : part));
        if (i + 1 < parts.size()) {
          lines.add(new StyledLine(line));
          line.clear();
        }
      }
      used = new StyledLine(line).width();
    }
    lines.add(new StyledLine(line));
    return lines;
  }
}
