// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.LineSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineDiffTest {
  private static List<String> applied(LineDiff diff, List<String> before, List<String> after) {
    List<String> out = new ArrayList<>();
    int at = 0;
    for (LineDiff.Hunk hunk : diff.hunks()) {
      out.addAll(before.subList(at, hunk.oldFrom()));
      assertThat(out).hasSize(hunk.newFrom());
      out.addAll(after.subList(hunk.newFrom(), hunk.newTo()));
      at = hunk.oldTo();
    }
    out.addAll(before.subList(at, before.size()));
    return out;
  }

  @Test
  void applyingTheHunksGivesTheNewText() {
    long seed = Long.getLong("seed", 20_261_120L);
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 5000; round++) {
      List<String> before = lines(random);
      List<String> after = random.nextBoolean() ? lines(random) : new ArrayList<>(before);
      for (int i = random.nextInt(4); i > 0 && !after.isEmpty(); i--) {
        after.set(random.nextInt(after.size()), "z");
      }
      LineDiff diff = LineDiff.of(before, after);

      assertThat(applied(diff, before, after)).as("seed %d", seed).isEqualTo(after);
      if (before.equals(after)) {
        assertThat(diff.hunks()).isEmpty();
      }
    }
  }

  private static List<String> lines(SplittableRandom random) {
    List<String> lines = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      lines.add(String.valueOf((char) ('a' + random.nextInt(4))));
    }
    return lines;
  }

  @Test
  void isAsShortAsPossible() {
    LineDiff diff = LineDiff.of(List.of("a", "b", "c", "d"), List.of("a", "x", "c", "d", "e"));

    assertThat(diff.hunks())
        .containsExactly(new LineDiff.Hunk(1, 2, 1, 2), new LineDiff.Hunk(4, 4, 4, 5));
  }

  @Test
  void textsThatDifferTooMuchAreOneBlock() {
    List<String> before = IntStream.range(0, 3000).mapToObj(i -> "a" + i).toList();
    List<String> after = IntStream.range(0, 3000).mapToObj(i -> "b" + i).toList();

    assertThat(LineDiff.of(before, after).hunks())
        .containsExactly(new LineDiff.Hunk(0, 3000, 0, 3000));
  }

  @Test
  void noShorterDifferenceExists() {
    long seed = Long.getLong("seed", 20_261_121L);
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 2000; round++) {
      List<String> before = lines(random);
      List<String> after = lines(random);
      int changed = 0;
      for (LineDiff.Hunk hunk : LineDiff.of(before, after).hunks()) {
        int here = hunk.oldTo() - hunk.oldFrom() + hunk.newTo() - hunk.newFrom();
        assertThat(here).isPositive();
        changed += here;
      }

      assertThat(changed)
          .as("seed %d: %s, %s", seed, before, after)
          .isEqualTo(before.size() + after.size() - 2 * common(before, after));
    }
  }

  /// How many lines the longest common subsequence has.
  private static int common(List<String> before, List<String> after) {
    int[][] longest = new int[before.size() + 1][after.size() + 1];
    for (int i = 1; i <= before.size(); i++) {
      for (int j = 1; j <= after.size(); j++) {
        longest[i][j] =
            before.get(i - 1).equals(after.get(j - 1))
                ? longest[i - 1][j - 1] + 1
                : Math.max(longest[i - 1][j], longest[i][j - 1]);
      }
    }
    return longest[before.size()][after.size()];
  }

  private static List<String> letters(String text) {
    return text.chars().mapToObj(c -> String.valueOf((char) c)).toList();
  }

  private static String unified(String before, String after, int context) {
    return LineDiff.of(letters(before), letters(after))
        .unified(letters(before), letters(after), context, 100)
        .replace("\n", "|");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "abcdefghij; abXdefgYij; 1; @@ -2,3 +2,3 @@| b|-c|+X| d|@@ -7,3 +7,3 @@| g|-h|+Y| i",
        "abcdefghij; abXdefgYij; 2; @@ -1,10 +1,10 @@| a| b|-c|+X| d| e| f| g|-h|+Y| i| j",
        "abcdefghij; abXdefgYij; 3; @@ -1,10 +1,10 @@| a| b|-c|+X| d| e| f| g|-h|+Y| i| j",
        "abc; axbc; 0; @@ -1,0 +2,1 @@|+x",
        "abc; axbc; 1; @@ -1,2 +1,3 @@| a|+x| b",
        "axbcdef; abcdeYf; 1; @@ -1,3 +1,2 @@| a|-x| b|@@ -6,2 +5,3 @@| e|+Y| f",
        "''; a; 3; @@ -0,0 +1,1 @@|+a",
        "a; ''; 3; @@ -1,1 +0,0 @@|-a",
        "abc; abc; 3; ''",
      })
  void aUnifiedDiffShowsEachChangeWithItsContext(
      String before, String after, int context, String expected) {
    assertThat(unified(before, after, context)).isEqualTo(expected);
  }

  @Test
  void ofALongDiffTheRestIsCounted() {
    List<String> before = letters("abc");
    List<String> after = letters("xyz");
    LineDiff diff = LineDiff.of(before, after);

    assertThat(diff.unified(before, after, 0, 7)).hasLineCount(7).endsWith("+z");
    assertThat(diff.unified(before, after, 0, 6))
        .isEqualTo("@@ -1,3 +1,3 @@\n-a\n-b\n-c\n+x\n+y\n[1 more lines]");
  }

  @ParameterizedTest
  @CsvSource({
    "abc, axbc, '[1,1]', '[2,2]'",
    "abc, xabc, '', '[1,1]'",
    "abc, axyc, '[2,2]', '[2,3]'",
    "abcd, ad, '[2,3]', ''",
    "abcd, abxd, '[3,3]', '[3,3]'",
    "abc, abc, '', ''",
  })
  void spansAreThoseOfTheLinesThatAChangeTouches(
      String before, String after, String old, String fresh) {
    LineDiff diff = LineDiff.of(letters(before), letters(after));

    assertThat(spans(diff.oldSpans())).isEqualTo(old);
    assertThat(spans(diff.newSpans())).isEqualTo(fresh);
  }

  private static String spans(List<LineSpan> spans) {
    return spans.stream()
        .map(span -> "[" + span.first() + "," + span.last() + "]")
        .collect(Collectors.joining(" "));
  }
}
