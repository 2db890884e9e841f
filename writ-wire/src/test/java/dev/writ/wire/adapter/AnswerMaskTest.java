// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.wire.http.SecretText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerMaskTest {
  private static final String MASK = "«secret masked»";
  private static final String KEY = "Zq9-KanariQuark-7f3a9c51d2e8WXYZ";
  private static final AnswerMask MASKING = new AnswerMask(new SecretText(KEY));

  private static String streamed(String text, int pieceChars) {
    AnswerMask.Streamed stream = MASKING.stream();
    StringBuilder shown = new StringBuilder();
    for (int from = 0; from < text.length(); from += pieceChars) {
      shown.append(stream.next(text.substring(from, Math.min(text.length(), from + pieceChars))));
    }
    return shown.append(stream.end()).toString();
  }

  private static String percent(String text) {
    StringBuilder coded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      coded.append("%%%02X".formatted(b));
    }
    return coded.toString();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void hasNoPart(String shown, String secret, int chars) {
    for (int i = 0; i + chars <= secret.length(); i++) {
      assertThat(shown).doesNotContain(secret.substring(i, i + chars));
    }
  }

  /// However the key is cut into events, eight characters of it are never shown in a row.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 16, 1000})
  void noPartOfAKeyIsShownWhateverThePieces(int pieceChars) {
    String text = "Your key is " + KEY + ", it ends in " + KEY.substring(20) + " I think. " + KEY;
    String shown = streamed(text, pieceChars);
    hasNoPart(shown, KEY, 8);
    assertThat(shown).startsWith("Your key is ").contains(", it ends in ", " I think. ", MASK);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1000})
  void encodedKeysAreMasked(int pieceChars) {
    for (String before : new String[] {"", "u", "me:", "Bearer "}) {
      String coded = base64(before + KEY + "!");
      hasNoPart(streamed("basic " + coded + ".", pieceChars), base64(KEY).substring(0, 40), 11);
      assertThat(streamed("basic " + coded + ".", pieceChars)).contains(MASK);
    }
    for (String coded : new String[] {percent(KEY), percent(KEY).toLowerCase(Locale.ROOT)}) {
      hasNoPart(streamed("k=" + coded + "&x=1", pieceChars), coded, 24);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 1000})
  void otherTextIsUnchanged(int pieceChars) {
    String text = "Kana, Quark, Zq9 and 7f3a9c5; ein Käse 🧀, %5A%71, WXYZ";
    assertThat(streamed(text, pieceChars)).isEqualTo(text);
    assertThat(MASKING.whole(text)).isEqualTo(text);
  }

  /// The first words are on the screen as soon as they are on the wire.
  @Test
  void onlyWhatMayBeAKeyWaits() {
    AnswerMask.Streamed stream = MASKING.stream();
    assertThat(stream.next("Hello K")).isEqualTo("Hello K");
    assertThat(stream.next("ana")).isEmpty();
    assertThat(stream.next("da")).isEqualTo("anada");
    assertThat(stream.end()).isEmpty();
    assertThat(stream.hasMasked()).isFalse();
  }

  /// What is written before every key of a provider, and what a local server takes for a key, is no
  /// secret.
  @ParameterizedTest
  @CsvSource({
    "sk-ant-api03-4f9a8c7d6e5b4a39QQ, keys begin with sk-ant-api03-, keys begin with sk-ant-api03-",
    "sk-proj-4f9a8c7d6e5b4a39QQ, it is sk-proj-4f9a8c7d6e, it is sk-proj-«secret masked»",
    "not-needed, the key is not-needed, the key is not-needed",
    "sk-no-key-required, sk-no-key-required, sk-no-key-required"
  })
  void whatIsPublicOfAKeyStays(String key, String text, String shown) {
    assertThat(new AnswerMask(new SecretText(key)).whole(text)).isEqualTo(shown);
  }
}
