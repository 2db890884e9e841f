// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.sandbox.snapshot.GitContent;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What Git's plumbing says about commits is read as a whole or not at all.
class GitHistoryTest {
  private static final String ONE = "1".repeat(40);
  private static final String TWO = "2".repeat(40);
  private static final String NONE = "0".repeat(40);

  private static String change(String mode, String blob) {
    return ":000000 " + mode + " " + NONE + " " + blob + " A\0";
  }

  /// A merge names itself once for each parent, and a commit without changes has none.
  @Test
  void commitsAreCountedAndTheirContentsListed() throws IOException {
    String raw =
        ONE
            + "\0"
            + change("100644", TWO)
            + "a file\0"
            + ONE
            + "\0"
            + change("120000", ONE)
            + TWO
            + "\0"
            + TWO
            + "\0";

    GitHistory.ReadCommits read = GitHistory.parsed(raw);

    assertThat(read.commits()).hasSize(2);
    assertThat(read.contents())
        .isEqualTo(
            List.of(new GitContent("a file", "100644", TWO), new GitContent(TWO, "120000", ONE)));
    assertThat(GitHistory.parsed("").contents()).isEmpty();
    assertThat(GitHistory.parsed(ONE + "\0" + change("000000", NONE) + "gone\0").contents())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ID", "ID\0:100644", "ID\0CHANGE", "ID\0CHANGEpath", "fatal: no\0", "\0"})
  void whatIsCutOffIsAnError(String raw) {
    String said = raw.replace("ID", ONE).replace("CHANGE", change("100644", TWO));

    assertThatThrownBy(() -> GitHistory.parsed(said)).isInstanceOf(IOException.class);
  }
}
