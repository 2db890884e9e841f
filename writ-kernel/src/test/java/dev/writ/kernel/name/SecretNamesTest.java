// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.name;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.policy.ProtectedNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names that count as secret, and names whose content decides.
class SecretNamesTest {
  @ParameterizedTest
  @CsvSource({
    ".env, true",
    "a/b/.ENV, true",
    ".env.local, true",
    ".env-prod, true",
    ".envrc, true",
    "prod.tfvars, true",
    ".pgpass, true",
    "kubeconfig, true",
    "service-account.json, true",
    "service-account-prod.json, true",
    "id_work, true",
    "id_rsa.bak, true",
    "id_map.py, false",
    "id_, false",
    ".kube/config, true",
    "x/.aws/credentials, true",
    "config, false",
    ".ssh/anything, true",
    ".ssh/config, false",
    ".env.example, false",
    "server.pub, false",
    ".ssh/keys/work, true",
    "a/.gnupg/private/b/c, true",
    ".Password-Store/web/x.gpg, true",
    ".ssh/keys/work.pub, false",
    "main.java, false"
  })
  void namesAreSecrets(String path, boolean secret) {
    WorkspacePath place = WorkspacePath.of(path);
    assertThat(ProtectedNames.isSecret(place)).isEqualTo(secret);
    String directory = ProtectedNames.directory(place.parent());
    if (secret) {
      assertThat(ProtectedNames.mayBeSecret(place.name(), directory)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "prod.env, true",
    "a/PROD.ENV, true",
    "example.env, false",
    "a.sample.env, false",
    "db-template.env, false",
    "prod.env.dist, false",
    "prod_dist.env, false",
    "env.example, false",
    ".ssh/example, true",
    ".dev.vars, true",
    ".dev.vars.production, true",
    ".flaskenv, true",
    ".env.swp, true",
    ".secrets.yaml.swp, true",
    ".id_rsa.swo, true",
    ".id_work.swp, true",
    "id_work.bak, true",
    "secrets.yaml.swp, true",
    ".main.java.swp, false",
    ".swp, false",
    "'#secrets.yaml#', true",
    "'#.env#', true",
    "'#main.java#', false",
    "'#', false",
    ".#secrets.yaml, true",
    ".#main.java, false",
    "secrets.yaml.1, true",
    "secrets.yaml.12345, false",
    "secrets.yaml.~12~, true",
    "secrets.yaml.backup, true",
    "secrets.yaml~, true",
    "~, false",
    "main.1, false",
    ".1, false",
    "12, false",
    "secrets.yaml1, false",
    "example.env.1, false"
  })
  void copiesAndFurtherSettingsAreSecretsAndExamplesNot(String path, boolean secret) {
    namesAreSecrets(path, secret);
  }

  @ParameterizedTest
  @CsvSource({
    "prod.key~main, true",
    ".env~feature_x_0, true",
    "secrets.yml~HEAD~1, true",
    ".env.example~main, false",
    "main.java~HEAD, false",
    ".prod.key.un~, true",
    ".secrets.yml.un~, true",
    ".Main.java.un~, false",
    ".prod.key.kate-swp, true",
    "prod.key___jb_tmp___, true",
    "secrets_LOCAL_1234.yml, true",
    "secrets_BACKUP_77.yml, true",
    "Main_LOCAL_12.java, false",
    ".netrc.rej, true",
    ".git-credentials.lock, true",
    "Cargo.lock, false",
    "secrets.yaml.dec, true",
    ".netrc.dpkg-old, true",
    ".env copy, true",
    "secrets copy 2.yml, true",
    "Copy of credentials.json, true",
    ".env (1), true",
    "secrets (1).yml, true",
    "readme (1).md, false",
    "prod.key.new, true",
    "prod.key.tmp, true",
    "prod.key.part, true",
    "secrets.yml.20240101, true",
    "terraform.tfstate.1699999999.backup, true",
    ".kube/config_old, true",
    ".kube/config~main, true",
    ".ssh/known_hosts.old, false",
    ".ssh/id_rsa.old, true",
    "id_rsa.pub.bak, false",
    "id_old, true"
  })
  void copiesThatProgramsMakeAreKnown(String path, boolean secret) {
    namesAreSecrets(path, secret);
  }

  @ParameterizedTest
  @CsvSource({
    ".vault_pass, true",
    ".vault_pass.sh, true",
    ".dockerconfigjson, true",
    ".terraform.d/credentials.tfrc.json, true",
    ".aws/sso/cache/abc.json, true",
    ".aws/config, false",
    "cache/abc.json, false",
    ".azure/accessTokens.json, true",
    ".azure/pipelines/ci.yml, false",
    ".huggingface/token, true",
    "token, false",
    ".kaggle/kaggle.json, true",
    ".databrickscfg, true",
    ".ngrok2/ngrok.yml, true",
    ".svn/auth/svn.simple/0a1b, true",
    "app-firebase-adminsdk-x1-0a.json, true",
    "firebase.json, false",
    "office.ovpn, true",
    ".bash_history, true",
    ".python_history, true",
    ".config/hub, true",
    ".config/other, false"
  })
  void furtherFilesOfCredentialsAreKnown(String path, boolean secret) {
    namesAreSecrets(path, secret);
  }

  @Test
  void mostNamesAreDismissedAtOnce() {
    assertThat(ProtectedNames.mayBeSecret("main.java", "")).isFalse();
    assertThat(ProtectedNames.mayBeSecret("config", "src")).isFalse();
    assertThat(ProtectedNames.mayBeSecret("config", ".kube")).isTrue();
    assertThat(ProtectedNames.mayBeSecret("x", ".ssh")).isTrue();
    assertThat(ProtectedNames.isSecret(WorkspacePath.ROOT)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.pem|-----BEGIN PRIVATE KEY-----|true",
        "a.pem|-----BEGIN CERTIFICATE-----|false",
        ".npmrc|//r/:_authToken=abc|true",
        ".npmrc|_password = abc|true",
        ".npmrc|//r/:_authToken=${TOKEN}|false",
        ".npmrc|; _auth=abc|false",
        ".npmrc|save-exact=true|false",
        ".npmrc|proxy=http://user:abc@proxy:8080|true",
        ".npmrc|proxy=http://user:${PASS}@proxy:8080|false",
        ".npmrc|proxy=http://proxy:8080/|false",
        ".npmrc|//r/:key=\"-----BEGIN PRIVATE KEY-----|true",
        "cert.pem|-----BEGIN ARGO TUNNEL TOKEN-----|true"
      })
  void contentDecides(String name, String content, boolean secret) {
    WorkspacePath place = WorkspacePath.of(name);
    assertThat(ProtectedNames.isSecretByContent(place)).isTrue();
    assertThat(ProtectedNames.isSecretContent(place, content)).isEqualTo(secret);
    assertThat(ProtectedNames.isSecretByContent(WorkspacePath.of(".env"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "tests/server.key, true",
    "src/test/resources/a.jks, true",
    "server.key, false",
    "tests/.env, false"
  })
  void keysOfTestsAreToldByTheirPlaces(String path, boolean isOne) {
    assertThat(ProtectedNames.isTestKey(WorkspacePath.of(path))).isEqualTo(isOne);
  }

  /// A pattern that is made for secrets matches one, and nothing ordinary.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".e*|.env",
        "**/*.pem|qzx.pem",
        ".en?|.env",
        "a/.[e]nv|.env",
        ":(top).env|.env",
        ":/.env|.env",
        ":(glob)**/.EN*|.env",
        ":/main.txt|",
        ":(top)|",
        ":(exclude).env|",
        ".env|",
        "*|",
        "*.json|",
        "nosuch*|",
        "a/|",
        ".en[v|",
        ".e**|"
      })
  void patternsAreMadeForSecrets(String pattern, @Nullable String name) {
    assertThat(SecretNames.matchedBy(pattern)).isEqualTo(Optional.ofNullable(name));
  }

  @Test
  void gitIsToldWithoutRegardToCase() {
    assertThat(ProtectedNames.gitAttributes().lines())
        .contains(
            ".[eE][nN][vV] -diff export-ignore",
            "[iI][dD]_* -diff export-ignore",
            "**/.[kK][uU][bB][eE]/[cC][oO][nN][fF][iI][gG] -diff export-ignore",
            ".[eE][nN][vV]~* -diff export-ignore",
            ".[eE][nN][vV].[bB][aA][kK] -diff export-ignore",
            ".[sS][eE][cC][rR][eE][tT][sS].[yY][aA][mM][lL].[sS][wW]? -diff export-ignore",
            "[#][sS][eE][cC][rR][eE][tT][sS].[yY][aA][mM][lL][#] -diff export-ignore",
            "[sS][aA][mM][pP][lL][eE].[eE][nN][vV] !diff !export-ignore",
            "*.[eE][xX][aA][mM][pP][lL][eE] !diff !export-ignore");
  }

  /// Git itself says so, of each name and its copies.
  @Test
  void whatIsSecretGitDoesNotShow(@TempDir Path directory) throws Exception {
    List<String> copies =
        List.of(
            "%",
            "%~",
            "%~main",
            "%.bak",
            "%.old",
            "%.orig",
            "%.save",
            "%.backup",
            "%.1",
            "%.12",
            "%.~1~",
            "%.swp",
            ".%.swp",
            ".#%",
            "#%#");
    List<String> all = new ArrayList<>(SecretNames.NAMES);
    all.add("id_work");
    all.addAll(SecretNameTable.FILES);
    List<String> secret =
        all.stream()
            .map(name -> name.replace("*", "qzx"))
            .flatMap(name -> copies.stream().map(copy -> copied(name, copy)))
            .flatMap(name -> Stream.of(name, name.toUpperCase(Locale.ROOT)))
            .filter(name -> ProtectedNames.isSecret(WorkspacePath.of(name)))
            .toList();

    List<String> shown = new ArrayList<>();
    String values = attributes(directory, secret);
    String[] parts = values.split("\0", -1);
    for (int i = 0; i + 2 < parts.length; i += 3) {
      if (!parts[i + 2].equals("unset")) {
        shown.add(parts[i]);
      }
    }

    assertThat(parts).hasSize(3 * secret.size() + 1);
    assertThat(secret).hasSizeGreaterThan(2_000);
    assertThat(shown).isEmpty();
    assertThat(attributes(directory, List.of("id_map.py", "a/id_rsa.pub", ".env.example")))
        .doesNotContain("unset");
  }

  private static String copied(String name, String copy) {
    int last = name.lastIndexOf('/') + 1;
    return name.substring(0, last) + copy.replace("%", name.substring(last));
  }

  private static String attributes(Path directory, List<String> paths) throws Exception {
    Path file = Files.writeString(directory.resolve("attributes"), ProtectedNames.gitAttributes());
    String home = directory.toString();
    assertThat(new ProcessBuilder("git", "init", "-q", home).start().waitFor()).isZero();
    ProcessBuilder git =
        new ProcessBuilder(
            "git", "-c", "core.attributesFile=" + file, "check-attr", "-z", "--stdin", "diff");
    Path asked = Files.writeString(directory.resolve("asked"), String.join("\0", paths) + "\0");
    Process process = git.directory(directory.toFile()).redirectInput(asked.toFile()).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
