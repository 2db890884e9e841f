// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A command puts something else in the place of a directory that holds what no command changes.
class ReplacedDirectoryTest {
  /// In bytes: nothing keeps what was in it.
  private static final int TOO_LARGE = 9 << 20;

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
    "landlock, mv n e; git init -q n",
    "landlock, mv n e; git init -q n; echo 1 > n/1; chmod 500 n",
    "landlock, mv n/.git e; git init -q n",
    "landlock, mv n/.git e; mkdir -m 0 n/.git",
    "landlock, mv n/.git e; mkdir n/.git; mv e n/.git/objects",
    "landlock, mv n/.git e; rm -r n; mv e n",
    "landlock, mv n/.git build/x",
    "landlock, mv n/.git/objects e; mkdir n/.git/objects",
    "landlock, mv n/.git/objects m/.git/x; mv m n/.git/m",
    "landlock, mv n e; mv m n; mv e m",
    "landlock, mv n/.git e; mv m/.git n/.git; mv e m/.git",
    "landlock, mv n/.git/objects e; mv m/.git/objects n/.git/objects; mv e m/.git/objects",
    "landlock, mv n/.git m/.git/x; mv m e; mv e/.git n/.git; git init -q m",
    "landlock, mv n/.git e; mv src e; mv big.bin e/big.bin",
    "landlock, mv n/.git e; rm -r n; mv big.bin n",
    "landlock, mv big.bin n/.git/hooks/pre-commit",
    "landlock, mv n $(printf 't\\377')",
    "landlock, mv n/.git $(printf 't\\377')",
    "landlock, mkdir $(printf 'd\\377'); mv n/.git $(printf 'd\\377/x\\376'); git init -q n",
    "landlock, mv n/.git/objects $(printf 'n/.git/hooks/t\\377')",
  })
  void aRepositoryThatWasMovedIsWhereItWas(String mechanism, String line) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file(".gitignore", "/build/\n");
      door.file("src/a.txt", "a\n");
      door.file("build/out", "");
      Scripts.repository(door);
      Files.write(door.root.resolve("big.bin"), new byte[TOO_LARGE]);
      nested(door, "n");
      nested(door, "m");
      List<String> before = List.of(repository(door, "n"), repository(door, "m"));

      String said = Scripts.sh(door, line).result().content();

      assertThat(List.of(repository(door, "n"), repository(door, "m"))).as(said).isEqualTo(before);
      Scripts.git(door, "-C", "n", "fsck", "--strict");
      Scripts.git(door, "-C", "m", "fsck", "--strict");
      assertThat(door.root.resolve("big.bin")).as(said).hasSize(TOO_LARGE);
      assertThat(door.root.resolve("src/a.txt")).as(said).hasContent("a\n");
    }
  }

  /// The person learns of it.
  @Test
  void whatWasMovedBackIsTold() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      nested(door, "n");

      CallAnswer answer = Scripts.sh(door, "mv n/.git e");

      assertThat(answer.result().content())
          .contains("n/.git was moved; Writ moved it back, with its objects");
    }
  }

  private static void nested(Door door, String name) throws Exception {
    door.file(name + "/f.txt", name + "\n");
    Scripts.git(door, "-C", name, "init", "-q");
    Scripts.git(door, "-C", name, "add", "-A");
    Scripts.git(door, "-C", name, "commit", "-q", "-m", "of " + name);
  }

  private static String repository(Door door, String name) throws Exception {
    return Scripts.git(door, "-C", name, "log", "-p")
        + Scripts.git(door, "-C", name, "config", "--local", "--list")
        + Scripts.git(door, "-C", name, "rev-parse", "--absolute-git-dir")
        + Scripts.git(door, "-C", name, "ls-files", "-s");
  }
}
