// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.tools.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.tools.builtin.Door;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A deletion asks as little as `rm` where a person agreed to what can be taken back.
class DeletionQuestionTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"allow, ok", "ask, APPROVAL_UNAVAILABLE"})
  void aFileThatUndoBringsBackIsDeletedUnasked(String contained, String code) throws Exception {
    try (Door door = Door.in(directory)) {
      confirm(door, contained);
      door.file("dir/a.txt", "a\n");
      door.file("b.txt", "b\n");
      assertThat(door.code("delete_path", "path", "b.txt")).isEqualTo(code);
      assertThat(door.code("delete_path", "path", "dir", "recursive", true)).isEqualTo(code);
    }
  }

  @Test
  void whatIsNoMoreInForceCoversNothing() throws Exception {
    try (Door door = Door.in(directory)) {
      door.file(AuthorityFile.PATH, text("allow"));
      door.file("a.txt", "a\n");
      assertThat(door.code("delete_path", "path", "a.txt")).isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  @Test
  void secretsAskAllTheSame() throws Exception {
    try (Door door = Door.in(directory)) {
      confirm(door, "allow");
      door.file(".env", "KEY=a\n");
      assertThat(door.code("delete_path", "path", ".env")).isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  private static void confirm(Door door, String contained) throws Exception {
    door.file(AuthorityFile.PATH, text(contained));
    door.governor.authority().confirm(text(contained), "me");
  }

  private static String text(String contained) {
    return "authority:\n  level: observe\n  contained: %s\n".formatted(contained);
  }
}
