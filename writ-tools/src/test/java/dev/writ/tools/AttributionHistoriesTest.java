// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.tools.builtin.History;
import dev.writ.tools.builtin.History.Score;
import dev.writ.tools.builtin.HistoryLines;
import dev.writ.tools.builtin.HistoryWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Over random histories blame names the right record for nearly all lines of models, and never a
/// wrong one. The histories are far denser than real ones: a change every few lines.
class AttributionHistoriesTest {
  @TempDir Path directory;

  @Test
  void nearlyAllLinesOfModelsAreNamedAndNoneWrongly() throws IOException {
    check(24, HistoryLines::soup);
  }

  @Test
  void inCodeThatIsBalancedBracketsAreNamedToo() throws IOException {
    Score all = check(12, HistoryLines::code);
    assertThat((double) all.trivialFound / all.trivial).as(told(all)).isGreaterThan(0.9);
  }

  private Score check(int histories, Function<RandomGenerator, HistoryLines> lines)
      throws IOException {
    Score all = new Score();
    for (int seed = 1; seed <= Integer.getInteger("histories", histories); seed++) {
      all.add(run(directory.resolve("h" + seed), seed, 24, lines));
    }
    assertThat(all.wrong).as(told(all)).isZero();
    assertThat(all.recall()).as(told(all)).isGreaterThan(0.99);
    return all;
  }

  private static String told(Score score) {
    return score + "\n" + String.join("\n", score.examples);
  }

  static Score run(
      Path directory, int seed, int steps, Function<RandomGenerator, HistoryLines> lines)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (History history = new History(directory)) {
      HistoryWriter writer = new HistoryWriter(history, random, lines.apply(random));
      for (int i = 0; i < steps; i++) {
        writer.step();
      }
      if (seed % 2 == 0) { // as in a fresh clone
        deleteTree(history.door.root.resolve(".writ"));
      }
      Score score = history.score();
      score.examples.replaceAll(example -> "seed " + seed + " " + example);
      if (Boolean.getBoolean("tell")) {
        history.told.forEach(System.out::println);
      }
      return score;
    }
  }

  private static void deleteTree(Path tree) throws IOException {
    if (Files.isDirectory(tree)) {
      try (var all = Files.walk(tree)) {
        for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
