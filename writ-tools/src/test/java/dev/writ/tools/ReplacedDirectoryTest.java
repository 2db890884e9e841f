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

  /// With all its objects: nobody keeps them.
  @ParameterizedTest
  @CsvSource({
    "namespaces, mv n e",
    "landlock, mv n e",
    "landlock, mv n e; ln -s e n",
    "landlock, mv n e; echo x > n",
    "landlock, mv n/.git e",
    "landlock, mv n/.git e; chmod -R a-w e",
    "landlock, mkdir e; mv n e/m; rm -rf e/m/.git/hooks; echo x >> e/m/.git/config",
  })
  void aRepositoryThatWasMovedIsWhereItWas(String mechanism, String line) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      door.file("n/f.txt", "f\n");
      Scripts.git(door, "-C", "n", "init", "-q");
      Scripts.git(door, "-C", "n", "add", "-A");
      Scripts.git(
          door,
          "-C",
          "n",
          "-c",
          "user.name=T",
          "-c",
          "user.email=t@x",
          "commit",
          "-q",
          "-m",
          "one");
      String before = repository(door);

      CallAnswer answer = Scripts.sh(door, line);

      assertThat(repository(door)).as(answer.result().content()).isEqualTo(before);
      Scripts.git(door, "-C", "n", "fsck", "--strict");
    }
  }

  private static String repository(Door door) throws Exception {
    return Scripts.git(door, "-C", "n", "log", "-p")
        + Scripts.git(door, "-C", "n", "config", "--local", "--list")
        + Scripts.git(door, "-C", "n", "rev-parse", "--absolute-git-dir")
        + Scripts.git(door, "-C", "n", "ls-files", "-s");
  }
}
