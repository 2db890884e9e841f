// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.front.ScreenStyle.DetailLevel;
import dev.writ.app.front.ScreenStyle.OutputPlace;
import dev.writ.app.terminal.input.TerminalPort;
import dev.writ.app.terminal.screen.ColorTheme;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.testkit.TerminalEmulator;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run's words on a terminal.
class DrawnMarkdownTest {
  private static final String TEXT =
      """
      # Plan

      Some **bold** words that
      go on in `another` line of the same paragraph.

      - first 👩‍💻
      - second

      | a | bb |
      |---|----|
      | 1 | 22 |

      ```java
      int x = 1; // one
      ```

      The **end**""";

  private static final String DRAWN =
      """
      before
      Plan

      Some bold words that go on in another
      line of the same paragraph.

      • first 👩‍💻
      • second

      a  bb
      ─  ──
      1  22

        int x = 1; // one

      The end
      ✓ after\
      """;

  private final TerminalEmulator terminal = new TerminalEmulator(40, 24);

  /// A terminal of 40 × 24, of which only the size and what is written count.
  private final class DrawingPort implements TerminalPort {
    @Override
    public void raw() {}

    @Override
    public void restore() {}

    @Override
    public Optional<int[]> size() {
      return Optional.of(new int[] {40, 24});
    }

    @Override
    public int read(byte[] into, int timeout) {
      return -1;
    }

    @Override
    public void suspend() {}

    @Override
    public void wake() {}

    @Override
    public void write(String text) {
      terminal.write(text.replace("\n", "\r\n")); // as a terminal's driver does
    }
  }

  private TerminalPaint paint() {
    return new TerminalPaint(ColorTheme.ANSI, new DrawingPort());
  }

  private PlainScreen screen() {
    PrintStream unused =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    TerminalPaint paint = paint();
    paint.write("before\n");
    return new PlainScreen(
        unused,
        unused,
        new ScreenStyle(
            DetailLevel.CALLS,
            OutputPlace.TOGETHER,
            ScreenSymbols.UNICODE,
            Optional.of(() -> Optional.of(paint))));
  }

  private static void say(PlainScreen screen, String text, int piece) {
    for (int i = 0; i < text.length(); i += piece) {
      screen.accept(
          new SessionEvent.Streaming(
              new AnswerDelta.TextDelta(text.substring(i, Math.min(text.length(), i + piece)))));
    }
  }

  private static void end(PlainScreen screen) {
    screen.accept(new SessionEvent.Ended(new TurnEnd.FinalAnswer("", TurnEnd.Totals.NONE)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 40, 1000})
  void markdownIsDrawnAsInAChat(int piece) {
    PlainScreen screen = screen();
    say(screen, TEXT, piece);
    end(screen);
    terminal.write("✓ after");
    assertThat(terminal.everything()).isEqualTo(DRAWN.strip());
    assertThat(terminal.unknown()).isEmpty();
    assertThat(terminal.modes()).isEmpty();
  }

  @Test
  void aLineIsShownAsItComes() {
    PlainScreen screen = screen();
    say(screen, "Some **bo", 3);
    assertThat(terminal.screen()).endsWith("Some **bo");
    say(screen, "ld**\n", 3);
    assertThat(terminal.screen()).endsWith("Some bold");
  }

  /// What has scrolled away can't be drawn anew; nothing is lost or doubled.
  @Test
  void aLineLongerThanTheScreenStaysAsItIs() {
    PlainScreen screen = screen();
    String words = "word ".repeat(250).strip();
    say(screen, "one\n\n" + words + "\n\n**two**\n\n```\nx\n```\n", 9);
    end(screen);
    String shown = terminal.everything();
    assertThat(shown.replace("\n", "").split("word", -1)).hasSize(251);
    assertThat(shown).startsWith("before\none\n\nword").endsWith("\n\ntwo\n\n  x");
  }

  @Test
  void hostileWordsMoveNothing() {
    PlainScreen screen = screen();
    say(screen, "a\u001b[2Jb\u001b]0;owned\u0007c\u009b31m\rd\n\nEnd.\n", 4);
    end(screen);
    assertThat(terminal.everything()).contains("before", "a⟨U+001B⟩[2Jb", "⟨U+000D⟩d", "End.");
    assertThat(terminal.title()).isEmpty();
    assertThat(terminal.unknown()).isEmpty();
  }

  @Test
  void marksAndChangesHaveColours() {
    TerminalPaint paint = paint();
    assertThat(paint.line("✓ Edit a +1 −1")).isEqualTo("\u001b[32m✓\u001b[m Edit a +1 −1");
    assertThat(paint.line("✗ Run x: exit 1")).startsWith("\u001b[31m✗");
    assertThat(paint.line("    + new")).startsWith("\u001b[32m");
    assertThat(paint.line("    - old")).startsWith("\u001b[31m");
    assertThat(paint.line("  │ output")).startsWith("\u001b[2m");
    assertThat(paint.line("writ: NO: no")).startsWith("\u001b[31m");
    assertThat(paint.line("  → do this")).isEqualTo("  → do this");
    assertThat(paint.line("")).isEmpty();
  }
}
