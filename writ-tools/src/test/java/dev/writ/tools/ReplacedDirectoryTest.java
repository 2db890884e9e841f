// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A command puts something else in the place of a directory that holds what no command changes.
class ReplacedDirectoryTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "namespaces, mv d e; ln -s e d",
    "namespaces, mv d e; echo x > d",
    "namespaces, rm -rf d; echo x > d",
    "landlock, mv d e; ln -s e d",
    "landlock, mv d e; echo x > d",
    "landlock, rm -rf d; echo x > d",
    "landlock, rm -rf d; ln -s a.txt d",
    "landlock, mv d/sub e; echo x > d/sub",
    "landlock, rm -rf d/sub; ln -s ../a.txt d/sub",
  })
  void whatIsProtectedInItStays(String mechanism, String line) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      door.file("d/sub/.envrc", "mine\n");
      door.file("d/sub/.vscode/tasks.json", "{}\n");
      door.file("d/f.txt", "f\n");
      door.file("d/sub/g.txt", "g\n");

      CallAnswer answer = Scripts.sh(door, line);

      String said = answer.result().content();
      assertThat(door.root.resolve("d/sub/.envrc")).as(said).hasContent("mine\n");
      assertThat(door.root.resolve("d/sub/.vscode/tasks.json")).as(said).hasContent("{}\n");
      assertThat(door.root.resolve("d/sub")).isDirectory();
      assertThat(door.root.resolve("d").toFile().toPath().toRealPath(LinkOption.NOFOLLOW_LINKS))
          .isDirectory();
      assertThat(Door.code(answer)).as(said).isEqualTo("PROTECTED_PATH");
      assertThat(door.root.resolve("e/.envrc")).doesNotExist();

      Scripts.undoAll(door);

      assertThat(door.root.resolve("d/f.txt")).hasContent("f\n");
      assertThat(door.root.resolve("d/sub/g.txt")).hasContent("g\n");
      assertThat(door.root.resolve("e")).doesNotExist();
    }
  }
}
