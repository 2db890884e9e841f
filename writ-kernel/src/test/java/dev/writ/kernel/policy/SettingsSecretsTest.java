// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Settings lose their secrets and nothing else.
class SettingsSecretsTest {
  private static final String SECRET = "zebra7quartz9velvet";

  /// What stands between `[` and `]` is lost.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<server><id>a</id><username>me</username><password>[#]</password></server>",
        "<passphrase>\n  [#]\n</passphrase>",
        "<property><name>Private-Token</name>\n<value>[#]</value></property>",
        "<name>Authorization</name><value>[Bearer #]</value>",
        "<add key=\"ClearTextPassword\" value=\"[#]\" />",
        "signing.password=[#]",
        "ossrhPassword = [#]",
        "systemProp.https.proxyPassword=[#]",
        "a=b\r\nnexusToken: [#]\r\nc=d",
        "[registry]\ntoken = \"[#]\"",
        "password '[#]'",
        "[http \"https://github.com/\"]\n\textraheader = [AUTHORIZATION: basic #]",
        "\turl = https://[me:#@]github.com/a/b.git",
        "<url>https://[me:#@]repo.example/maven</url>",
        "smtpPass = [#]",
        "signing.password=[%#]",
        "signing.password=[{#]"
      })
  void secretsAreLost(String marked) {
    String text = marked.replaceAll("\\[(?=[^\\]]*#)|(?<=#@?)\\]", "").replace("#", SECRET);
    String left = marked.replaceAll("\\[[^\\]\\[]*#@?\\]", "");
    SettingsSecrets found = SettingsSecrets.of(text);
    assertThat(found.text()).isEqualTo(left);
    assertThat(found.any()).isTrue();
    assertThat(String.join(" ", found.values())).contains(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<mirror><id>m</id><url>https://repo.example/maven</url><mirrorOf>*</mirrorOf></mirror>",
        "<password>${env.REPO_PASSWORD}</password>",
        "<password>{COQLCE6DU6GtcS5P=}</password>",
        "<password></password>",
        "<add key=\"nuget.org\" value=\"https://api.nuget.org/v3/index.json\" />",
        "<add key=\"Password\" value=\"%NUGET_PASSWORD%\" />",
        "org.gradle.jvmargs=-Xmx2g -Dfile.encoding=UTF-8",
        "org.gradle.caching=true",
        "password=$PASSWORD",
        "[build]\ntarget-dir = \"/var/tmp/target\"",
        "[core]\n\trepositoryformatversion = 0\n\tbare = false",
        "[remote \"origin\"]\n\turl = git@github.com:a/b.git",
        "\turl = ssh://git@github.com/a/b.git",
        "\turl = https://${USER}:${TOKEN}@github.com/a/b.git",
        "[credential]\n\thelper = store",
        ""
      })
  void theRestStays(String text) {
    SettingsSecrets found = SettingsSecrets.of(text);
    assertThat(found.text()).isEqualTo(text);
    assertThat(found.any()).isFalse();
  }

  @Test
  void aPasswordThatIsAWordIsLostAndNotLookedFor() {
    SettingsSecrets found =
        SettingsSecrets.of("<password>changeme</password> https://me:secret@a.example");
    assertThat(found.text()).isEqualTo("<password></password> https://a.example");
    assertThat(found.values()).isEmpty();
  }

  @Test
  void tokensOfKnownShapesAreLostToo() {
    SettingsSecrets found =
        SettingsSecrets.of("note = ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789 is it");
    assertThat(found.text()).isEqualTo("note =  is it");
    assertThat(found.any()).isTrue();
    assertThat(SettingsSecrets.of("[url \"https://" + SECRET + "@github.com/\"]").text())
        .isEqualTo("[url \"https://github.com/\"]");
  }

  /// With work that grows as the square of the length this would not end.
  @Test
  void longRunsWithoutAnEndAreReadOnce() {
    String blanks = " ".repeat(900_000);
    for (String text :
        List.of(
            "<password>" + blanks,
            "<name>Private-Token</name>" + blanks + "<value>" + blanks,
            "key=\"" + "password".repeat(100_000) + "\" other")) {
      assertThat(SettingsSecrets.of(text).text()).isEqualTo(text);
    }
    assertThat(SettingsSecrets.of("<password> " + SECRET + "\n</password>").text())
        .isEqualTo("<password> \n</password>");
  }
}
