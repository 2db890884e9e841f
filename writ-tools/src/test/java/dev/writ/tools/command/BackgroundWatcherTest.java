// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What runs in the background sees what edits and other commands make, as soon as it is there.
@Timeout(120)
class BackgroundWatcherTest {
  /// Tells the names in a directory that changed, by looking again and again.
  private static final String POLLING =
      """
      import os, time
      def look():
          return {e.name: (e.stat().st_mtime_ns, e.inode(), e.stat().st_size) for e in os.scandir("src")}
      seen = look()
      print("watching", flush=True)
      while True:
          now = look()
          for name in sorted(set(seen) | set(now)):
              if seen.get(name) != now.get(name):
                  print("changed", name, "now" if name in now else "gone", flush=True)
          seen = now
          time.sleep(0.005)
      """;

  /// The same by inotify(7): the end of a write, and names that come and go.
  private static final String NOTIFIED =
      """
      import ctypes, os, struct
      c = ctypes.CDLL(None, use_errno=True)
      fd = c.inotify_init()
      CLOSE_WRITE, MOVED_FROM, MOVED_TO, DELETE = 8, 0x40, 0x80, 0x200
      assert c.inotify_add_watch(fd, b"src", CLOSE_WRITE | MOVED_FROM | MOVED_TO | DELETE) > 0, ctypes.get_errno()
      print("watching", flush=True)
      while True:
          events = os.read(fd, 65536)
          while events:
              _, mask, _, length = struct.unpack_from("iIII", events)
              name = events[16:16 + length].rstrip(b"\\0").decode()
              print("changed", name, "gone" if mask & (MOVED_FROM | DELETE) else "now", flush=True)
              events = events[16 + length:]
      """;

  @TempDir Path directory;

  private Door door(String sandbox) throws Exception {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.execution = ExecutionMode.FULL_AUTONOMOUS;
              setup.rules = Door.under(sandbox);
            });
    door.file("poll.py", POLLING);
    door.file("inotify.py", NOTIFIED);
    for (String name : List.of("edited", "longer", "other", "back")) {
      door.file("src/" + name, "one\n");
    }
    Scripts.repository(door);
    door.file("src/back", "changed\n");
    return door;
  }

  /// Waits until it has said something.
  private static void await(Door door, String text) {
    StringBuilder said = new StringBuilder();
    while (said.indexOf(text) < 0) {
      said.append(door.text("command_output", "id", "b1", "wait", 60));
      assertThat(said.toString()).doesNotContain("b1 has ended");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces, poll.py",
    "namespaces, inotify.py",
    "landlock, poll.py",
    "landlock, inotify.py"
  })
  void aWatcherHearsOfEditsAndCommands(String sandbox, String watcher) throws Exception {
    try (Door door = door(sandbox)) {
      assertThat(door.text("run_background", "command", "python3 " + watcher))
          .startsWith("b1 started.");
      await(door, "watching");

      assertThat(door.code("write_file", "path", "src/new", "content", "x\n")).isEqualTo("ok");
      await(door, "changed new now");
      door.call("read_file", "path", "src/edited");
      assertThat(door.code("edit_file", "path", "src/edited", "old_text", "one", "new_text", "two"))
          .isEqualTo("ok");
      await(door, "changed edited now");
      run(door, "echo three >> src/longer");
      await(door, "changed longer now");
      run(door, "mv src/new src/moved");
      await(door, "changed moved now");
      run(door, "sed -i s/one/1/ src/other");
      await(door, "changed other now");
      run(door, "git checkout -q src/back");
      await(door, "changed back now");
      run(door, "rm src/moved");
      await(door, "changed moved gone");
    }
  }

  private static void run(Door door, String command) {
    assertThat(door.code("run_command", "command", command)).as(command).isEqualTo("ok");
  }
}
