// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/// Of permissions Git keeps whether a file is a program: a commit after a turn has what the turn
/// changed of that, and nothing that a person did.
class CommitPermissionsTest extends CommitScene {
  @Test
  void permissionsThatThePersonDidNotCommitAreLeftToThem() throws Exception {
    Path file = desk.workspace.path("a.txt");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));

    assertThat(run(readAndWrite("a.txt")).err())
        .contains("not committed", "a.txt has permissions that were not committed before");
    assertThat(git("diff", "--summary")).contains("mode change 100644 => 100755 a.txt");

    git("config", "core.fileMode", "false");
    desk.workspace.write("a.txt", "mine\n");
    git("commit", "-q", "-a", "-m", "mine");
    Desk.Ran ran = run(readAndWrite("a.txt"));
    assertThat(ran.err()).contains("writ: committed ");
    assertThat(git("ls-tree", "HEAD", "a.txt")).startsWith("100644");
  }

  @Test
  void permissionsThatTheTurnChangedAreCommitted() {
    Desk.Ran ran =
        run(
            command("chmod +x a.txt other.txt") + "," + command("chmod -x other.txt"),
            "--execution",
            "full_autonomous",
            "--allow-dangerous");

    assertThat(ran.err()).contains("writ: committed ");
    assertThat(git("show", "--summary", "--format=", "HEAD").strip())
        .isEqualTo("mode change 100644 => 100755 a.txt");
  }
}
