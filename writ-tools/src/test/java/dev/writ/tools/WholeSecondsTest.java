// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A workspace on a file system that keeps only whole seconds: two changes within one look alike.
/// Only root can mount one.
class WholeSecondsTest {
  private static final List<String> FILES = List.of(".vscode/tasks.json", ".envrc", "a.txt");

  @TempDir Path directory;
  private Path place;

  private static int run(String... argv) throws Exception {
    Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor();
  }

  @BeforeEach
  void mount() throws Exception {
    place = Files.createDirectory(directory.resolve("place"));
    String image = directory.resolve("image").toString();
    assumeThat(run("truncate", "-s", "64M", image)).isZero();
    assumeThat(run("sh", "-c", "mkfs.ext4 -q -I 128 -F \"$0\"", image)).isZero();
    assumeThat(run("mount", "-o", "loop", image, place.toString())).isZero();
  }

  @AfterEach
  void unmount() throws Exception {
    if (Files.exists(place.resolve("lost+found"))) {
      assertThat(run("umount", "-l", place.toString())).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aSecondChangeWithinASecondIsSeen(String sandbox) throws IOException {
    try (Door door = Scripts.door(place, sandbox)) {
      FILES.forEach(name -> door.file(name, "good\n"));
      String again =
          "for f in .vscode/tasks.json .envrc a.txt; do printf 'WORD\\n' 1<>$f; done; true";
      Scripts.sh(door, again.replace("WORD", "good"));
      Scripts.sh(door, again.replace("WORD", "evil"));

      assertThat(door.read(".vscode/tasks.json")).isEqualTo("good\n");
      assertThat(door.read(".envrc")).isEqualTo("good\n");
      assertThat(door.read("a.txt")).isEqualTo("evil\n");
      Scripts.undoAll(door);
      assertThat(door.read("a.txt")).isEqualTo("good\n");
    }
  }
}
