// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.verify.VerificationReport;
import dev.writ.testkit.StatePoll;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.ToldTree;
import dev.writ.tools.builtin.WorkTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whoever interrupts again and again while a command is settled loses no change of it.
class RepeatedAbortTest {
  @TempDir Path directory;

  /// The ledger says what the workspace is, however many interrupts come and whenever.
  @Timeout(120)
  @ParameterizedTest
  @CsvSource({
    "landlock, 2, 1",
    "landlock, 3, 2",
    "landlock, 10, 3",
    "landlock, 1000, 4",
    "landlock, 0, 5",
    "namespaces, 2, 6",
    "namespaces, 1000, 7",
    "namespaces, 0, 8"
  })
  void theRecordsSayWhatTheWorkspaceIs(String sandbox, int times, long seed) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      String script =
          "for i in 1 2 3 4 5 6 7 8 9; do echo $i > src/n$i; done; chmod 600 src/a.txt;"
              + " rm src/b.sh;"
              + " rm -r docs; mkdir fresh; mv lib moved; echo x > .vscode-no; : > done.txt";
      door.file(
          Scripts.SCRIPT,
          script + "; [ ENDS ] || exec tail -f /dev/null\n".replace("ENDS", times == 0 ? "1" : ""));
      Map<String, String> before = ToldTree.now(door);
      Thread caller = Thread.currentThread();
      AtomicBoolean over = new AtomicBoolean();
      Thread interrupting =
          Thread.ofPlatform().start(() -> interrupt(door, caller, times, seed, over));
      String arguments = "{\"program\":\"sh\",\"args\":[\"" + Scripts.SCRIPT + "\"]}";
      CallAnswer answer;
      try {
        answer =
            door.governor
                .gate()
                .call(new ToolCall("c", "run_command", arguments), door.state, door.origin());
      } finally {
        over.set(true);
        while (interrupting.isAlive()) {
          StatePoll.pause();
        }
      }
      boolean _ = Thread.interrupted();
      ToldTree.alike(ToldTree.now(door), ToldTree.after(door, before));
      if (sandbox.equals("landlock")) {
        assertThat(door.root.resolve("src/n9")).exists();
        assertThat(Scripts.told(door)).contains("create src/n9", "delete src/b.sh");
      }
      assertThat(answer.result().content()).isNotEmpty();
      assertThat(door.governor.audit().open()).isEmpty();
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }

  private static void interrupt(
      Door door, Thread caller, int times, long seed, AtomicBoolean over) {
    SplittableRandom random = new SplittableRandom(seed);
    while (!over.get() && !Files.exists(door.root.resolve("done.txt")) && !isInView(door)) {
      StatePoll.pause();
    }
    for (int i = 0; !over.get() && (times == 0 || i < times); i++) {
      caller.interrupt();
      for (int spins = random.nextInt(100_000); spins > 0; spins--) {
        Thread.onSpinWait();
      }
    }
  }

  private static boolean isInView(Door door) {
    try (var all = Files.walk(door.root.resolve(".writ/objects/views"))) {
      return all.anyMatch(path -> path.endsWith("done.txt"));
    } catch (java.io.IOException | java.io.UncheckedIOException _) {
      return false;
    }
  }
}
