// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A command puts a pipe or a socket in the place of a file that it must not change: nothing waits
/// for it, and the file comes back.
class PipePlacesTest {
  private static final String SOCKET =
      "python3 -c 'import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' ";

  @TempDir Path directory;

  @ParameterizedTest
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @CsvSource({
    "fifo, .git/index",
    "fifo, .git/HEAD",
    "fifo, .git/refs/heads/master",
    "fifo, .git/config",
    "fifo, .git/logs/HEAD",
    "fifo, .envrc",
    "fifo, .vscode/tasks.json",
    "fifo, .writ/README.md",
    "fifo, .orchestration/agent_trace.jsonl",
    "link, .git/index",
    "link, .git/HEAD",
    "link, .git/refs/heads/master",
    "link, .git/logs/HEAD",
    "link, .envrc",
    "link, .writ/README.md",
    "link, .orchestration/agent_trace.jsonl",
    "socket, .git/index",
    "socket, .git/HEAD",
    "socket, .git/refs/heads/master",
    "socket, .git/logs/HEAD",
    "socket, .envrc",
    "socket, .vscode/tasks.json",
    "socket, .writ/README.md",
    "socket, .orchestration/agent_trace.jsonl",
  })
  void theFileComesBack(String kind, String file) throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      for (String one : new String[] {"a.txt", ".envrc", ".vscode/tasks.json", ".writ/README.md"}) {
        door.file(one, "# mine\n");
      }
      door.file(".gitignore", "script.txt\n");
      Scripts.repository(door);
      door.call("write_file", "path", "b.txt", "content", "b\n");
      byte[] before = Files.readAllBytes(door.root.resolve(file));

      String make =
          switch (kind) {
            case "fifo" -> "mkfifo ";
            case "link" -> "mkfifo pipe; ln -s $PWD/pipe ";
            default -> SOCKET;
          };
      CallAnswer answer = Scripts.sh(door, "rm -f %s; %s%s".formatted(file, make, file));

      assertThat(door.root.resolve(file)).as(answer.result().content()).isRegularFile();
      byte[] after = Files.readAllBytes(door.root.resolve(file)); // records grow
      assertThat(Arrays.copyOf(after, before.length)).isEqualTo(before);
    }
  }
}
