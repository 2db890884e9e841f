// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.testkit.TerminalEmulator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveRegionTest {
  private final TerminalEmulator terminal = new TerminalEmulator(40, 10);
  private final LiveRegion region = new LiveRegion(ColorTheme.ANSI);

  LiveRegionTest() {
    region.height(10);
  }

  private static List<StyledLine> lines(String... texts) {
    List<StyledLine> lines = new ArrayList<>();
    for (String text : texts) {
      lines.add(StyledLine.of(TextRole.TEXT, text));
    }
    return lines;
  }

  private String show(List<StyledLine> finished, String... live) {
    String out = region.show(finished, new ScreenFrame(lines(live), live.length - 1, 2, true));
    terminal.write(out);
    return out;
  }

  @Test
  void finishedLinesGoAboveAndScrollAway() {
    show(List.of(), "status", "> ");
    for (int i = 0; i < 20; i++) {
      show(lines("line " + i), "status", "> ");
    }
    assertThat(terminal.screen()).endsWith("line 18\nline 19\nstatus\n>");
    assertThat(terminal.everything()).startsWith("line 0\nline 1\n").doesNotContain("status\nline");
    assertThat(terminal.cursor()).containsExactly(9, 2);
    assertThat(terminal.unknown()).isEmpty();
  }

  @Test
  void onlyChangedLinesAreSent() {
    show(List.of(), "one", "two", "three", "> ");
    assertThat(show(List.of(), "one", "TWO", "three", "> "))
        .contains("TWO")
        .doesNotContain("one", "three");
    assertThat(show(List.of(), "one", "TWO", "three", "> ")).isEmpty();
    assertThat(terminal.screen()).isEqualTo("one\nTWO\nthree\n>");
  }

  @Test
  void onlyChangedCellsAreSent() {
    show(List.of(), "a line that grows", "> ");
    assertThat(show(List.of(), "a line that grows more", "> "))
        .contains(" more")
        .doesNotContain("line", "grows");
    assertThat(show(List.of(), "a LINE that grows mere", "> "))
        .contains("LINE", "e")
        .doesNotContain("that", "grows", "> ");
    assertThat(show(List.of(), "a LINE", "> ")).contains("\u001b[K").doesNotContain("LINE");
    assertThat(terminal.screen()).isEqualTo("a LINE\n>");
  }

  @Test
  void rowsThatOnlyMoveAreNotSent() {
    show(List.of(), "text", "", "a long line of the status", "> ");
    assertThat(show(lines("one", "two"), "text", "", "a long line of the status", "> "))
        .doesNotContain("status", ">");
    assertThat(terminal.screen()).isEqualTo("one\ntwo\ntext\n\na long line of the status\n>");
    assertThat(show(List.of(), "", "a long line of the status", "> "))
        .doesNotContain("status", ">");
    assertThat(terminal.screen()).isEqualTo("one\ntwo\n\na long line of the status\n>");
  }

  /// A terminal may have its own idea of their width.
  @Test
  void behindCharactersOfDoubtfulWidthAllIsSentAgain() {
    show(List.of(), "a \u2733 sign and words", "> ");
    assertThat(show(List.of(), "a \u2733 sign and WORDS", "> "))
        .contains("\u2733 sign and WORDS\u001b[K");
    assertThat(show(List.of(), "漢 sign", "> ")).contains("漢 sign\u001b[K");
    assertThat(show(List.of(), "plain", "> ")).contains("plain\u001b[K");
    assertThat(terminal.screen()).isEqualTo("plain\n>");
  }

  @Test
  void anotherThemeRepaints() {
    StyledLine line = StyledLine.of(new StyledSpan(TextRole.ACCENT, "x"), StyledSpan.of(" y"));
    terminal.write(region.show(List.of(), new ScreenFrame(List.of(line), 0, 0, true)));
    assertThat(terminal.look(0, 0)).isEqualTo("36");
    region.theme(ColorTheme.MONOCHROME);
    terminal.write(region.show(List.of(), new ScreenFrame(List.of(line), 0, 0, true)));
    assertThat(terminal.look(0, 0)).isEqualTo("1");
    assertThat(terminal.look(0, 2)).isEmpty();
  }

  /// Each cell has the look of its last frame, and blanks behind have none that is seen.
  @Test
  void anySequenceOfLooksEndsInTheLast() {
    TextRole[] roles = {
      TextRole.TEXT,
      TextRole.BOLD,
      TextRole.CODE,
      TextRole.KEYWORD,
      TextRole.LINK,
      TextRole.SELECTED
    };
    Random random = new Random(2);
    for (int i = 0; i < 2000; i++) {
      List<StyledLine> live = new ArrayList<>();
      for (int j = 1 + random.nextInt(5); j > 0; j--) {
        List<StyledSpan> spans = new ArrayList<>();
        for (int k = random.nextInt(5); k > 0; k--) {
          String text = random.nextInt(9) == 0 ? "漢" : random.nextBoolean() ? "ab  " : "  x";
          spans.add(new StyledSpan(roles[random.nextInt(roles.length)], text));
        }
        live.add(new StyledLine(spans));
      }
      terminal.write(region.show(List.of(), new ScreenFrame(live, 0, 0, true)));
      for (int j = 0; j < live.size(); j++) {
        check(live.get(j), j);
      }
    }
  }

  private void check(StyledLine line, int row) {
    int column = 0;
    for (StyledSpan span : line.spans()) {
      String look = ColorTheme.ANSI.look(span.role());
      for (int i = 0; i < span.text().length(); i++) {
        boolean blank = span.text().charAt(i) == ' ' && !TerminalPen.isSeenOnBlanks(look);
        if (blank) {
          assertThat(terminal.look(row, column)).matches(at -> !TerminalPen.isSeenOnBlanks(at));
        } else {
          assertThat(terminal.look(row, column)).isEqualTo(look);
        }
        column += CellWidth.of(span.text().substring(i, i + 1));
      }
    }
    for (int i = column; i < 40; i++) {
      assertThat(TerminalPen.isSeenOnBlanks(terminal.look(row, i))).isFalse();
    }
  }

  @Test
  void anySequenceOfFramesShowsTheLast() {
    Random random = new Random(1);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      String[] live = new String[1 + random.nextInt(6)];
      for (int j = 0; j < live.length; j++) {
        live[j] =
            (random.nextInt(4) == 0 ? "漢✳ " : "a live line that is long ") + random.nextInt(3);
      }
      List<StyledLine> finished = new ArrayList<>();
      for (int j = random.nextInt(random.nextInt(9) == 0 ? 15 : 3) - 1; j > 0; j--) {
        String done = random.nextBoolean() ? "done " + i : "a live line that is long 1 is done";
        all.add(done);
        finished.add(StyledLine.of(TextRole.BOLD, done));
      }
      terminal.write(
          region.show(
              finished, new ScreenFrame(lines(live), random.nextInt(live.length), 1, true)));
      List<String> expected = new ArrayList<>(all);
      expected.addAll(List.of(live));
      assertThat(terminal.everything()).isEqualTo(String.join("\n", expected));
    }
  }

  @Test
  void aNarrowerTerminalIsDrawnAnew() {
    show(lines("a finished line"), "0123456789012345678901234567890123456", "> ");
    terminal.resize(20, 10);
    terminal.write(region.resized(40));
    show(List.of(), "short", "> ");
    assertThat(terminal.screen()).isEqualTo("a finished line\nshort\n>");
  }

  @Test
  void hostileTextMovesNothing() {
    String hostile = "a\u001b[2Jb\u001b]0;title\u0007c\rd\ne\u009b31m\u202ef\u200b";
    show(lines("before", hostile), hostile, "> ");
    assertThat(terminal.title()).isEmpty();
    assertThat(terminal.unknown()).isEmpty();
    assertThat(terminal.bells()).isZero();
    assertThat(terminal.everything()).contains("before", "⟨U+001B⟩[2Jb", "⟨U+202E⟩");
  }

  @Test
  void widthsAreThoseOfTerminals() {
    assertThat(CellWidth.of("abc")).isEqualTo(3);
    assertThat(CellWidth.of("漢字")).isEqualTo(4);
    assertThat(CellWidth.of("e\u0301")).isEqualTo(1);
    assertThat(CellWidth.of("😀")).isEqualTo(2);
    assertThat(CellWidth.of("\u2764\uFE0F")).isEqualTo(2);
    assertThat(CellWidth.of("👩\u200d💻")).isEqualTo(2);
    assertThat(CellWidth.of("🇩🇪x")).isEqualTo(3);
    assertThat(CellWidth.of("👍🏽")).isEqualTo(2);
    assertThat(CellWidth.clusterStart("a👩\u200d💻", 6)).isEqualTo(1);
  }

  /// Text is made inert as a whole and again piece by piece, where lines are broken.
  @Test
  void whateverComesIsHarmlessAndStaysAsItIsWhereverItIsBroken() {
    int[] alphabet = {
      'a', '1', ' ', '\t', 0x1B, 0x9B, 0x07, 0x0D, 0x200D, 0xFE0F, 0x20E3, 0x202E, 0x200B, 0x301,
      0xE0067, 0xE007F, 0x1F3FD, 0x1F468, 0x1F469, 0x1F4BB, 0x2764, 0x1F525, 0x1F3F4, 0x1F3F3,
      0x1F308, 0x1F1E9, 0x1F1EA, 0x2640, 0x27A1, 0x1F3C3, 0x1FAEF, 0x6F22, 0xD83D, 0xDC68
    };
    Random random = new Random(7);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder hostile = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        hostile.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
      }
      String inert = StyledSpan.of(hostile.toString()).text();
      StringBuilder pieces = new StringBuilder();
      for (int i = 0; i < inert.length(); i = CellWidth.clusterEnd(inert, i)) {
        pieces.append(StyledSpan.of(inert.substring(i, CellWidth.clusterEnd(inert, i))).text());
      }
      assertThat(pieces.toString()).isEqualTo(inert);
      terminal.write("\r" + inert);
    }
    assertThat(terminal.unknown()).isEmpty();
    assertThat(terminal.bells()).isZero();
    assertThat(terminal.title()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "👨‍👩‍👧‍👦",
        "👩🏽‍💻",
        "👩‍❤️‍💋‍👨",
        "🏳️‍🌈",
        "🏴‍☠️",
        "🏃🏽‍♀️‍➡️",
        "❤️‍🔥",
        "1️⃣",
        "👍🏽",
        "🇩🇪",
        "⚠️",
        "🏴\uDB40\uDC67\uDB40\uDC62\uDB40\uDC73\uDB40\uDC63\uDB40\uDC74\uDB40\uDC7F"
      })
  void anEmojiOfSeveralCharactersIsOneOfTwoCells(String emoji) {
    show(lines("a " + emoji + "b" + emoji), emoji + "|", emoji + emoji);
    assertThat(terminal.screen()).contains("a " + emoji + "b" + emoji, emoji + "|");
    TerminalEmulator other = new TerminalEmulator(10, 1);
    other.write(emoji);
    assertThat(CellWidth.of(emoji)).isEqualTo(2).isEqualTo(other.cursor()[1]);
    assertThat(CellWidth.clusterStart("x" + emoji, 1 + emoji.length())).isEqualTo(1);
    assertThat(StyledLine.of(TextRole.TEXT, emoji + emoji + emoji).cut(5).text())
        .isEqualTo(emoji + emoji + "…");
    assertThat(LineWrap.chop(TextRole.TEXT, emoji + emoji + emoji, 5))
        .extracting(StyledLine::text)
        .containsExactly(emoji + emoji, emoji);
  }

  @Test
  void textIsWrappedBetweenWords() {
    List<StyledLine> wrapped =
        LineWrap.wrap(
            List.of(
                StyledSpan.of("one two "),
                new StyledSpan(TextRole.BOLD, "three"),
                StyledSpan.of(" four")),
            10,
            StyledLine.of(TextRole.TEXT, "- "),
            StyledLine.of(TextRole.TEXT, "  "));
    assertThat(wrapped)
        .extracting(StyledLine::text)
        .containsExactly("- one two", "  three", "  four");
    assertThat(LineWrap.wrap(List.of(StyledSpan.of("漢字漢字漢字")), 8)).hasSize(2);
    assertThat(LineWrap.wrap(List.of(StyledSpan.of("x".repeat(25))), 10)).hasSize(3);
    assertThat(StyledLine.of(TextRole.TEXT, "漢字漢字").cut(6).text()).isEqualTo("漢字…");
  }

  @Test
  void withoutColourNothingIsColoured() {
    String out =
        ColorTheme.MONOCHROME.render(
            StyledLine.of(
                new StyledSpan(TextRole.ERROR, "x"), new StyledSpan(TextRole.ADDED, "+y")));
    assertThat(out).isEqualTo("\u001b[1mx\u001b[m+y");
  }
}
