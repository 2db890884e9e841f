// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.wire.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SendableTextTest {
  @Test
  void idsOfOtherProvidersBecomeAcceptable() {
    String lengthy = "call_" + "x".repeat(90);
    assertThat(SendableText.id("toolu_01", 40)).isEqualTo("toolu_01");
    assertThat(SendableText.id(lengthy, 40)).hasSize(40).isEqualTo(SendableText.id(lengthy, 40));
    assertThat(SendableText.id(lengthy, 40)).isNotEqualTo(SendableText.id(lengthy + "y", 40));
    assertThat(SendableText.id("a:b/c-d")).isEqualTo("a_b_c-d");
  }

  @Test
  void mistralGetsNineLettersAndDigits() {
    assertThat(SendableText.nineLetters("aB3dE6gH9")).isEqualTo("aB3dE6gH9");
    for (String id : List.of("", "a", "call_1", "call_2", "123_45678", "toolu_01ABCDEF", "ä")) {
      assertThat(SendableText.nineLetters(id)).matches("[a-zA-Z0-9]{9}");
    }
  }

  @Test
  void idsThatOnlyDifferInTheirNumberStayApart() {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 2000; i++) {
      assertThat(ids.add(SendableText.nineLetters("call_" + i))).as("call_" + i).isTrue();
      assertThat(ids.add(SendableText.nineLetters("call_3_" + i))).as("call_3_" + i).isTrue();
    }
  }
}
