// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A hard link leads no command out of where it may write.
@ParameterizedClass
@ValueSource(strings = {"namespaces", "landlock"})
class HardLinkTest {
  @Parameter String sandbox = "";

  @TempDir Path directory;

  private Door door() throws Exception {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.execution = ExecutionMode.FULL_AUTONOMOUS;
              setup.rules = Door.under(sandbox);
            });
    door.file(".gitignore", "/made/\n/node_modules/\n");
    door.file("src/a.txt", "kept\n");
    door.file("made/here", "");
    Scripts.repository(door);
    return door;
  }

  /// A command in the background may write in its ignored directory only.
  @Test
  void aLinkThatABackgroundCommandMakesLeadsNowhere() throws Exception {
    try (Door door = door()) {
      door.file(
          "bg.sh", "ln src/a.txt made/h; echo x >> made/h; echo x >> src/a.txt; echo tried\n");
      door.call("run_background", "command", "sh bg.sh 2>/dev/null");
      assertThat(door.text("command_output", "id", "b1", "wait", 60)).contains("tried");
      assertThat(door.read("src/a.txt")).isEqualTo("kept\n");
    }
  }

  /// One that a command in the foreground made before.
  @Test
  void aLinkFromBeforeLeadsNowhereEither() throws Exception {
    try (Door door = door()) {
      door.call("run_command", "command", "ln src/a.txt made/h");
      door.file("bg.sh", "echo x >> made/h; echo tried\n");
      door.call("run_background", "command", "sh bg.sh 2>/dev/null");
      assertThat(door.text("command_output", "id", "b1", "wait", 60)).contains("tried");
      assertThat(door.read("src/a.txt")).isEqualTo("kept\n");
    }
  }

  /// As pnpm and uv link files of their store. (Landlock: a known gap, docs/threats.md.)
  @ParameterizedTest
  @ValueSource(strings = {"node_modules/x/index.js", "lib/index.js"})
  void aStoreOutsideStaysAsItIs(String place) throws Exception {
    assumeThat(sandbox).isEqualTo("namespaces");
    Path store = Files.writeString(directory.resolve("store.js"), "stored\n");
    try (Door door = door()) {
      Path file = door.file(place, "");
      Files.delete(file);
      Files.createLink(file, store);
      door.file("s.sh", "echo evil >> " + place + "\n");
      String said = door.text("run_command", "command", "sh s.sh");
      assertThat(door.read(place)).as(said).contains("evil");
      assertThat(store).hasContent("stored");
    }
  }
}
