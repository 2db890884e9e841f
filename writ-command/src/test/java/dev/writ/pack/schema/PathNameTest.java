// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The path that a word names.
class PathNameTest {
  private static ValueRule.PathName of(String pattern) {
    return new ValueRule.PathName(PathAccess.READ, Optional.of(Pattern.compile(pattern)));
  }

  @Test
  void aGroupSaysWhichPartOfAWordIsThePath() {
    ValueRule.PathName data = of("@(?<file>.+)|[^@].*");
    assertThat(data.path("@a.txt")).contains("a.txt");
    assertThat(data.path("a=b")).isEmpty();
  }

  /// A word with an unexpected shape may be a path as a whole.
  @Test
  void withoutAGroupOrAMatchTheWordIsThePath() {
    assertThat(of("@(?<file>.+)").path("a.txt")).contains("a.txt");
    assertThat(of("[a-z.]+").path("a.txt")).contains("a.txt");
    assertThat(new ValueRule.PathName(PathAccess.READ, Optional.empty()).path("a")).contains("a");
  }
}
