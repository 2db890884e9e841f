// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Masking of texts without any declared secret.
class SecretMaskerTest {
  private static final String SECRET = "zebra7quartz9velvet";

  private final SecretMasker masker = new SecretMasker(List.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "origin  https://me:#@git.example/x.git (fetch)",
        "\turl = https://me:#@git.example/x.git",
        "https://oauth2:#@git.example:8443/x.git",
        "https://:#@git.example",
        "postgres://app:#@db/app",
        "redis://:#@[::1]:6379",
        "https://#@git.example/x.git",
        "curl -H 'Authorization: Bearer #' https://a.example",
        "curl -H \"authorization: token #\"",
        "\"Authorization\": \"Basic #==\"",
        "Bearer #",
        "x-api-key: #",
        "-H 'PRIVATE-TOKEN: #'",
        "deploy --token #",
        "deploy --api-key=#",
        "mysql --password='#'",
        "<server><id>a</id><password>#</password></server>",
        "<passphrase>\n  #\n</passphrase>",
        "extraheader = AUTHORIZATION: basic #="
      })
  void shapesOfSecretsAreMasked(String text) {
    assertThat(masker.mask(text.replace("#", SECRET)))
        .doesNotContain(SECRET)
        .isEqualTo(text.replaceFirst("#={0,2}", SecretMasker.MASK));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://git.example/x.git",
        "git@git.example:x.git",
        "ssh://git@git.example/x.git",
        "https://me@git.example/x.git",
        "postgres://postgres:postgres@localhost/app",
        "postgres://${USER}:${PASSWORD}@localhost",
        "https://user:password@host/path",
        "https://<user>:<password>@host/path",
        "<password>${env.REPO_PASSWORD}</password>",
        "<password>changeme</password>",
        "<password></password>",
        "amqp://{user}:{password}@host",
        "https://a.example/b:c@d",
        "npm://x/@scope/name",
        "// TODO: https://a.example:8080/x, ask me@a.example",
        "Authorization: Bearer <token>",
        "headers.authorization = requestAuthorizationHeader()",
        "Bearer authentication-is-required-here",
        "  --token string   the token",
        "--password-stdin --token-file secrets2/token3file4",
        "the option --password takes a value",
        "x-api-key: ${KEY_NUMBER_12345}"
      })
  void whatOnlyLooksSimilarStays(String text) {
    assertThat(masker.mask(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ghp_#",
        "glrt-#",
        "hf_#",
        "pypi-AgEI#",
        "dop_v1_0123456789012345678901234567890123456789012345678901234567890123",
        "SG.#.#",
        "gsk_##",
        "xai-##",
        "ya29.#",
        "ASIA0123456789ABCDEF"
      })
  void aTokenIsMaskedBehindWhatIsWrittenForABlank(String shape) {
    String token = shape.replace("#", "abCdefghijklmnop9876543210qrstuv");
    for (String before : List.of("", " ", "\"x\\n", "\\t", "\\u0022", "%20", "X_", "\u001b[32m")) {
      assertThat(masker.mask(before + token + " end"))
          .isEqualTo(before + SecretMasker.MASK + " end");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"desk-abcdefghijklmnopqrstuvwxyz", "xhf_abcdefghijklmnopqrstuvwxyz012345"})
  void withinAWordNoTokenBegins(String text) {
    assertThat(masker.mask(text)).isEqualTo(text);
  }

  @Test
  void dataIsMaskedInAllItsTexts() {
    SecretMasker knowing = masker.with(List.of("zebra7", "short"));
    Json value =
        Json.object().put("a", Json.texts(List.of("zebra7!", "plain"))).put("n", 1).build();
    assertThat(knowing.mask(value).write())
        .isEqualTo("{\"a\":[\"" + SecretMasker.MASK + "!\",\"plain\"],\"n\":1}");
    knowing.learn("quartz9");
    assertThat(knowing.mask("zebra7 quartz9 short"))
        .isEqualTo(SecretMasker.MASK + " " + SecretMasker.MASK + " short");
  }

  /// A key of any size, however little room there is on the stack.
  @ParameterizedTest
  @CsvSource({"25, true", "25, false", "170, true", "170, false", "3, true"})
  void aPrivateKeyIsMaskedToItsEnd(int lines, boolean headers) throws Exception {
    String line = "MIIEpAIBAAKCAQEA7bq98mSYzebra7quartz9velvetk3PqDnSyOQ0LrBQcVZm4x\n";
    String begin = "-----BEGIN RSA PRIVATE KEY-----\n";
    String about = headers ? "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0A1B\n\n" : "";
    String key = begin + about + line.repeat(lines) + "-----END RSA PRIVATE KEY-----";
    List<String> masked = new ArrayList<>();
    Thread small =
        new Thread(
            null,
            () -> {
              masked.add(masker.mask("before\n" + key + "\nafter\n"));
              masked.add(masker.mask(begin + about + line.repeat(lines)));
              masked.add(masker.mask((begin + "and a - dash\n").repeat(2_000)));
            },
            "small",
            1 << 18);
    small.start();
    small.join();
    assertThat(masked).hasSize(3);
    assertThat(masked.get(0)).isEqualTo("before\n" + SecretMasker.MASK + "\nafter\n");
    assertThat(masked.get(1)).doesNotContain(line.strip());
  }

  private static final String LINE =
      "MIIEpAIBAAKCAQEA7bq98mSYzebra7quartz9velvet+3PqDnSyOQ0LrBQcVZm4x";
  private static final String END = "-----END RSA PRIVATE KEY-----";

  /// `#` is a line of a key, `%` its end.
  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      value = {
        "#;#;1234;%@*",
        "a word: here;#;#;xQ==;%;after@a word: here;*;after",
        "it.;7quartz9;#;%@it.;*",
        "done;#;#;%;done@*;done",
        "it.;;#;%@it.;;*",
        "it.;12:#;13-#;14-xy=;15-%@it.;*",
        "+it.;+#;+ab;+%@+it.;*",
        "it.\\n#\\n#\\n%\\n@it.\\n*\\n",
        "%@%",
        "it.;%@it.;%",
        "if it is %@if it is %",
        ";#;%@;*",
        "it{;#;%@it{;*",
        "#;%;it.;#;%@*;it.;*",
        "#;PRIVATE KEY-----@#;PRIVATE KEY-----",
      })
  void theEndOfAKeyIsMaskedFromItsFirstLineOn(String text, String masked) {
    for (String lineEnd : List.of("\n", "\r\n")) {
      assertThat(masker.mask(filled(text, lineEnd)).replace("\r", ""))
          .isEqualTo(filled(masked, "\n").replace("\r", ""));
    }
  }

  private static String filled(String text, String lineEnd) {
    return text.replace("#", LINE)
        .replace("%", END)
        .replace("*", SecretMasker.MASK)
        .replace(";", lineEnd);
  }

  @Test
  void anEndWithALongLineOrNoneIsFoundInTime() {
    String line = LINE.repeat(50);
    assertThat(masker.mask("it.\n" + line + "\n" + END)).isEqualTo("it.\n" + SecretMasker.MASK);
    assertThat(masker.mask((END + " ").repeat(20_000))).contains("END RSA");
    assertThat(masker.mask("PRIVATE KEY-----".repeat(50_000))).startsWith("PRIVATE");
    assertThat(masker.mask("x" + LINE.repeat(1_000) + END)).doesNotContain("END RSA");
    assertThat(masker.places(LINE + "\n" + END).cardinality()).isEqualTo(64 + 1 + END.length());
  }
}
