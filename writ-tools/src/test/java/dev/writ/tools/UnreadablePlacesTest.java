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

/// Without a view, one place that can't be read saves no other one from being taken back.
class UnreadablePlacesTest {
  private static final String REPOSITORY =
      "mkdir -p r/.git/objects r/.git/refs/heads; echo ref: refs/heads/x > r/.git/HEAD;"
          + " echo [core] > r/.git/config; ";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "truncate -s 3M r/.git/config",
        "truncate -s 70M r/.git/index",
        "truncate -s 70M r/.git/refs/heads/x",
        "truncate -s 70M r/.git/packed-refs",
        "chmod 0 r/.git/config; chmod 0 r/.git/HEAD",
        "chmod 0 r/.git/index r/.git/packed-refs r/.git/refs/heads/x",
        "truncate -s 70M sub/.git/index",
        "chmod 0 sub/.git/index",
        "truncate -s 3G t; mv t .git/index",
        "echo x > t; chmod 0 t; mv t .git/index",
        "echo x > t; chmod 0 t; mv t .orchestration/agent_trace.jsonl",
      })
  void theOthersAreTakenBack(String line) throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("a.txt", "a\n");
      door.file(".vscode/tasks.json", "{}\n");
      door.file("sub/f.txt", "f\n");
      Scripts.repository(door);
      Scripts.git(door, "-C", "sub", "init", "-q");
      Scripts.git(door, "-C", "sub", "add", "f.txt");
      door.file(".envrc", "mine\n");
      String settings = Scripts.git(door, "-C", "sub", "config", "--list", "--local");

      CallAnswer answer =
          Scripts.sh(
              door,
              REPOSITORY
                  + "echo evil > .envrc; echo evil > .vscode/tasks.json; echo evil > .git/hooks/x;"
                  + " echo evil > sub/.git/hooks/pre-commit; echo '[a]b=c' >> sub/.git/config;"
                  + " touch r/.git/index r/.git/packed-refs r/.git/refs/heads/x; "
                  + line);

      String said = answer.result().content();
      assertThat(door.root.resolve(".envrc")).as(said).hasContent("mine\n");
      assertThat(door.root.resolve(".vscode/tasks.json")).as(said).hasContent("{}\n");
      assertThat(door.root.resolve(".git/hooks/x")).as(said).doesNotExist();
      assertThat(door.root.resolve("sub/.git/hooks/pre-commit")).as(said).doesNotExist();
      assertThat(Scripts.git(door, "-C", "sub", "config", "--list", "--local")).isEqualTo(settings);
      assertThat(Door.code(answer)).as(said).isEqualTo("PROTECTED_PATH");
    }
  }
}
