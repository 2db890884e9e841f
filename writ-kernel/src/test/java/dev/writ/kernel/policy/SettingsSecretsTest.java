// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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
    SettingsSecrets found = SettingsSecrets.of(SettingsForm.LINES, text);
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
    SettingsSecrets found = SettingsSecrets.of(SettingsForm.LINES, text);
    assertThat(found.text()).isEqualTo(text);
    assertThat(found.any()).isFalse();
  }

  @Test
  void aPasswordThatIsAWordIsLostAndNotLookedFor() {
    SettingsSecrets found =
        SettingsSecrets.of(
            SettingsForm.LINES, "<password>changeme</password> https://me:secret@a.example");
    assertThat(found.text()).isEqualTo("<password></password> https://a.example");
    assertThat(found.values()).isEmpty();
  }

  @Test
  void tokensOfKnownShapesAreLostToo() {
    SettingsSecrets found =
        SettingsSecrets.of(
            SettingsForm.LINES, "note = ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789 is it");
    assertThat(found.text()).isEqualTo("note =  is it");
    assertThat(found.any()).isTrue();
    assertThat(
            SettingsSecrets.of(SettingsForm.LINES, "[url \"https://" + SECRET + "@github.com/\"]")
                .text())
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
      assertThat(SettingsSecrets.of(SettingsForm.LINES, text).text()).isEqualTo(text);
    }
    assertThat(
            SettingsSecrets.of(SettingsForm.LINES, "<password> " + SECRET + "\n</password>").text())
        .isEqualTo("<password> \n</password>");
  }

  /// What stands between `‹` and `›` is lost.
  private static void assertLost(SettingsForm form, String marked) {
    String text = marked.replace("\u2039", "").replace("\u203a", "").replace("#", SECRET);
    SettingsSecrets found = SettingsSecrets.of(form, text);
    assertThat(found.text())
        .as(marked)
        .isEqualTo(marked.replaceAll("\u2039[^\u203a]*\u203a", "").replace("#", SECRET));
    assertThat(String.join(" ", found.values())).as(marked).contains("7quartz9velvet");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[credential]\n\thelper = \"!f() { echo username=bob; echo password=‹#›; }; f\"\n",
        "[credential \"https://h.example\"]\n\thelper = \"!echo password=‹#› #\"\n",
        "[core]\n\tsshCommand = sshpass -p ‹#› ssh\n",
        "[sendemail \"a\"]\n\tsmtpPass = ‹ab\"7quartz9velvet\"ef›\n\tx = y\n",
        "[sendemail \"b\"]\n\tsmtpPass = ‹ab\\\n7quartz9velvet›\n\tx = y\n",
        "[sendemail \"c\"] smtpPass = ‹#›\n",
        "[sendemail] smtpPass = ‹\"#\"› ; a comment\n",
        "[hub]\n\toauthtoken = ‹#›\n",
        "[alias]\n\tdeploy = \"!DEPLOY_TOKEN=‹#› ./deploy\"\n",
        "[remote \"s\"]\n\turl = https://‹bob:#/w@›h.example/x.git\n",
        "[remote \"s\"]\n\turl = https://‹7quartz9velvet@›h.example/x.git\n",
      })
  void ofGitsSettings(String marked) {
    assertLost(SettingsForm.GIT, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<properties><gpg.passphrase>‹#›</gpg.passphrase></properties>",
        "<db.password>‹#›</db.password><sonar.login>‹#›</sonar.login>",
        "<pass>‹#›</pass> <privateToken>‹#›</privateToken>",
        "<password>‹<![CDATA[#]]>›</password>",
        "<password encoding=\"x\">‹#›</password >",
        "<password>\n‹#<!-- x -->›\n</password>",
        "<s:server xmlns:s=\"x\"><s:password>‹#›</s:password></s:server>",
        "<httpHeaders><property><name>X-Api</name><value>‹#›</value></property></httpHeaders>",
      })
  void ofMavens(String marked) {
    assertLost(SettingsForm.XML, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "credentials { username 'u'; password '‹#›' }",
        "maven { url = 'x'; credentials { username = 'u'; password = \"‹#›\" } }",
        "it.setPassword(\"‹#›\")",
        "x.password(\"‹#›\"); y.password.set('‹#›')",
        "ext.set(\"repoPassword\", \"‹#›\")",
        "System.setProperty(\"x.password\", \"‹#›\")",
        "val repoToken = \"‹#›\"",
        "final String password = \"‹#›\"",
        "credentials(HttpHeaderCredentials) {\n name = 'Private-Token'\n value = '‹#›'\n}",
      })
  void ofGradlesScripts(String marked) {
    assertLost(SettingsForm.SCRIPT, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nexusPassword ‹#›\na=b",
        "a=b\nnexusPassword=‹ze\\\n  7quartz9velvet›\nc=d",
        "nexusPass\\u0077ord=‹#›",
        "my\\ password: ‹#›",
        "! nexusPassword \\\nmavenUser@password=‹#›",
      })
  void ofGradlesProperties(String marked) {
    assertLost(SettingsForm.PROPERTIES, marked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GIT | [core] editor = vim -c 'set x' # password=hidden1value",
        "GIT | [credential] helper = \"!echo password=$TOKEN\"",
        "GIT | [core] pager = less -R -x4 ; [sendemail] smtpPass = $PASSWORD",
        "GIT | [url \"https://me.and.my.name@github.com/\"] insteadOf = https://github.com/",
        "XML | <activation><property><name>debug</name><value>true</value></property></activation>",
        "XML | <gpg.passphrase>${env.GPG}</gpg.passphrase><useToken>true</useToken>",
        "SCRIPT | println 'the password: ' + 'is ' + secret",
        "SCRIPT | password = providers.gradleProperty('repoPassword').get()",
        "SCRIPT | credentials { username 'someone'; password \"$repoPassword\" }",
        "PROPERTIES | org.gradle.jvmargs=-Xmx2g -Dfile.encoding=UTF-8",
      })
  void nothingElseOfAForm(SettingsForm form, String text) {
    assertThat(SettingsSecrets.of(form, text).text()).isEqualTo(text);
  }

  /// Names of variables, empty values and comments are nobody's secret, however lines end.
  @Test
  void noSecretIsFoundInWhatNamesNone() {
    nothingElseOfAForm(SettingsForm.GIT, "[sendemail]\n\tsmtpPass = $PASSWORD\n");
    for (String value : List.of("${env.TOKEN}", " ")) {
      nothingElseOfAForm(
          SettingsForm.XML,
          "<httpHeaders><property><name>Authorization</name><value>"
              + value
              + "</value></property></httpHeaders>");
    }
    for (String end : List.of("\n", "\r\n", "\r")) {
      nothingElseOfAForm(
          SettingsForm.PROPERTIES,
          "! token\\" + end + "# more\\" + end + "a = b\\" + end + " c" + end + "d = e");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CODE | {\"http-basic\":{\"h\":{\"username\":\"u\",\"password\":\"‹#›\"}}}",
        "CODE | define( 'DB_PASSWORD', '‹#›' );",
        "CODE | {\"Storage\": \"AccountName=a;AccountKey=‹#›;EndpointSuffix=b\"}",
        "CURL | user = \"me:‹#›\"",
        "CURL | -u me:‹#›",
        "CURL | header = \"Authorization: ‹Bearer #›\"",
        "CURL | --oauth2-bearer ‹#›",
        "BUNDLER | BUNDLE_GEMS__EXAMPLE__COM: \"‹me:#›\"",
        "LINES | npmAuthToken: \"‹#›\"",
        "LINES | http_password = ‹#›",
        "LINES | example.password = ‹#›",
      })
  void ofToolsInProjects(SettingsForm form, String marked) {
    assertLost(form, marked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "auth.json | {~  \"password\": \"Passwort vergessen\"~}",
        "lang/en/Auth.json | {\"password\": \"The password is incorrect.\"}",
        ".yarnrc.yml | npmAuthToken: \"${NPM_TOKEN}\"",
        ".bundle/config | BUNDLE_PATH: \"vendor/bundle\"",
        ".bundle/config | BUNDLE_BUILD__NOKOGIRI: \"--use-system-libraries\"",
        ".curlrc | proxy = \"http://proxy:8080\"",
        "wp-config.php | define( 'DB_PASSWORD', getenv( 'DB_PASSWORD' ) );",
        "wp-config.php | $password = getenv('DB_PASSWORD');",
        "local.settings.json | {\"Values\": {\"FUNCTIONS_WORKER_RUNTIME\": \"node\"}}",
        "gradle.properties | org.gradle.jvmargs=-Xmx2g",
      })
  void whatIsHarmlessInProjectsIsLeft(String path, String text) {
    String lines = text.replace('~', '\n');
    SettingsSecrets found = SettingsSecrets.of(path, lines);
    assertThat(found.any()).isFalse();
    assertThat(found.text()).isEqualTo(lines);
  }

  @Test
  void composersFileIsToldFromTranslations() {
    String text = "{\"http-basic\": {\"h\": {\"password\": \"" + SECRET + "\"}}}";
    assertThat(SettingsSecrets.of("auth.json", text).text()).doesNotContain(SECRET);
    assertThat(SettingsForm.of("a/.Bundle/config")).isEqualTo(SettingsForm.BUNDLER);
    assertThat(SettingsForm.of("wp-config.php")).isEqualTo(SettingsForm.CODE);
    assertThat(ProtectedNames.isSettings("NuGet.Config", "src")).isTrue();
    assertThat(ProtectedNames.isSettings("config", ".bundle")).isTrue();
    assertThat(ProtectedNames.isSettings("config", "src")).isFalse();
  }

  @Test
  void theFormFollowsFromThePlace() {
    assertThat(SettingsForm.of(".git/config")).isEqualTo(SettingsForm.GIT);
    assertThat(SettingsForm.of("team.inc")).isEqualTo(SettingsForm.GIT);
    assertThat(SettingsForm.of("/home/a/.m2/settings.xml")).isEqualTo(SettingsForm.XML);
    assertThat(SettingsForm.of("/home/a/.gradle/init.d/a")).isEqualTo(SettingsForm.SCRIPT);
    assertThat(SettingsForm.of("/home/a/.gradle/gradle.properties"))
        .isEqualTo(SettingsForm.PROPERTIES);
    assertThat(SettingsForm.of("/home/a/.nuget/NuGet.Config")).isEqualTo(SettingsForm.XML);
    assertThat(SettingsForm.of("/home/a/.cargo/config.toml")).isEqualTo(SettingsForm.LINES);
  }

  /// With work that grows as the square of the length this would not end.
  @ParameterizedTest
  @EnumSource
  void longTextsOfAnyFormAreReadSoon(SettingsForm form) {
    for (String part : List.of("<token>", "<!--", "credentials {", "a\\", "[", "x=\"", "token '")) {
      String text = part.repeat(900_000 / part.length());
      assertThat(SettingsSecrets.of(form, text).text()).hasSizeBetween(1, text.length());
    }
  }
}
