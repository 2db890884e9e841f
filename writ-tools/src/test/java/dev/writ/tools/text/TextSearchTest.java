// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextSearchTest {
  private static List<Integer> found(String text, String wanted) {
    List<Integer> found = new ArrayList<>();
    for (int i = text.indexOf(wanted); i >= 0; i = text.indexOf(wanted, i + wanted.length())) {
      found.add(i);
    }
    return found;
  }

  /// Texts of few letters: they repeat themselves, and the wanted one overlaps with itself.
  private static String repeating(SplittableRandom random, int length) {
    String part =
        random
            .ints(1 + random.nextInt(4), 'a', 'c')
            .collect(StringBuilder::new, (text, c) -> text.append((char) c), StringBuilder::append)
            .toString();
    StringBuilder text = new StringBuilder(part.repeat(length / part.length() + 1));
    for (int i = random.nextInt(4); i > 0; i--) {
      text.setCharAt(random.nextInt(text.length()), (char) random.nextInt('a', 'd'));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 50, 12_000})
  void itFindsWhatIsThere(int length) {
    SplittableRandom random = new SplittableRandom(length);
    for (int i = 0; i < 200; i++) {
      String wanted = repeating(random, length);
      String text = repeating(random, length) + wanted + repeating(random, length) + wanted;
      assertThat(new TextSearch(wanted).in(text)).isEqualTo(found(text, wanted)).isNotEmpty();
      assertThat(new TextSearch(wanted + "z").isIn(text)).isFalse();
      assertThat(new TextSearch(wanted).isIn(text)).isTrue();
    }
  }

  /// The JDK's search would compare a hundred thousand characters at each of ten million places.
  @Test
  void aTextThatRepeatsItselfTakesNoHours() {
    String wanted = "x".repeat(100_000) + "y";
    assertThat(new TextSearch(wanted).in("x".repeat(10_000_000))).isEmpty();
    assertThat(new TextSearch(wanted).in("x".repeat(10_000_000) + "y")).containsExactly(9_900_000);
  }
}
