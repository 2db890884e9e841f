// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnanchoredPatternTest {
  private static final String[] PIECES = {
    "a", "b", "-", ".", "^", "$", "\\b", "\\B", "\\A", "\\z", "\\\\", "\\^", "\\$", "[a^]", "[^a]",
    "[]^]", "[^]$b]", "[\\]^]", "(", ")", "|", "*", "+?", "{0,2}", "\\w", "(?i)", "(?m)"
  };

  @ParameterizedTest
  @CsvSource({
    "^import$, import",
    "\\bx\\B, x",
    "\\\\b, \\\\b",
    "[^a$\\b], [^a$\\b]",
    "[]^]^, []^]",
    "a\\^b\\$, a\\^b\\$",
    "\\Aa\\z, a"
  })
  void onlyConditionsGo(String regex, String without) {
    Optional<Pattern> found = UnanchoredPattern.of(Pattern.compile(regex.replace("\\b]", "]")));
    assertThat(found.orElseThrow().pattern()).isEqualTo(without.replace("\\b]", "]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\Qa^b\\E", "(?:^)*\\Q$\\E"})
  void whatIsQuotedIsNotTakenApart(String regex) {
    assertThat(UnanchoredPattern.of(Pattern.compile(regex))).isEmpty();
  }

  /// A part of a text never matches without the text, whatever stands beside the part.
  @Test
  void aTextWithoutAMatchHasNoPartWithOne() {
    Random random = new Random(7);
    int matched = 0;
    for (int run = 0; run < 20_000; run++) {
      StringBuilder regex = new StringBuilder();
      for (int n = random.nextInt(6); n >= 0; n--) {
        regex.append(PIECES[random.nextInt(PIECES.length)]);
      }
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(8); n > 0; n--) {
        text.append("aB-^$\\] \n".charAt(random.nextInt(9)));
      }
      int from = random.nextInt(text.length() + 1);
      String part = text.substring(from, from + random.nextInt(text.length() - from + 1));
      try {
        Pattern pattern = Pattern.compile(regex.toString());
        Optional<Pattern> unanchored = UnanchoredPattern.of(pattern);
        if (unanchored.isPresent() && pattern.matcher(part).find()) {
          matched++;
          assertThat(unanchored.get().matcher(text).find())
              .as("%s in '%s', part '%s'", regex, text, part)
              .isTrue();
        }
      } catch (PatternSyntaxException _) {
        // no pattern
      }
    }
    assertThat(matched).isGreaterThan(1_000);
  }
}
