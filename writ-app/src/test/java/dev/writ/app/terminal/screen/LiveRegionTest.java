// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.testkit.TerminalEmulator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LiveRegionTest {
  private final TerminalEmulator terminal = new TerminalEmulator(40, 10);
  private final LiveRegion region = new LiveRegion(ColorTheme.ANSI);

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
  void anySequenceOfFramesShowsTheLast() {
    Random random = new Random(1);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      String[] live = new String[1 + random.nextInt(6)];
      for (int j = 0; j < live.length; j++) {
        live[j] = "live " + random.nextInt(3);
      }
      List<StyledLine> finished = new ArrayList<>();
      for (int j = random.nextInt(3) - 1; j > 0; j--) {
        all.add("done " + i);
        finished.add(StyledLine.of(TextRole.BOLD, "done " + i));
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
    assertThat(out).isEqualTo("\u001b[1mx\u001b[0m+y");
  }
}
