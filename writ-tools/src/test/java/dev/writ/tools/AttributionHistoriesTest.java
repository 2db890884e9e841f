// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.tools.History.Score;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Over random histories blame names the right record for nearly all lines of models, and never a
/// wrong one. The histories are far denser than real ones: a change every few lines.
class AttributionHistoriesTest {
  @TempDir Path directory;

  @Test
  void nearlyAllLinesOfModelsAreNamedAndNoneWrongly() throws IOException {
    Score all = new Score();
    for (int seed = 1; seed <= Integer.getInteger("histories", 6); seed++) {
      all.add(run(directory.resolve("h" + seed), seed, 24));
    }
    assertThat(all.wrong).as(all + "\n" + String.join("\n", all.examples)).isZero();
    assertThat(all.recall()).as(all + "\n" + String.join("\n", all.examples)).isGreaterThan(0.99);
  }

  static Score run(Path directory, int seed, int steps) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (History history = new History(directory)) {
      HistoryWriter writer = new HistoryWriter(history, random);
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
