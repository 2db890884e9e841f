// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.policy.SecretMasker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The parts removed from Git's output.
class SecretHunksTest {
  private static final String PLAIN =
      "diff --git a/a.txt b/a.txt\nindex 1..2 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-x\n+y\n";

  private static final String COMMIT = "commit 0123456789abcdef\nAuthor: a\n\n    text\n\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "diff --git a/.env b/.env",
        "diff --git a/x y/.env b/x y/.env",
        "diff --git .env .env",
        "diff --git \"a/\\303\\244/.env\" \"b/\\303\\244/.env\"",
        "diff --git a/.env b/plain.txt",
        "diff --cc deploy/id_rsa",
        "diff --combined .env",
        "\u001b[1mdiff --git a/.env b/.env\u001b[m",
        "| diff --git a/.env b/.env"
      })
  void theContentOfASecretIsCut(String header) {
    String secret = header + "\nindex 1..2\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-A=one\n+A=two\n";
    String cut = SecretHunks.cut(COMMIT + secret + PLAIN + secret + COMMIT + PLAIN);
    assertThat(cut).doesNotContain("one").doesNotContain("two").contains(header);
    String kept = header + "\nindex 1..2\n--- a/.env\n+++ b/.env\n" + SecretMasker.MASK + "\n";
    assertThat(cut).isEqualTo(COMMIT + kept + PLAIN + kept + COMMIT + PLAIN);
  }

  @Test
  void theLastLineNeedsNoEnd() {
    assertThat(SecretHunks.cut("diff --git a/.env b/.env\n+A=one"))
        .isEqualTo("diff --git a/.env b/.env\n" + SecretMasker.MASK + "\n");
    assertThat(SecretHunks.cut("plain")).isEqualTo("plain");
    assertThat(SecretHunks.cut("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a::b=c", "a:: b", "::", "diff --git  a b", "diff --git \"\" \"\""})
  void whatNamesNothingStays(String line) {
    assertThat(SecretHunks.cut(line + "\n")).isEqualTo(line + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".env:A=one|.env:",
        ".env:3:A=one|.env:",
        "HEAD~1:a/.env:3:A=one|HEAD~1:a/.env:",
        "deploy/server.key:MIIE|deploy/server.key:"
      })
  void whatWasFoundInASecretIsCut(String line, String kept) {
    assertThat(SecretHunks.cut(line + "\n")).isEqualTo(kept + SecretMasker.MASK + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.txt:A=one",
        "HEAD:a.txt:A=one",
        "cat: .env: Permission denied",
        ".env: not found",
        "a .env:x",
        ".env:",
        ":x",
        "..:x",
        "one:two:three:.env:x"
      })
  void whatIsNoneStays(String line) {
    assertThat(SecretHunks.cut(line + "\n")).isEqualTo(line + "\n");
  }
}
