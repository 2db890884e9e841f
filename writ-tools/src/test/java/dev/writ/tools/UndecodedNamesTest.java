// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names that are not UTF-8 hide nothing that a command does.
class UndecodedNamesTest {
  @TempDir Path directory;

  private static Stream<String> names(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).toList().stream();
    }
  }

  @ParameterizedTest
  @CsvSource({"namespaces, ''", "landlock, ''", "namespaces, build/", "landlock, build/"})
  void aNewOneDoesNotCome(String mechanism, String above) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file(".gitignore", "build/\n");
      Scripts.repository(door);
      door.file("build/out", "");

      CallAnswer answer =
          Scripts.sh(
              door,
              "N=$(printf '%sn\\377'); mkdir \"$N\"; cd \"$N\"; git init -q; echo evil > .envrc;"
                      .formatted(above)
                  + " git config core.fsmonitor ./evil; mkdir -p a/b; chmod 555 a .git");

      assertThat(names(door.root.resolve(above.isEmpty() ? "." : above)))
          .as(answer.result().content())
          .noneMatch(name -> name.startsWith("n"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces, src, x",
    "landlock, src, x",
    "landlock, .github/workflows, .yml",
    "landlock, .vscode, .json",
    "landlock, sub/.git/hooks, x",
    "landlock, sub/.git/refs/heads, x",
    "landlock, sub/.git/info, x",
  })
  void aNewFileDoesNotCome(String mechanism, String above, String end) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file("sub/f", "");
      Scripts.repository(door);
      Scripts.git(door, "-C", "sub", "init", "-q");
      door.file(above + "/mine", "");

      CallAnswer answer =
          Scripts.sh(
              door,
              "cd %s; for E in 376 377; do N=$(printf \"n\\\\${E}%s\"); echo evil > \"$N\"; done;"
                      .formatted(above, end)
                  + " ln -s mine $(printf 'n\\377l')");

      assertThat(names(door.root.resolve(above)))
          .as(answer.result().content())
          .contains("mine")
          .noneMatch(name -> name.startsWith("n"));
      Scripts.sh(door, "echo b > b.txt"); // nothing stands in the way of the next one
      assertThat(door.root.resolve("b.txt")).hasContent("b");
    }
  }

  /// Nothing kept what was in it.
  @ParameterizedTest
  @CsvSource({
    "mv big.bin $(printf 'b\\377'), b%FF",
    "mv src $(printf 's\\377'), s%FF/big.bin",
    "mkdir $(printf 'd\\377'); mv big.bin $(printf 'd\\377/\\376'), d%FF/%FE",
    "mkdir -p $(printf 'd\\377/e'); mv src $(printf 'd\\377/e/x'), d%FF/e/x/big.bin",
    "mkdir b%FF; mv big.bin $(printf 'b\\377'), b%FF-1",
  })
  void whatWasMovedToOneIsKept(String line, String place) throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      Files.write(door.root.resolve("big.bin"), new byte[9 << 20]);
      Files.createDirectory(door.root.resolve("src"));
      Files.write(door.root.resolve("src/big.bin"), new byte[9 << 20]);

      String said = Scripts.sh(door, line).result().content();

      assertThat(door.root.resolve(place)).as(said).hasSize(9 << 20);
      assertThat(said).contains("had a name that is not UTF-8; Writ renamed it");
      Scripts.sh(door, "echo b > b.txt"); // nothing stands in the way of the next one
      assertThat(door.root.resolve("b.txt")).hasContent("b");
    }
  }

  /// In the workspace itself nothing runs beside one: what happens there would not be seen.
  @ParameterizedTest
  @CsvSource({
    "mkdir $(printf 'e\\377')",
    "echo mine > $(printf 'e\\377')",
    "mkdir d; ln -s d $(printf 'd/e\\377')",
  })
  void withoutAViewNothingRunsBesideOne(String line) throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      Process make = new ProcessBuilder("sh", "-c", line).directory(door.root.toFile()).start();
      assertThat(make.waitFor()).isZero();

      CallAnswer answer = door.call("run_command", "command", "touch a.txt");

      assertThat(answer.result().content()).contains("its name is not UTF-8: rename it");
      assertThat(door.root.resolve("a.txt")).doesNotExist();
    }
  }
}
