// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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
}
