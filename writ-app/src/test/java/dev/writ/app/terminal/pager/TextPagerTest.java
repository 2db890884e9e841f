// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.pager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextPagerTest {
  private static PagedText.Part part(String name, int lines) {
    return width -> {
      List<StyledLine> all = new ArrayList<>();
      IntStream.rangeClosed(1, lines)
          .mapToObj(i -> LineWrap.chop(TextRole.TEXT, name + i, width))
          .forEach(all::addAll);
      return all;
    };
  }

  private static TextPager pager(int first, PagedText.Part... parts) {
    return new TextPager(new PagedText("call", List.of(parts), first), 60);
  }

  private static TextPager.Outcome press(TextPager pager, String key) {
    KeyPress press = key.length() == 1 ? KeyPress.of(key.charAt(0)) : KeyPress.named(key);
    return pager.take(new KeyboardInput.Pressed(press));
  }

  private static String top(TextPager pager) {
    return pager.frame(60, 11).lines().getFirst().text();
  }

  private static String last(TextPager pager) {
    return pager.frame(60, 11).lines().getLast().text();
  }

  /// The keys from line 51, by which line is at the top then.
  @ParameterizedTest
  @CsvSource({
    "Down, 52",
    "j, 52",
    "Enter, 52",
    "Up, 50",
    "k, 50",
    "Page down, 61",
    "f, 61",
    "Ctrl-F, 61",
    "Page up, 41",
    "b, 41",
    "Ctrl-B, 41",
    "d, 56",
    "u, 46",
    "Ctrl-D, 56",
    "Ctrl-U, 46",
    "Ctrl-E, 52",
    "Ctrl-Y, 50",
    "Ctrl-N, 52",
    "Ctrl-P, 50",
    "g, 1",
    "Home, 1",
    "G, 91",
    "End, 91",
  })
  void keysOfLessMove(String key, int line) {
    TextPager pager = pager(0, part("line ", 100));
    pager.frame(60, 11);
    for (int i = 0; i < 5; i++) {
      press(pager, " ");
    }
    assertThat(top(pager)).isEqualTo("line 51");
    assertThat(press(pager, key)).isEqualTo(TextPager.Outcome.OPEN);
    assertThat(top(pager)).isEqualTo("line " + line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"q", "Escape", "Ctrl-C", "Ctrl-O"})
  void keysThatCloseIt(String key) {
    assertThat(press(pager(0, part("line ", 3)), key)).isEqualTo(TextPager.Outcome.CLOSED);
  }

  @Test
  void theEndsAreEnds() {
    TextPager pager = pager(0, part("line ", 3));
    press(pager, "G");
    press(pager, "Down");
    ScreenFrame frame = pager.frame(60, 11);
    assertThat(frame.lines()).hasSize(11);
    assertThat(frame.lines().getFirst().text()).isEqualTo("line 1");
    assertThat(frame.cursor()).isFalse();
    assertThat(last(pager)).isEqualTo("lines 1–3 of 3 · q closes · / finds · [ prints");
    press(pager, "Up");
    assertThat(top(pager)).isEqualTo("line 1");
    assertThat(press(pager, "[")).isEqualTo(TextPager.Outcome.PRINT);
    assertThat(last(pager(0))).startsWith("lines 0–0 of 0");
  }

  @Test
  void itBeginsWithOnePartAndGoesToTheOthers() {
    TextPager pager = pager(1, part("one ", 30), part("two ", 30), part("three ", 30));
    assertThat(top(pager)).isEqualTo("two 1");
    assertThat(last(pager)).startsWith("lines 32–41 of 92 · q closes · call 2 of 3: { } · /");
    press(pager, "}");
    assertThat(top(pager)).isEqualTo("three 1");
    press(pager, "}");
    assertThat(top(pager)).isEqualTo("three 1");
    press(pager, "j");
    press(pager, "{");
    assertThat(top(pager)).isEqualTo("three 1");
    press(pager, "{");
    press(pager, "{");
    assertThat(top(pager)).isEqualTo("one 1");
    press(pager, "{");
    assertThat(top(pager)).isEqualTo("one 1");
  }

  @Test
  void anotherWidthKeepsThePlace() {
    TextPager pager = pager(0, part("a long line that is broken ", 9), part("two ", 30));
    assertThat(top(pager)).startsWith("a long");
    press(pager, "}");
    assertThat(pager.frame(10, 5).lines().getFirst().text()).isEqualTo("two 1");
    press(pager, "j");
    press(pager, "{");
    press(pager, "{");
    for (int i = 0; i < 12; i++) {
      press(pager, "j");
    }
    assertThat(pager.frame(10, 5).lines().getFirst().text()).isEqualTo("a long lin"); // the fifth
    assertThat(pager.frame(40, 5).lines().getFirst().text())
        .startsWith("a long line that is broken 5");
    assertThat(pager.frame(10, 5).lines()).hasSize(5).allMatch(line -> line.width() <= 10);
  }

  @Test
  void wordsAreFoundDownAndUpAndStandOut() {
    TextPager pager = pager(0, part("line ", 100), part("the Needle ", 2));
    assertThat(top(pager)).isEqualTo("line 1");
    press(pager, "/");
    "nedlex".chars().forEach(c -> press(pager, Character.toString(c)));
    for (int i = 0; i < 4; i++) {
      press(pager, "Backspace");
    }
    pager.take(new KeyboardInput.Pasted("edle\nnot this"));
    ScreenFrame typing = pager.frame(60, 11);
    assertThat(typing.lines().getLast().text()).isEqualTo("/needle");
    assertThat(typing.cursor()).isTrue();
    assertThat(typing.column()).isEqualTo(7);
    press(pager, "Enter");
    List<StyledLine> shown = pager.frame(60, 11).lines();
    assertThat(shown.getFirst().spans())
        .contains(new StyledSpan(TextRole.SELECTED, "Needle"), StyledSpan.of("the "));
    press(pager, "g");
    top(pager);
    press(pager, "N");
    assertThat(last(pager)).isEqualTo("not found above: needle");
    assertThat(top(pager)).isEqualTo("line 1");
    press(pager, "/");
    "line 2".chars().forEach(c -> press(pager, Character.toString(c)));
    press(pager, "Enter");
    assertThat(top(pager)).isEqualTo("line 2");
    press(pager, "n");
    assertThat(top(pager)).isEqualTo("line 20");
    press(pager, "N");
    assertThat(top(pager)).isEqualTo("line 2");
    press(pager, "/");
    press(pager, "Escape");
    press(pager, "n");
    assertThat(top(pager)).isEqualTo("line 2");
    press(pager, "/");
    press(pager, "Backspace");
    assertThat(last(pager)).startsWith("lines 2–11");
  }

  @Test
  void wordsThatStandTwiceInPiecesStandOutTwice() {
    PagedText.Part part =
        _ ->
            List.of(
                StyledLine.of(new StyledSpan(TextRole.BOLD, "abc ab"), StyledSpan.of("c x abc")));
    TextPager pager = pager(0, part);
    pager.frame(60, 5);
    press(pager, "/");
    "abc".chars().forEach(c -> press(pager, Character.toString(c)));
    press(pager, "Enter");
    assertThat(pager.frame(60, 5).lines().getFirst().spans())
        .containsExactly(
            new StyledSpan(TextRole.SELECTED, "abc"),
            new StyledSpan(TextRole.BOLD, " "),
            new StyledSpan(TextRole.SELECTED, "ab"),
            new StyledSpan(TextRole.SELECTED, "c"),
            StyledSpan.of(" x "),
            new StyledSpan(TextRole.SELECTED, "abc"));
  }
}
