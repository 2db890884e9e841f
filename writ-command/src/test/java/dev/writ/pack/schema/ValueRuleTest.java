// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The reason why a value is not permitted is one that a person can read.
class ValueRuleTest {
  @Test
  void aShortPatternIsShown() {
    assertThat(words("[a-z]+").fault("A1")).hasValue("does not have the shape [a-z]+");
  }

  @Test
  void aLongPatternIsNot() {
    String pattern = "one|two|three|four|five|six|seven|eight|nine";

    assertThat(words(pattern).fault("ten")).hasValue("has no form that the pack permits");
    assertThat(words(pattern).fault("nine")).isEmpty();
  }

  private static ValueRule words(String pattern) {
    return new ValueRule.Words(Optional.of(Pattern.compile(pattern)));
  }
}
