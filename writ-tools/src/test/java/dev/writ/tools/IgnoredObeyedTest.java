// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What programs obey is often ignored by Git, and is looked at all the same.
class IgnoredObeyedTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "namespaces, .claude/settings.local.json",
    "landlock, .claude/settings.local.json",
    "namespaces, .envrc",
    "landlock, .envrc",
    "landlock, build/.envrc",
    "landlock, build/sub/.vscode/tasks.json",
    "namespaces, build/sub/.vscode/tasks.json",
  })
  void anIgnoredFileThatProgramsObeyStaysAsItIs(String mechanism, String file) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file(".gitignore", ".claude/\n.envrc\nbuild/\nscript.txt\n");
      Scripts.repository(door);
      door.file("build/out.txt", "1\n");

      CallAnswer answer =
          Scripts.sh(
              door,
              "mkdir -p $(dirname %s); echo evil > %s; echo more > build/more.txt"
                  .formatted(file, file));

      assertThat(door.root.resolve(file)).as(answer.result().content()).doesNotExist();
      assertThat(door.root.resolve("build/more.txt")).exists();
      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("PROTECTED_PATH");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces, build/sub/.vscode/tasks.json, echo evil > build/sub/.vscode/tasks.json",
    "landlock, .envrc, echo evil > .envrc",
    "landlock, .envrc, rm .envrc",
    "landlock, build/sub/.vscode/tasks.json, echo evil > build/sub/.vscode/tasks.json",
    "landlock, build/sub/.vscode/tasks.json, rm -r build/sub",
    "landlock, build/sub/.vscode/tasks.json, mv build/sub build/other",
  })
  void oneThatWasThereIsAsBefore(String mechanism, String file, String line) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file(".gitignore", ".envrc\nbuild/\nscript.txt\n");
      Scripts.repository(door);
      door.file(file, "mine\n");

      CallAnswer answer = Scripts.sh(door, line);

      assertThat(door.root.resolve(file)).as(answer.result().content()).hasContent("mine\n");
      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("PROTECTED_PATH");
    }
  }
}
