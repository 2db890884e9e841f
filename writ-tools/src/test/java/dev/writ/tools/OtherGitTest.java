// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.testkit.StatePoll;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.WorkTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What others do with Git while a command without Git works in the workspace itself.
@Timeout(120)
class OtherGitTest {
  /// Begins to wait once it can have changed something, until the others are done.
  private static final String WAITING =
      "echo > begun; while test ! -e over; do sleep 0.02; done; echo x > own.txt";

  private static final String COMMIT =
      "git -c user.name=O -c user.email=o@example.org commit -q -m theirs";

  @TempDir Path directory;

  private CallAnswer during(Door door, Callable<String> others) throws Exception {
    FutureTask<String> work =
        new FutureTask<>(
            () -> {
              while (!Files.exists(door.root.resolve("begun"))) {
                StatePoll.pause();
              }
              try {
                return others.call();
              } finally {
                door.file("over", "");
              }
            });
    Thread.ofPlatform().start(work);
    CallAnswer answer = Scripts.sh(door, WAITING);
    assertThat(work.get()).doesNotContain("exit code");
    return answer;
  }

  private static String head(Door door) throws Exception {
    return Scripts.git(door, "rev-parse", "HEAD").strip();
  }

  @Test
  void aCommitOfAnotherSessionStaysAndIsTold() throws Exception {
    try (Door door = Scripts.door(directory, "landlock");
        Door other =
            Door.in(
                directory,
                setup -> {
                  setup.session = "S-2";
                  setup.approver = q -> new Approver.Answer.Yes(q.digest());
                  setup.rules = Door.under("landlock");
                })) {
      WorkTree.prepare(door);
      String first = head(door);

      CallAnswer answer =
          during(
              door,
              () -> {
                door.file("theirs.txt", "theirs\n");
                other.call("run_command", "command", "git add theirs.txt");
                return other.call("run_command", "command", COMMIT).result().content();
              });

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(Scripts.git(door, "log", "--format=%s")).startsWith("theirs\n");
      assertThat(Scripts.git(door, "reflog", "-1")).contains("theirs");
      assertThat(Scripts.git(door, "status", "--short", "theirs.txt")).isEmpty();
      assertThat(answer.result().content())
          .contains("Git of another session changed refs/heads/", first, head(door));
    }
  }

  @Test
  void aCommitOfAPersonIsPutBackAndToldByItsNumber() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      WorkTree.prepare(door);
      String first = head(door);

      StringBuilder theirs = new StringBuilder();
      CallAnswer answer =
          during(
              door,
              () -> {
                door.file("theirs.txt", "theirs\n");
                Scripts.git(door, "add", "theirs.txt");
                Scripts.git(door, "commit", "-q", "-m", "theirs");
                theirs.append(head(door));
                return "";
              });

      assertThat(head(door)).isEqualTo(first);
      assertThat(Door.code(answer)).isEqualTo("PROTECTED_PATH");
      assertThat(answer.result().content())
          .contains("from " + first + " to " + theirs, "git reset " + theirs, ".git/index");
      assertThat(door.audit()).contains("from " + first + " to " + theirs);
      Scripts.git(door, "reset", theirs.toString());
      assertThat(Scripts.git(door, "status", "--short", "theirs.txt")).isEmpty();
    }
  }
}
