// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An operation of Git that a person left stopped stays as a whole.
@Timeout(120)
class StoppedOperationTest {
  @TempDir Path directory;

  /// Two branches that change the same line.
  private static void diverge(Door door) throws Exception {
    WorkTree.prepare(door);
    Scripts.git(door, "branch", "-M", "main");
    Scripts.git(door, "branch", "other");
    door.file("src/a.txt", "ours\n");
    Scripts.git(door, "commit", "-qam", "ours");
    Scripts.git(door, "checkout", "-q", "other");
    door.file("src/a.txt", "theirs\n");
    door.file("src/more.txt", "more\n");
    Scripts.git(door, "add", "src");
    Scripts.git(door, "commit", "-qm", "theirs");
  }

  private static void stop(Door door, String... arguments) throws Exception {
    try {
      Scripts.git(door, arguments);
    } catch (AssertionError e) {
      assertThat(e.getMessage()).contains("CONFLICT");
      door.file("src/a.txt", "half resolved\n");
      return;
    }
    throw new IllegalStateException("it did not stop");
  }

  private static Map<String, String> state(Door door) throws Exception {
    Map<String, String> state = new TreeMap<>(WorkTree.tree(door));
    state.put("index", Scripts.git(door, "ls-files", "--stage", "--", "src"));
    state.put("refs", Scripts.git(door, "for-each-ref") + door.read(".git/HEAD"));
    try (Stream<Path> all = Files.walk(door.root.resolve(".git"))) {
      for (Path path : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        if (path.toString().matches(".*/(rebase-merge/.*|[A-Z]+_HEAD|MERGE_[A-Z]+|sequencer/.*)")) {
          state.put(path.toString(), text(path));
        }
      }
    }
    return state;
  }

  private static String text(Path path) throws IOException {
    return Files.readString(path);
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces, rebase main, git rebase --abort",
    "namespaces, rebase main, git rebase --quit",
    "namespaces, rebase main, git rebase --skip",
    "namespaces, merge main, git merge --abort",
    "namespaces, merge main, git reset -q --hard",
    "namespaces, cherry-pick main, git cherry-pick --abort",
    "landlock, rebase main, git rebase --abort",
    "landlock, rebase main, git -c a.b=c rebase --skip",
    "landlock, merge main, git merge --abort",
    "landlock, cherry-pick main, git cherry-pick --quit",
    "landlock, revert HEAD~1, git revert --abort",
  })
  void aPersonsStaysAsAWhole(String sandbox, String stops, String line) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      diverge(door);
      if (stops.startsWith("revert")) {
        door.file("src/a.txt", "third\n");
        Scripts.git(door, "commit", "-qam", "third");
      }
      stop(door, stops.split(" "));
      Map<String, String> before = state(door);

      CallAnswer answer = door.call("run_command", "command", line);

      assertThat(state(door)).isEqualTo(before);
      assertThat(answer.result().content())
          .contains("that this session did not begin")
          .containsOnlyOnce("ask the person");
    }
  }

  @ParameterizedTest
  @CsvSource({"namespaces", "landlock"})
  void itsOwnTheSessionEnds(String sandbox) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      diverge(door);
      Scripts.git(door, "config", "user.name", "T");
      Scripts.git(door, "config", "user.email", "t@example.org");
      Map<String, String> before = state(door);
      CallAnswer stopped = door.call("run_command", "command", "git merge main");
      assertThat(door.root.resolve(".git/MERGE_HEAD")).as(stopped.result().content()).exists();

      CallAnswer answer = door.call("run_command", "command", "git merge --abort");

      assertThat(door.root.resolve(".git/MERGE_HEAD")).as(answer.result().content()).doesNotExist();
      assertThat(List.of(before.get("src/a.txt"))).containsExactly(state(door).get("src/a.txt"));

      stop(door, "merge", "main"); // the same by the person is the person's
      Map<String, String> left = state(door);
      CallAnswer again = door.call("run_command", "command", "git merge --abort");
      assertThat(again.result().content()).contains("that this session did not begin");
      assertThat(state(door)).isEqualTo(left);
    }
  }
}
