// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Lines are found from the end of a file, wherever blocks that are read begin.
class LinesBackwardsTest {
  private static final int FIRST = 8 * 1024;

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void aFile() {
    file = directory.resolve("lines");
  }

  private long end(String text) throws IOException {
    Files.writeString(file, text);
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
      return LinesBackwards.end(open, open.length());
    }
  }

  /// @param whole the length of the whole lines
  /// @param torn the length of what stands behind them
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0, 1",
    "0, 20000",
    "1, 0",
    "1, 1",
    "10, 5",
    "10, 8191",
    "10, 8192",
    "10, 8193",
    "10, 8194",
    "10, 16385",
    "9000, 1",
    "9000, 8192",
    "9000, 9000",
  })
  void theEndOfTheLastWholeLineIsFound(int whole, int torn) throws IOException {
    String lines = whole == 0 ? "" : "x".repeat(whole / 2) + "\n";
    lines += lines.length() < whole ? "y".repeat(whole - lines.length() - 1) + "\n" : "";

    assertThat(end(lines + "t".repeat(torn))).isEqualTo(lines.length());
  }

  /// The lines from a place on, as they are visited, at most so many.
  private List<String> visited(long from, int most) throws IOException {
    List<String> lines = new ArrayList<>();
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
      LinesBackwards.read(
          open,
          from,
          open.length(),
          (bytes, begin, end) -> {
            lines.add(new String(bytes, begin, end - begin, StandardCharsets.UTF_8));
            return lines.size() < most;
          });
    }
    return lines;
  }

  @Test
  void everyLineIsVisitedOnceUntilTheVisitorEnds() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 60; round++) {
      List<String> lines = new ArrayList<>();
      int count = random.nextInt(1, 9);
      for (int i = 0; i < count; i++) {
        int length = random.nextBoolean() ? random.nextInt(3) : random.nextInt(3 * FIRST);
        lines.add("x".repeat(length));
      }
      // One ends or begins just where the first block does.
      lines.add("y".repeat(FIRST - 3 + random.nextInt(5)));
      Files.write(file, lines);
      int first = random.nextInt(lines.size());
      long from = lines.subList(0, first).stream().mapToInt(line -> line.length() + 1).sum();
      List<String> expected = lines.subList(first, lines.size()).reversed();
      int most = random.nextInt(1, lines.size() + 2);

      assertThat(visited(from, most).equals(expected.subList(0, Math.min(most, expected.size()))))
          .as("round " + round)
          .isTrue();
    }
  }

  /// As long as a line may be, with its end: exactly what is read at once in the end.
  @Test
  void aLineOfTheLimitIsRead() throws IOException {
    Files.writeString(file, "first\n");
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(6L + Journal.MAX_LINE_BYTES - 1); // sparse: a line of zeroes
      open.seek(open.length());
      open.write('\n');
    }

    assertThat(visited(0, 9))
        .extracting(String::length)
        .containsExactly(Journal.MAX_LINE_BYTES - 1, 5);
  }

  @Test
  void ofNothingNoLineIsVisited() throws IOException {
    Files.writeString(file, "one\n");
    assertThat(visited(4, 9)).isEmpty();
    Files.writeString(file, "\n");
    assertThat(visited(0, 9)).containsExactly("");
    Files.writeString(file, "\n\n");
    assertThat(visited(0, 9)).containsExactly("", "");
    assertThat(visited(1, 9)).containsExactly("");
  }
}
