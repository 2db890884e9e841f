// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A command fills the disk on which Writ is to record what it did.
class FilledDiskTest {
  @TempDir Path directory;

  private static void run(String... words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(List.of(words))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeThat(process.waitFor()).as("no right to mount a file system").isZero();
  }

  @Test
  void whatItMayNotIsTakenBackAllTheSame() throws Exception {
    Path root = Files.createDirectories(directory.resolve("root"));
    run("mount", "-t", "tmpfs", "-o", "size=64m,mode=700", "tmpfs", root.toString());
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      door.file(".envrc", "mine\n");
      door.file("sub/.envrc", "mine\n");
      door.file("src/b.txt", "b\n");

      CallAnswer answer =
          Scripts.sh(
              door,
              "echo evil > .envrc; echo evil > sub/.envrc; mkdir -p n/.vscode;"
                  + " echo evil > n/.vscode/tasks.json; echo evil > src/b.txt;"
                  + " cat /dev/zero > fill; cat /dev/zero > fill2");

      String said = answer.result().content();
      assertThat(Files.getFileStore(root).getUsableSpace()).isLessThan(9 << 20);
      assertThat(door.root.resolve(".envrc")).as(said).hasContent("mine\n");
      assertThat(door.root.resolve("sub/.envrc")).as(said).hasContent("mine\n");
      assertThat(door.root.resolve("n/.vscode/tasks.json")).as(said).doesNotExist();
      assertThat(Scripts.told(door)).contains("modify src/b.txt");
      assertThat(Door.code(answer)).as(said).isEqualTo("PROTECTED_PATH");
      Files.delete(door.root.resolve("fill"));
    } finally {
      run("umount", "-l", root.toString());
    }
  }
}
