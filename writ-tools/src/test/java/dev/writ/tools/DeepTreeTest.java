// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.sandbox.os.TreeRemoval;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A directory nested deeper than any that is looked into harms no later command.
class DeepTreeTest {
  private static final String DEEP =
      """
      import os
      for i in range(1500):
          os.mkdir('d'); os.chdir('d')
      """;

  @TempDir Path directory;

  @Test
  void whatIsNestedTooDeepIsRemovedAndTheNextCommandRuns() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("deep.py", DEEP);

      CallAnswer answer = Scripts.sh(door, "echo x > file; python3 deep.py");

      assertThat(answer.result().content())
          .contains("(removed: nested deeper than 256 directories)");
      assertThat(Files.readString(door.root.resolve("file"))).isEqualTo("x\n");
      assertThat(Files.exists(door.root.resolve("d/".repeat(255)))).isTrue();
      assertThat(Files.exists(door.root.resolve("d/".repeat(256)))).isFalse();
      assertThat(Door.code(Scripts.sh(door, "echo y > file"))).isEqualTo("ok");
    }
  }

  @Test
  void whatIsThereAlreadyIsNoFailure() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("deep.py", DEEP);
      int made =
          new ProcessBuilder("python3", "deep.py")
              .directory(door.root.toFile())
              .inheritIO()
              .start()
              .waitFor();
      assertThat(made).isZero();

      assertThat(Door.code(Scripts.sh(door, "echo y > file"))).isEqualTo("ok");
      TreeRemoval.remove(door.root.resolve("d"));
    }
  }
}
