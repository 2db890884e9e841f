// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The whole text of a file knows where its secrets are.
class MaskedTextTest {
  private static final String TOKEN = "ghp_k7Qm2xVb9TzLpR4sWnYd8cHf3JgA1eUo5iX6";
  private static final String MASK = SecretMasker.MASK;
  private static final String LINE = "a = " + TOKEN + " # b\n";

  private static MaskedText of(String text) {
    return MaskedText.of("a.txt", text);
  }

  @Test
  void aTextWithoutSecretsIsItself() {
    MaskedText plain = of("https://a.example --token x\n");
    assertThat(plain.any()).isFalse();
    assertThat(plain.shown()).isSameAs(plain.hidden()).isEqualTo("https://a.example --token x\n");
    assertThat(plain.isCut(0, 5)).isFalse();
    assertThat(of("https://me:password@a.example").any()).isFalse();
  }

  @Test
  void eachSecretIsMaskedWhereItStands() {
    MaskedText text = of(LINE + "c\n" + "url = https://me:zebra7quartz@a.example\n");
    assertThat(text.any()).isTrue();
    assertThat(text.shown())
        .isEqualTo("a = " + MASK + " # b\nc\nurl = https://me:" + MASK + "@a.example\n");
    assertThat(text.hidden())
        .hasSameSizeAs(LINE + "c\n" + "url = https://me:zebra7quartz@a.example\n")
        .matches("a = \uDFFF{40} # b\nc\nurl = https://me:\uDFFF{12}@a\\.example\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void aKeyKeepsItsLines(String end) {
    String key =
        "-----BEGIN RSA PRIVATE KEY-----#MIIEpAIBAAKCAQEA#Q7x/9Z==#-----END RSA PRIVATE KEY-----";
    MaskedText text = of(("notes#" + key + "#end#").replace("#", end));
    assertThat(text.shown().lines()).containsExactly("notes", MASK, MASK, MASK, MASK, "end");
    assertThat(text.hidden().lines().toList()).hasSize(6).contains("end");
    assertThat(text.hidden()).doesNotContain("MII", "KEY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".git/config",
        "sub/.git/config",
        ".m2/settings.xml",
        "a/.gradle",
        ".cargo/x",
        "sub/.wgetrc"
      })
  void settingsHideWhatTheirNamesSay(String path) {
    String text = "[sendemail]\n\tsmtpPass = zebra7quartz9velvet\n";
    assertThat(MaskedText.of(path, text).shown()).contains("smtpPass = " + MASK);
    assertThat(MaskedText.shownAt(path).apply(text)).contains("smtpPass = " + MASK);
    assertThat(MaskedText.of("config.git/x", text).any()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 4, false",
    "0, 5, true",
    "4, 44, false",
    "3, 45, false",
    "4, 43, true",
    "5, 44, true",
    "5, 43, true",
    "44, 46, false"
  })
  void aPartWithHalfASecretIsCut(int from, int to, boolean cut) {
    assertThat(of(LINE).isCut(from, to)).isEqualTo(cut);
    assertThat(of(TOKEN).isCut(0, TOKEN.length())).isFalse();
  }

  @Test
  void anEditThatShowsWhatWasHiddenIsFound() {
    String hidden = of(LINE).hidden();
    assertThat(of(LINE).isLaidBare(hidden)).isFalse();
    assertThat(of(LINE.replace("ghp_", "ghp-")).isLaidBare(hidden)).isTrue();
    assertThat(of(LINE.replace("a = ", "a = x")).isLaidBare(hidden.replace("a = ", "a = x")))
        .isTrue();
    assertThat(of(LINE.replace("a = ", "b = ")).isLaidBare(hidden.replace("a = ", "b = ")))
        .isFalse();
    assertThat(of("plain").isLaidBare("plain")).isFalse();
  }

  @Test
  void knownCredentialsHavePlaces() {
    SecretMasker masker = new SecretMasker(List.of("velvet9"));
    assertThat(masker.places("a velvet9 velvet9").cardinality()).isEqualTo(14);
    assertThat(masker.places("a velvet").isEmpty()).isTrue();
  }
}
