// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The values of secret files that are masked in outputs.
class SecretValuesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "API_KEY=zebra7|zebra7",
        "export API_KEY='zebra 7'|zebra 7",
        "API_KEY=\"zebra#7\" # old|zebra#7",
        "API_KEY=\"zebra#7|\"zebra#7",
        "API_KEY=zebra7 # old|zebra7",
        "\"client_secret\": \"zebra7\",|zebra7",
        "password: zebra7|zebra7",
        "\"token\":\"zebra7\"|zebra7",
        "//registry.example/:_authToken=zebra7|zebra7",
        "NAME=abcdefgh1234|abcdefgh1234",
        "URL=postgres://me:zebra7@host/db|zebra7",
        "machine example.org login me password zebra7|zebra7",
        "localhost:5432:db:me:zebra7quartz9|zebra7quartz9",
        "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC|MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"
      })
  void valuesAreFound(String line, String value) {
    assertThat(SecretValues.of(List.of("# a\n" + line + "\nPORT=3000"))).contains(value);
  }

  /// If the name is not sufficient, the form of the value decides.
  @ParameterizedTest
  @CsvSource({
    "PASSWORD, zebra7, true",
    "myToken, zebra7, true",
    "PASSWORD, changeme, false",
    "KEY, zebra7quartz9, true",
    "KEY, zebra7, false",
    "KEY, zebraquartzvelvet, false",
    "KEY, 123456789012, false",
    "KEY, zebra7 quartz9 velvet, false",
    "KEY, https://zebra7.example, false",
    "NAME, zebra7quartz9, false"
  })
  void namesSayWhatIsGiven(String name, String value, boolean secret) {
    assertThat(SecretValues.isGivenTo(name, value)).isEqualTo(secret);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# API_KEY=zebra7",
        "; API_KEY=zebra7",
        "-----BEGIN PRIVATE KEY-----",
        "API_KEY=",
        "API_KEY=short",
        "DB_PASSWORD=postgres",
        "API_KEY=${OTHER_KEY}",
        "KEY_FILE=/etc/ssl/key",
        "API_KEY=xxxxxxxx",
        "MODE=development",
        "NAME=abcdefghijkl",
        "NUMBER=123456789012",
        "TEXT=a text with 12 words",
        "ADDRESS=https://example.org/v1",
        "URL=postgres://me:short@host/db",
        "a line of words",
        "word"
      })
  void whatStandsInEverySecondTextIsNone(String line) {
    assertThat(SecretValues.of(List.of(line))).isEmpty();
  }
}
