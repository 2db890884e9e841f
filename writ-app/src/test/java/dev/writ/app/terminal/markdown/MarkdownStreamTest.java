// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MarkdownStreamTest {
  private static final String SAMPLE =
      """
      # Title

      A paragraph with **bold**, *italic*, `code`, ~~gone~~ and a [link](https://a.example/b).
      It goes on.
      - one
      - two with a long text that has to be wrapped somewhere
        1. nested
      - [x] done

      > quoted
      > text

      ```java
      int x = 1; // one
      \tString s = "a|b";
      ```

      | name | value |
      |------|:-----:|
      | a    | 1     |
      | b\\|c | `x|y` |
      ---
      snake_case_name and 2 * 3 * 4
      """;

  private static final String SHOWN =
      """
      Title

      A paragraph with bold, italic, code,
      gone and a link (https://a.example/b).
      It goes on.
      • one
      • two with a long text that has to be
        wrapped somewhere
        1. nested
      ☑ done

      │ quoted text

        int x = 1; // one
            String s = "a|b";

      name  value
      ────  ─────
      a     1
      b|c   x|y
      ────────────────────────────────────────
      snake_case_name and 2 * 3 * 4\
      """;

  private static String text(List<StyledLine> lines) {
    return lines.stream()
        .map(line -> line.text().stripTrailing())
        .collect(Collectors.joining("\n"));
  }

  /// Its backticks are not text.
  @Test
  void aBlockOfCodeThatBeginsIsNotShownBeforeItsFirstLine() {
    MarkdownStream stream = new MarkdownStream(40);
    stream.append("Look:\n```ja");
    assertThat(stream.live(5)).extracting(StyledLine::text).containsExactly("Look:");
    stream.append("va\nint x");
    assertThat(stream.live(5)).extracting(StyledLine::text).containsExactly("  int x");
  }

  @Test
  void everyKindOfBlock() {
    assertThat(text(MarkdownStream.lines(SAMPLE, 40))).isEqualTo(SHOWN);
  }

  @Test
  void anyPiecesLeadToTheSame() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      MarkdownStream stream = new MarkdownStream(40);
      List<StyledLine> lines = new ArrayList<>();
      for (int at = 0; at < SAMPLE.length(); ) {
        int end = Math.min(SAMPLE.length(), at + 1 + random.nextInt(9));
        stream.append(SAMPLE.substring(at, end));
        assertThat(stream.live(20)).allSatisfy(line -> assertThat(line.width()).isLessThan(41));
        lines.addAll(stream.takeFinished());
        at = end;
      }
      stream.end();
      lines.addAll(stream.takeFinished());
      assertThat(text(lines)).isEqualTo(SHOWN);
    }
  }

  @Test
  void whatIsBeingWrittenIsLive() {
    MarkdownStream stream = new MarkdownStream(40);
    stream.append("Hello **wor");
    assertThat(text(stream.live(5))).isEqualTo("Hello **wor");
    assertThat(stream.takeFinished()).isEmpty();
    stream.append("ld**\n\nNext");
    assertThat(text(stream.live(5))).isEqualTo("Next");
    assertThat(text(stream.takeFinished())).isEqualTo("Hello world\n");
  }

  @Test
  void aLongBlockIsFinishedFromItsBegin() {
    MarkdownStream stream = new MarkdownStream(20);
    stream.append("word ".repeat(100));
    assertThat(stream.live(5)).hasSize(5);
    int given = stream.takeFinished().size();
    assertThat(given).isGreaterThan(15);
    stream.append("end\n");
    stream.end();
    assertThat(stream.takeFinished()).hasSize(26 - given);
  }

  @Test
  void codeHasRoles() {
    StyledLine line = MarkdownStream.lines("```java\nreturn \"x\"; // y\n```", 40).getFirst();
    assertThat(line.spans())
        .extracting(span -> span.role() + ":" + span.text())
        .contains("KEYWORD:return", "LITERAL:\"x\"", "COMMENT:// y");
    assertThat(DiffLines.role("+a")).isEqualTo(TextRole.ADDED);
  }

  @Test
  void aTableThatIsTooWideIsWrapped() {
    String table =
        "| first column | second column |\n|---|---|\n| " + "long ".repeat(8) + "| b |\n";
    assertThat(MarkdownStream.lines(table, 24))
        .allSatisfy(line -> assertThat(line.width()).isLessThan(25));
    assertThat(text(MarkdownStream.lines("| a | b |\n|---|---|\n| 1 | 2 |\n", 10)))
        .startsWith("a: 1\nb: 2");
  }

  @Test
  void randomTextKeepsToTheWidth() {
    Random random = new Random(5);
    String letters = "ab *_`~[]()#>-|\n\t漢👩\u200d💻\u001b1.\\";
    int[] codes = letters.codePoints().toArray();
    for (int i = 0; i < 2000; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = random.nextInt(120); j > 0; j--) {
        text.appendCodePoint(codes[random.nextInt(codes.length)]);
      }
      assertThat(MarkdownStream.lines(text.toString(), 30))
          .as(text.toString())
          .allSatisfy(line -> assertThat(line.width()).isLessThanOrEqualTo(30));
    }
  }
}
