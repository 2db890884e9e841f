// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiffLinesTest {
  private static final List<String> CHANGE =
      List.of(
          "@@ -1,4 +1,5 @@",
          " int total = 0;",
          "-return total + one;",
          "-gone();",
          "+return sum + two;",
          "+a wholly different statement",
          "+and one more",
          " }");

  private static List<String> texts(List<String> source, int width) {
    return DiffLines.lines(source, width).stream()
        .map(line -> line.text().stripTrailing())
        .toList();
  }

  /// What stands out, a line each.
  private static List<String> marked(List<String> source, int width) {
    return DiffLines.lines(source, width).stream()
        .map(
            line ->
                line.spans().stream()
                    .filter(span -> span.role().name().endsWith("_WORD"))
                    .map(StyledSpan::text)
                    .collect(Collectors.joining("|")))
        .filter(words -> !words.isEmpty())
        .toList();
  }

  @Test
  void whereThereIsLittleRoomItIsUnified() {
    assertThat(texts(CHANGE, 79)).isEqualTo(CHANGE);
  }

  @Test
  void theWordsStandOutThatAreDifferent() {
    assertThat(marked(CHANGE, 79)).containsExactly("total|one", "sum|two");
    assertThat(marked(List.of("-a b c", "+a c", "-x", "+y"), 79)).containsExactly("b ");
    assertThat(marked(List.of("-" + "w ".repeat(400), "+" + "w ".repeat(401)), 79)).isEmpty();
    assertThat(marked(List.of("-only removed", " between", "+only added"), 79)).isEmpty();
  }

  @Test
  void whereThereIsRoomOldAndNewStandSideBySide() {
    assertThat(texts(CHANGE, 113))
        .containsExactly(
            "@@ -1,4 +1,5 @@",
            side(" int total = 0;", " int total = 0;"),
            side("-return total + one;", "+return sum + two;"),
            side("-gone();", "+a wholly different statement"),
            side("", "+and one more"),
            side(" }", " }"));
    assertThat(marked(CHANGE, 113)).containsExactly("total|one|sum|two");
  }

  private static String side(String left, String right) {
    return left + " ".repeat(55 - left.length()) + " │ " + right;
  }

  @ParameterizedTest
  @CsvSource({"8", "39", "79", "110", "160"})
  void nothingIsWiderThanTheScreenAndNothingIsLost(int width) {
    String wide = "漢字 and words ".repeat(20);
    List<StyledLine> lines = DiffLines.lines(List.of("-" + wide, "+" + wide + "more", "+x"), width);
    assertThat(lines).allSatisfy(line -> assertThat(line.width()).isLessThanOrEqualTo(width));
    String all = lines.stream().map(StyledLine::text).collect(Collectors.joining());
    assertThat(all.chars().filter(c -> c == '漢').count()).isEqualTo(40);
  }
}
