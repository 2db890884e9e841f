// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.base.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobPatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.java      | A.java        | true",
        "*.java      | src/A.java    | false",
        "**/*.java   | A.java        | true",
        "**/*.java   | a/b/A.java    | true",
        "src/**      | src/a/b       | true",
        "src/**      | src           | true",
        "src/**      | srcs/a        | false",
        "src/        | src/a         | true",
        "**          | any/thing     | true",
        "a/**/b      | a/b           | true",
        "a/**/b      | a/x/y/b       | true",
        "a/**/b      | a/x/y/c       | false",
        "a/**/b/**/c | a/b/x/b/y/c   | true",
        "?           | a             | true",
        "?           | ab            | false",
        "a?c         | abc           | true",
        "[abc].txt   | b.txt         | true",
        "[a-c].txt   | d.txt         | false",
        "[!a-c].txt  | d.txt         | true",
        "[^a-c].txt  | a.txt         | false",
        "[]a]        | ]             | true",
        "[a-]        | -             | true",
        "[a\\]]      | ]             | true",
        "[\\!a]      | !             | true",
        "[\\a-c]     | b             | true",
        "s[[:digit:]].txt      | s1.txt | true",
        "s[[:digit:]].txt      | sx.txt | false",
        "s[![:digit:]x].txt    | s1.txt | false",
        "s[a[:upper:][:space:]]| sB     | true",
        "[[:alpha]  | :             | true",
        "{a,b}.txt   | b.txt         | true",
        "{a,b}.txt   | c.txt         | false",
        "{a,b/{c,d}} | b/d           | true",
        "{,x}a       | xa            | true",
        "\\*         | *             | true",
        "\\*         | a             | false",
        "a\\{b       | a{b           | true",
        "./a         | a             | true",
        "*           | .hidden       | true",
        "A           | a             | false",
        "*a*a*a      | aaaa          | true",
        "*a*b        | ab a          | false",
        "**/.*       | x/.y          | true",
      })
  void aPatternMatches(String pattern, String path, boolean matches) {
    assertThat(GlobPattern.of(pattern).matches(WorkspacePath.of(path))).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "/a",
        "a//b",
        "../a",
        "a/..",
        "a/./b",
        "[a",
        "[a\\]",
        "[[:foo:]]",
        "[[:digit:]",
        "[",
        "{a",
        "{a,{b}",
        "a**",
        "**b",
        "//",
        "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
      })
  void aMalformedPatternIsRefused(String pattern) {
    assertThatThrownBy(() -> GlobPattern.of(pattern)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPatternThatIsTooLongIsRefused() {
    assertThatThrownBy(() -> GlobPattern.of("x".repeat(GlobPattern.MAX_CHARS + 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void manyStarsTakeLinearTime() {
    GlobPattern names = GlobPattern.of("*a".repeat(400) + "b");
    GlobPattern segments = GlobPattern.of("**/a/".repeat(150) + "b");
    WorkspacePath long1 = WorkspacePath.of("a".repeat(4000));
    WorkspacePath long2 = WorkspacePath.of("a/".repeat(1999) + "a");

    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          assertThat(names.matches(long1)).isFalse();
          assertThat(segments.matches(long2)).isFalse();
        });
  }

  @Test
  void agreesWithASlowMatcher() {
    long seed = Long.getLong("seed", 20_261_120L);
    SplittableRandom random = new SplittableRandom(seed);
    String[] pieces = {"a", "b", "*", "?", "[ab]", "[!a]"};
    for (int round = 0; round < 20_000; round++) {
      List<String> pattern = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        StringBuilder segment = new StringBuilder(pieces[random.nextInt(pieces.length)]);
        for (int j = random.nextInt(3); j > 0; j--) {
          String piece = pieces[random.nextInt(pieces.length)];
          segment.append(piece.equals("*") && segment.toString().endsWith("*") ? "a" : piece);
        }
        pattern.add(random.nextInt(3) == 0 ? "**" : segment.toString());
      }
      List<String> path = new ArrayList<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        path.add("ab".repeat(2).substring(random.nextInt(2), 2 + random.nextInt(3)));
      }
      String glob = String.join("/", pattern);
      GlobPattern compiled = GlobPattern.of(glob);
      assertThat(compiled.matches(new WorkspacePath(path)))
          .as("seed %d: %s on %s", seed, glob, path)
          .isEqualTo(slow(pattern, path));
      String name = path.getLast();
      assertThat(compiled.matchesName(name))
          .as("seed %d: %s on the name %s", seed, glob, name)
          .isEqualTo(slow(pattern, List.of(name)));
      assertThat(!slow(pattern, path) || compiled.mayEndIn(name))
          .as("seed %d: %s may end in %s", seed, glob, name)
          .isTrue();
    }
  }

  private static boolean slow(List<String> pattern, List<String> path) {
    if (pattern.isEmpty()) {
      return path.isEmpty();
    }
    List<String> rest = pattern.subList(1, pattern.size());
    if (pattern.getFirst().equals("**")) {
      return slow(rest, path) || (!path.isEmpty() && slow(pattern, path.subList(1, path.size())));
    }
    String regex = pattern.getFirst().replace("[!", "[^").replace("?", ".").replace("*", ".*");
    return !path.isEmpty()
        && path.getFirst().matches(regex)
        && slow(rest, path.subList(1, path.size()));
  }
}
