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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Directories whose names are not UTF-8 hide nothing that a command does.
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

  /// In the workspace itself nothing runs beside one: what happens there would not be seen.
  @Test
  void withoutAViewNothingRunsBesideOne() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      Process make =
          new ProcessBuilder("sh", "-c", "mkdir $(printf 'e\\377')")
              .directory(door.root.toFile())
              .start();
      assertThat(make.waitFor()).isZero();

      CallAnswer answer = door.call("run_command", "command", "touch a.txt");

      assertThat(answer.result().content()).contains("its name is not UTF-8: rename it");
      assertThat(door.root.resolve("a.txt")).doesNotExist();
    }
  }
}
