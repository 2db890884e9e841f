// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Streamed Markdown, in pieces of any size. Parts that can no longer change are finished and are
/// taken once; the block in progress is shown in its present state.
public final class MarkdownStream {
  private static final int WIDEST_TEXT = 120;

  private final StringBuilder partial = new StringBuilder();
  private final List<String> block = new ArrayList<>();
  private final List<StyledLine> finished = new ArrayList<>();
  private Kind kind = Kind.NONE;
  private Optional<CodeBlock> code = Optional.empty();
  private int width;
  private int given;
  private boolean blank = true;

  private enum Kind {
    NONE,
    TEXT,
    TABLE
  }

  /// @param width of the screen
  public MarkdownStream(int width) {
    this.width = width;
  }

  /// The screen has another width from now on.
  public void width(int columns) {
    width = columns;
  }

  /// More text.
  public void append(String text) {
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      partial.append(text, start, end);
      line(partial.toString());
      partial.setLength(0);
      start = end + 1;
    }
    partial.append(text, start, text.length());
  }

  /// The text is over.
  public void end() {
    if (!partial.isEmpty()) {
      line(partial.toString());
      partial.setLength(0);
    }
    endBlock();
    code = Optional.empty();
  }

  /// Lines that don't change any more, once.
  public List<StyledLine> takeFinished() {
    List<StyledLine> taken = List.copyOf(finished);
    finished.clear();
    return taken;
  }

  /// The block that is being written.
  ///
  /// @param most so many lines at most; where there are more, the first ones become finished
  public List<StyledLine> live(int most) {
    List<StyledLine> lines = blockWith(partial.toString());
    int from = Math.min(given, lines.size());
    if (lines.size() - from > most && most > 0) {
      int enough = lines.size() - most;
      finished.addAll(lines.subList(from, enough));
      given = enough;
      from = enough;
    }
    return List.copyOf(lines.subList(from, lines.size()));
  }

  /// The running block as if a text were its last line.
  private List<StyledLine> blockWith(String last) {
    if (code.isPresent()) {
      return last.isEmpty() || code.get().isEnd(last) ? List.of() : code.get().line(last, width);
    }
    if (last.isBlank() || CodeBlock.beginning(last).isPresent()) {
      return block.isEmpty() ? List.of() : render(kind, block);
    }
    Kind now = kindOf(last);
    if (block.isEmpty() || isSeparate(last)) {
      List<StyledLine> lines = new ArrayList<>(block.isEmpty() ? List.of() : render(kind, block));
      lines.addAll(render(now, List.of(last)));
      return lines;
    }
    List<String> lines = new ArrayList<>(block);
    lines.add(last);
    return render(now, lines);
  }

  private void line(String line) {
    if (code.isPresent()) {
      if (code.get().isEnd(line)) {
        code = Optional.empty();
      } else {
        emit(code.get().line(line, width));
      }
      return;
    }
    Optional<CodeBlock> fence = CodeBlock.beginning(line);
    if (fence.isPresent()) {
      endBlock();
      code = fence;
      return;
    }
    if (line.isBlank()) {
      endBlock();
      if (!blank) {
        emit(List.of(StyledLine.EMPTY));
        blank = true;
      }
    } else if (TextBlock.isAlone(line)) {
      endBlock();
      emit(render(Kind.TEXT, List.of(line)));
    } else {
      if (isSeparate(line)) {
        endBlock();
      }
      kind = kindOf(line);
      block.add(line);
    }
  }

  private static Kind kindOf(String line) {
    return line.strip().startsWith("|") ? Kind.TABLE : Kind.TEXT;
  }

  /// Whether a line does not belong to the running block.
  private boolean isSeparate(String line) {
    return !block.isEmpty()
        && (kind != kindOf(line)
            || (kind == Kind.TEXT
                && (TextBlock.isAlone(line) || TextBlock.begins(line, block.getFirst()))));
  }

  private void endBlock() {
    if (kind != Kind.NONE) {
      List<StyledLine> lines = render(kind, block);
      emit(lines.subList(Math.min(given, lines.size()), lines.size()));
    }
    block.clear();
    kind = Kind.NONE;
    given = 0;
  }

  private void emit(List<StyledLine> lines) {
    finished.addAll(lines);
    blank = false;
  }

  private List<StyledLine> render(Kind what, List<String> lines) {
    return what == Kind.TABLE
        ? MarkdownTable.of(lines).lines(width)
        : TextBlock.lines(lines, Math.min(width, WIDEST_TEXT));
  }

  /// A whole text at once.
  public static List<StyledLine> lines(String text, int width) {
    MarkdownStream stream = new MarkdownStream(width);
    stream.append(text);
    stream.end();
    return stream.takeFinished();
  }

  /// Text without Markdown, wrapped.
  public static List<StyledLine> plain(TextRole role, String text, int width) {
    List<StyledLine> lines = new ArrayList<>();
    text.lines()
        .forEach(line -> lines.addAll(LineWrap.wrap(List.of(new StyledSpan(role, line)), width)));
    return lines;
  }
}
