// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// However many places a command spoils, none hides behind the others.
class ManyRefusedTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"a$i/.envrc", "outside/a$i"})
  void whatIsBehindManyOthersIsTakenBackToo(String decoy) throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("src/a.txt", "a\n");
      Scripts.repository(door);
      door.file("zz/.git/config", "[core]\n\tbare = false\n");
      door.file("zz/.envrc", "mine\n");
      door.file("zz/theirs.txt", "theirs\n");
      door.intents();
      Scripts.declare(door, "INT-001");

      CallAnswer answer =
          Scripts.sh(
              door,
              "i=0; while [ $i -lt 1100 ]; do mkdir -p $(dirname %s); echo x > %s; i=$((i+1)); done;"
                      .formatted(decoy, decoy)
                  + " echo evil >> zz/.git/config; echo evil > zz/.envrc; rm zz/theirs.txt;"
                  + " mkdir -p zz/.vscode; echo evil > zz/.vscode/tasks.json");

      String said = answer.result().content();
      assertThat(door.root.resolve("zz/.git/config")).as(said).hasContent("[core]\n\tbare = false");
      assertThat(door.root.resolve("zz/.envrc")).hasContent("mine");
      assertThat(door.root.resolve("zz/theirs.txt")).hasContent("theirs");
      assertThat(door.root.resolve("zz/.vscode/tasks.json")).doesNotExist();
      assertThat(door.root.resolve("a1099/.envrc")).doesNotExist();
    }
  }
}
