// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.kernel.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitIdentityTest {
  @TempDir Path home;

  @Test
  void nameAndAddressAreTakenAndNothingElse() throws IOException {
    Files.writeString(
        home.resolve(".gitconfig"),
        """
        [core]
        \tpager = evil
        \tname = not this
        [User]
        \tname = "A Person"
        \temail = a@example.org
        \tsigningkey = evil
        [credential]
        \thelper = !evil
        """);

    assertThat(new GitIdentity(home).environment())
        .isEqualTo(
            Map.of(
                "GIT_AUTHOR_NAME", "A Person",
                "GIT_COMMITTER_NAME", "A Person",
                "GIT_AUTHOR_EMAIL", "a@example.org",
                "GIT_COMMITTER_EMAIL", "a@example.org"));
  }

  @Test
  void withoutAFileNothingIsKnown() throws IOException {
    assertThat(new GitIdentity(home).environment()).isEmpty();
    Files.createDirectories(home.resolve(".gitconfig"));
    assertThat(new GitIdentity(home).environment()).isEmpty();
    Files.createDirectories(home.resolve(".config/git"));
    Files.writeString(home.resolve(".config/git/config"), "[user]\nname =\nemail\n");
    assertThat(new GitIdentity(home).environment()).isEmpty();
  }
}
