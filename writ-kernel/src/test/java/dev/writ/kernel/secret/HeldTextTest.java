// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A value in a file of any encoding that Git may write.
class HeldTextTest {
  private static final String VALUE = "zebra-7Quartz.9velvet";
  private static final String DIFFERENCE =
      "diff --git a/.env b/.env\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-KEY=%s\n".formatted(VALUE);

  private static HeldText text(String text, String encoding) {
    return HeldText.of(text.getBytes(Charset.forName(encoding)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTF-8",
        "ISO-8859-1",
        "UTF-16LE",
        "UTF-16BE",
        "UTF-16",
        "UTF-32",
        "IBM037",
        "IBM1047"
      })
  void itIsFoundInEveryEncoding(String encoding) {
    HeldText held = text("\u00e4 PASSWORD=" + VALUE + "\nPORT=80\n", encoding);
    assertThat(held.holds(VALUE)).isTrue();
    assertThat(held.holds("zebra-7Quartz.9velvex")).isFalse();
    assertThat(held.showsSecrets()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-32"})
  void aDifferenceOfASecretFileIsFound(String encoding) {
    assertThat(text(DIFFERENCE, encoding).showsSecrets()).isTrue();
    assertThat(text(DIFFERENCE.replace(".env", "a.txt"), encoding).showsSecrets()).isFalse();
  }

  @Test
  void aTextWithoutItHoldsNothing() {
    assertThat(text("PORT=80\n", "UTF-8").holds(VALUE)).isFalse();
  }
}
