// Implements: docs/spec/17-quality.md §17.3 (Speed)
package dev.writ.base.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowingTextTest {
  @Test
  void piecesOfAnyLengthAreOneText() {
    GrowingText text = new GrowingText();
    StringBuilder plain = new StringBuilder();
    for (int length = 0; length < 400; length++) {
      String piece = (length % 7 == 0 ? "🙂é" : "ab").repeat(length);
      text.append(piece);
      plain.append(piece);
      assertThat(text.length()).isEqualTo(plain.length());
    }
    assertThat(text).hasToString(plain.toString());
    assertThat(text.isEmpty()).isFalse();
  }

  @Test
  void aClearedTextBeginsAnew() {
    GrowingText text = new GrowingText();
    text.append("a".repeat(50_000));
    text.clear();
    assertThat(text.isEmpty()).isTrue();
    text.append("b");
    assertThat(text).hasToString("b");
  }
}
