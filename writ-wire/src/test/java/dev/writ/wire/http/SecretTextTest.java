// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SecretTextTest {
  private static final String KEY = "sk-proj-4f9a8c7d6e5b4a39";

  @ParameterizedTest
  @CsvSource({
    "a key sk-proj-4f9a8c7d6e5b4a39 here, a key ••• here",
    "sk-proj-4f9a8c7d6e5b4a39, •••",
    "sk-proj-4f9a8c7d6e5b4a39sk-proj-4f9a8c7d6e5b4a39, ••••••",
    "provided: sk-proj-4f9a8***4a39, provided: •••***4a39",
    "provided: sk-proj-*****, provided: •••*****",
    "provided: sk-proj*****, provided: sk-proj*****",
    "ending in 6e5b4a39., ending in •••.",
    "in the middle 9a8c7d6e5b, in the middle •••",
    "sk-proj-4f9a8c7d6e5b4a3, •••",
    "sk-proj-4f9a8c7d6e5b4a39x, •••x",
    "sk-proj-4f9a sk-proj-4f9a8c, ••• •••",
    "sk-projsk-proj-4, sk-proj•••",
    "no key at all, no key at all",
    "'', ''",
  })
  void noPartOfEightCharactersIsShown(String text, String shown) {
    assertThat(new SecretText(KEY).maskIn(text)).isEqualTo(shown);
  }

  /// Of every part of the key that is quoted, less than eight characters in a row are shown.
  @Test
  void whateverIsQuoted() {
    for (int from = 0; from < KEY.length(); from++) {
      for (int to = from + 1; to <= KEY.length(); to++) {
        String shown = new SecretText(KEY).maskIn("<" + KEY.substring(from, to) + ">");
        for (int i = 0; i + 8 <= KEY.length(); i++) {
          assertThat(shown).doesNotContain(KEY.substring(i, i + 8));
        }
        assertThat(shown).startsWith("<").endsWith(">");
      }
    }
  }

  @Test
  void shortSecretsAreMaskedWholeOrNotAtAll() {
    assertThat(new SecretText("abcdefg").maskIn("abcdefg abcdef")).isEqualTo("••• abcdef");
    assertThat(new SecretText("abcde").maskIn("abcde")).isEqualTo("abcde");
  }
}
