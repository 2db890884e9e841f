// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Secret, protected, masked and visible names.
class PolicyTest {
  private static final SecretMasker MASKER =
      new SecretMasker(List.of("hunter2", "hunter2-longer", "short"));

  @ParameterizedTest
  @CsvSource({"a/.ssh, .ssh", "a/b, b", ".ssh/keys/old, .ssh", ".ssh, .ssh", "b, b"})
  void aDirectoryBelowOneOfKeysCountsAsThat(String place, String name) {
    assertThat(ProtectedNames.directory(WorkspacePath.of(place))).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".env",
        "a/.env",
        ".ENV",
        ".env.local",
        "x.pem",
        "X.PEM",
        "a/b.key",
        "id_rsa",
        ".ssh/id_ed25519",
        ".netrc",
        ".npmrc",
        ".git-credentials",
        "credentials.json",
        "a.p12",
        ".e\u200bnv",
        ".envrc",
        "a/.envrc.local",
        ".env-prod",
        ".env_test",
        ".env~",
        "id_rsa.bak",
        "prod.tfvars",
        "infra/x.auto.tfvars.json",
        "terraform.tfstate.backup",
        ".pgpass",
        "home/.my.cnf",
        "kubeconfig",
        "kubeconfig.yaml",
        "prod.kubeconfig",
        ".kube/config",
        "a/.KUBE/Config",
        ".docker/config.json",
        "ci/.docker/config.json",
        ".aws/credentials",
        ".cargo/credentials",
        ".config/gh/hosts.yml",
        "service-account.json",
        "service-account-prod.json",
        "service_account.json",
        "gcp-credentials.json",
        "client_secret_123.json",
        "secrets.yml",
        "id_ed25519_sk",
        "id_work",
        "keys/id_GitHub",
        ".ssh/work",
        ".ssh/work.d/deploy",
        ".gnupg/private-keys-v1.d/A",
        "server.p8",
        "key.ppk",
        "prod.env",
        "my app.env",
      })
  void theseUsuallyHoldSecrets(String path) {
    assertThat(ProtectedNames.isSecret(WorkspacePath.of(path))).isTrue();
  }

  /// Invisible letters do not change a name.
  @ParameterizedTest
  @ValueSource(strings = {"a/\u200b", "a/.\u200b", "a/.\u200b.", "a/B\u200b"})
  void aNameOfNothingIsNoSecret(String path) {
    assertThat(ProtectedNames.isSecret(WorkspacePath.of(path))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".env.example",
        ".env-sample",
        ".env_dist",
        ".env.local.example",
        ".envrc.template",
        "env",
        "sample.env",
        "process.env",
        "import.meta.env",
        ":!.env",
        "id_rsa.pub",
        "id_work.pub",
        "id_rsa.pub.bak",
        "id_",
        "id_map.py",
        "id_generator.go",
        "id_rsa_parser.c",
        "ids",
        "key",
        "pem.txt",
        ".environment",
        "tfvars",
        "vars.tf",
        "kubeconfig.go",
        "config",
        "config.json",
        "kube/config",
        ".docker/daemon.json",
        "credentials",
        "credentials.py",
        ".ssh/config",
        ".ssh/known_hosts",
        ".ssh/work.pub",
        "service-account.ts",
        "my-service-accounts.yaml",
        "client_secret.py",
        "secrets.py",
        "secretsmanager.json",
        "keystore.java",
      })
  void theseDoNot(String path) {
    assertThat(ProtectedNames.isSecret(WorkspacePath.of(path))).isFalse();
  }

  static String[] secrets() {
    return new String[] {
      "sk-" + "a1B2".repeat(8),
      "ghp_" + "a".repeat(36),
      "github_pat_" + "A1_".repeat(12),
      "glpat-" + "x".repeat(20),
      "AKIA" + "ABCDEFGH12345678",
      "xoxb-" + "1234567890-abc",
      "AIza" + "x".repeat(35),
      "sk_live_" + "a".repeat(24),
      "npm_" + "a".repeat(36),
      "hvs." + "CAESI1".repeat(10),
      "dckr_pat_" + "a1_B".repeat(8),
      "shpat_" + "0a1b".repeat(8),
      "whsec_" + "a1B2".repeat(8),
      "r8_" + "a1B2".repeat(9),
      "dapi" + "0a1b".repeat(8),
      "key-" + "0a1b".repeat(8),
      "AGE-SECRET-KEY-1" + "QPZRY9X8".repeat(7),
      "ATATT3" + "xFfGF0".repeat(20),
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "a1B2".repeat(10),
      "abc8Q~" + "a1B2".repeat(8),
      "123456789:AA" + "a1B".repeat(11),
      "a1B2c3D4e5F6g7.atlasv1." + "a1B2".repeat(16),
      "hunter2",
      "hunter2-longer",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
    };
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.MethodSource("secrets")
  void secretsAreMasked(String secret) {
    String masked = MASKER.mask("before " + secret + " after");

    assertThat(masked).isEqualTo("before " + SecretMasker.MASK + " after");
    assertThat(MASKER.mask(masked)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain text",
        "sk-short",
        "task-force-of-many-words",
        "short",
        "ghp",
        "AKIAx",
        "r8_configuration_for_android_builds",
        "whsec_is_the_prefix_of_such_secrets",
        "figd_tokens_have_digits_in_them_here",
        "public-key-of-somebody-who-has-none",
        "dapila and pul-is",
        "x.eyJ.eyJ",
      })
  void otherTextsStay(String text) {
    assertThat(MASKER.mask(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "plain,plain",
    "'a\u001b[31m',a⟨U+001B⟩[31m",
    "'a\u202eb',a⟨U+202E⟩b",
    "'\u200b',⟨U+200B⟩",
    "'a\rb',a⟨U+000D⟩b",
    "'\u2028',⟨U+2028⟩",
    "'\u00ad',⟨U+00AD⟩",
    "'\u3164',⟨U+3164⟩",
    "ä😀,ä😀",
  })
  void textIsShownInert(String text, String shown) {
    assertThat(DisplayText.text(text)).isEqualTo(shown);
    assertThat(DisplayText.line(text)).isEqualTo(shown);
  }

  @Test
  void linesStayOnlyWhereThereMayBeSome() {
    assertThat(DisplayText.text("a\n\tb")).isEqualTo("a\n\tb");
    assertThat(DisplayText.line("a\n\tb")).isEqualTo("a⟨U+000A⟩⟨U+0009⟩b");
  }

  @Test
  void aCredentialThatIsLearntLaterIsMaskedToo() {
    SecretMasker masker = new SecretMasker(List.of("first-credential"));
    masker.learn("first-credential-and-more");
    masker.learn("short");
    assertThat(masker.mask("a first-credential-and-more, a first-credential, short"))
        .isEqualTo("a " + SecretMasker.MASK + ", a " + SecretMasker.MASK + ", short");
  }
}
