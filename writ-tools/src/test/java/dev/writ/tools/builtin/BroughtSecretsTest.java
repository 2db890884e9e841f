// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A secret file that Git brings in one part of a line is hidden from the line's next part.
class BroughtSecretsTest {
  private static final String VALUE = "zebra7quartz9velvet";
  private static final String REVERSED = new StringBuilder(VALUE).reverse().toString();

  @TempDir Path directory;

  /// A branch `other` tracks a secret file; a stash holds one that was not tracked.
  private Door door() throws Exception {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.rules = Door.under("namespaces");
              setup.approver = question -> new Answer.Yes(question.digest());
            });
    door.file("all.sh", "ls -A . conf; rev .env conf/prod.key; echo ended\n");
    door.file("a.txt", "a\n");
    Scripts.repository(door);
    Scripts.git(door, "checkout", "-q", "-b", "other");
    door.file(".env", "TOKEN=" + VALUE + "\n");
    door.file("conf/prod.key", VALUE + "\n");
    Scripts.git(door, "add", "-A", "-f");
    Scripts.git(door, "commit", "-q", "-m", "secrets");
    Scripts.git(door, "checkout", "-q", "-");
    door.file(".env", "TOKEN=" + VALUE + "\n");
    Scripts.git(door, "stash", "-q", "-u");
    assertThat(door.root.resolve(".env")).doesNotExist();
    return door;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git merge -q other",
        "git checkout -q other -- .",
        "git cherry-pick -n other",
        "git stash pop -q",
        "git checkout -q other && git status -s",
      })
  void theNextPartDoesNotSeeThem(String line) throws Exception {
    try (Door door = door()) {
      for (String program : new String[] {" && sh all.sh", "; echo x; sh all.sh"}) {
        assertThat(door.text("run_command", "command", line + program + "; git reset -q --hard"))
            .as(line + program)
            .contains("ended")
            .doesNotContain(REVERSED)
            .doesNotContain(VALUE);
      }
    }
  }

  /// What programs see in a later line, they see in this one.
  @Test
  void whatIsNoSecretIsSeen() throws Exception {
    try (Door door = door()) {
      Scripts.git(door, "checkout", "-q", "other");
      door.file("test/server.pem", "KEY\n");
      Scripts.git(door, "add", "-f", "test");
      Scripts.git(door, "commit", "-q", "-m", "more");
      Scripts.git(door, "checkout", "-q", "-");
      door.file("see.sh", "rev test/server.pem\n");
      String line = "git merge -q other && sh see.sh";
      assertThat(door.text("run_command", "command", line)).contains("YEK");
    }
  }

  /// Git itself has them, and what it brings comes.
  @Test
  void whatGitBringsComesWhole() throws Exception {
    try (Door door = door()) {
      door.text("run_command", "command", "git merge -q other && sh all.sh && git status -s");
      assertThat(Files.readString(door.root.resolve(".env"))).contains(VALUE);
      assertThat(Files.readString(door.root.resolve("conf/prod.key"))).contains(VALUE);
      assertThat(Scripts.git(door, "status", "--porcelain", "-uno")).isEmpty();
    }
  }
}
