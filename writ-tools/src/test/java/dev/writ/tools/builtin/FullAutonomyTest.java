// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.policy.ExecutionMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Full autonomy asks about what can't be taken back, and about nothing else.
class FullAutonomyTest {
  @TempDir Path directory;

  private Door door() {
    return Door.in(directory, setup -> setup.execution = ExecutionMode.FULL_AUTONOMOUS);
  }

  @Test
  void whatUndoBringsBackIsDeletedUnasked() {
    try (Door door = door()) {
      Path one = door.file("a.txt", "a\n");
      Path tree = door.file("tree/b.txt", "b\n").getParent();
      assertThat(door.code("delete_path", "path", "a.txt")).isEqualTo("ok");
      assertThat(door.code("delete_path", "path", "tree", "recursive", true)).isEqualTo("ok");
      assertThat(one).doesNotExist();
      assertThat(tree).doesNotExist();
    }
  }

  @Test
  void aNewFileForSecretsIsWrittenUnasked() {
    try (Door door = door()) {
      assertThat(door.code("write_file", "path", ".env", "content", "A=1\n")).isEqualTo("ok");
      assertThat(door.read(".env")).isEqualTo("A=1\n");
    }
    try (Door door = Door.in(directory.resolve("restricted"))) {
      assertThat(door.code("write_file", "path", ".env", "content", "A=1\n"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  @Test
  void whatASecretFileSaysIsReadOnlyWhereAPersonAgrees() {
    try (Door door = door()) {
      Path file = door.file(".env", "A=1\n");
      assertThat(door.code("read_file", "path", ".env")).isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(door.code("move_path", "from", ".env", "to", "env.txt"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(door.code("delete_path", "path", ".env")).isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(Files.exists(file)).isTrue();
    }
  }
}
