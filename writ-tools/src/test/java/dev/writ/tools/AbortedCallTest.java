// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.settle.KeptChanges;
import dev.writ.kernel.settle.KeptChanges.Kept;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.testkit.StatePoll;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.HookDoors;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A call that began before it was aborted is answered with what it did, and where that is.
class AbortedCallTest {
  private static final ActOrigin PERSON =
      new ActOrigin("S-1", 0, 0, new ActOrigin.Contributor.Human());

  @TempDir Path directory;

  /// Aborts the calling thread once the command has written something.
  private static LiveOutput abortingAtOutput() {
    Thread caller = Thread.currentThread();
    return new LiveOutput() {
      @Override
      public void stdout(String lines) {
        caller.interrupt();
      }

      @Override
      public void stderr(String lines) {
        caller.interrupt();
      }
    };
  }

  /// Runs a script whose output is the signal to abort it.
  private static CallAnswer aborted(Door door, String script) throws Exception {
    door.file(Scripts.SCRIPT, script + "; echo ready; exec tail -f /dev/null");
    String arguments =
        Json.object()
            .put("program", "sh")
            .put("args", Json.texts(List.of(Scripts.SCRIPT)))
            .build()
            .write();
    ToolCall call = new ToolCall("c", "run_command", arguments);
    CallAnswer answer =
        door.governor.gate().call(call, door.state, door.origin(), abortingAtOutput());
    assertThat(Thread.interrupted()).as("the abort goes on").isTrue();
    assertThat(Door.code(answer)).isEqualTo("CALL_ABORTED");
    assertThat(door.audit()).contains("CALL_ABORTED").doesNotContain("CALL_NOT_EXECUTED");
    assertThat(door.governor.audit().open()).isEmpty();
    assertThat(answer.result().content()).contains("sh " + Scripts.SCRIPT);
    return answer;
  }

  @Test
  void whatWasChangedInAViewIsKeptAndNamed() throws Exception {
    try (Door door = Scripts.door(directory)) {
      CallAnswer answer = aborted(door, "echo half > half.txt");

      List<Kept> kept = door.governor.keptChanges().all();
      assertThat(kept).hasSize(1);
      assertThat(answer.result().content())
          .contains(
              "Nothing it changed was applied", "writ changes show " + kept.getFirst().name());
      assertThat(door.root.resolve("half.txt")).doesNotExist();
      assertThat(answer.ledger()).isEmpty();
      assertThat(door.code("list_files", "pattern", "*")).isEqualTo("ok");
    }
  }

  @Test
  void whatAPersonRemovedMeanwhileStaysAway() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("src/a.txt", "a\n");
      door.file("src/d/b.txt", "b\n");
      CallAnswer _ =
          aborted(door, "echo more >> src/a.txt; echo more >> src/d/b.txt; echo new > src/new.txt");
      Files.delete(door.root.resolve("src/a.txt"));
      Files.delete(door.root.resolve("src/d/b.txt"));
      Files.delete(door.root.resolve("src/d"));

      KeptChanges kept = door.governor.keptChanges();
      KeptChanges.Applied applied = kept.apply(kept.all().getFirst().name(), PERSON).orElseThrow();

      assertThat(door.root.resolve("src/a.txt")).doesNotExist();
      assertThat(door.root.resolve("src/d")).doesNotExist();
      assertThat(door.root.resolve("src/new.txt")).exists();
      assertThat(applied.leftOut()).anyMatch(line -> line.contains("src/a.txt"));
    }
  }

  /// To keep and to show them, Writ opened what their owner can't look into.
  @Test
  void whatTheCommandClosedIsClosedWhereItIsAppliedLater() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("src/a.txt", "a\n");
      CallAnswer _ =
          aborted(
              door,
              "echo b >> src/a.txt; chmod 0 src/a.txt; mkdir d; echo c > d/c.txt;"
                  + " chmod 200 d/c.txt; chmod 0 d");

      KeptChanges kept = door.governor.keptChanges();
      String name = kept.all().getFirst().name();
      assertThat(kept.show(name).orElseThrow())
          .extracting(KeptChanges.Shown::words)
          .anyMatch(line -> line.contains("src/a.txt") && line.endsWith("-> ---------"));
      assertThat(kept.apply(name, PERSON)).isPresent();

      assertThat(mode(door, "src/a.txt")).isEqualTo("---------");
      assertThat(mode(door, "d")).isEqualTo("---------");
      Files.setPosixFilePermissions(
          door.root.resolve("d"), PosixFilePermissions.fromString("rwx------"));
      assertThat(mode(door, "d/c.txt")).isEqualTo("-w-------");
    }
  }

  private static String mode(Door door, String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(door.root.resolve(name)));
  }

  @Test
  void whatTheCommandMovedIsNotTakenForRemoved() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("src/a.txt", "a\n");
      CallAnswer _ = aborted(door, "mv src/a.txt src/b.txt");

      KeptChanges kept = door.governor.keptChanges();
      assertThat(kept.apply(kept.all().getFirst().name(), PERSON)).isPresent();

      assertThat(door.root.resolve("src/a.txt")).doesNotExist();
      assertThat(door.read("src/b.txt")).isEqualTo("a\n");
    }
  }

  @Test
  void permissionsAndTargetsOfKeptChangesAreShown() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("src/a.txt", "a\n");
      CallAnswer _ = aborted(door, "chmod 600 src/a.txt; ln -s /etc/hosts src/link");

      KeptChanges kept = door.governor.keptChanges();
      assertThat(kept.show(kept.all().getFirst().name()).orElseThrow())
          .extracting(KeptChanges.Shown::words)
          .containsExactly(
              "modified src/a.txt +0 -0, rw-r--r-- -> rw-------",
              "created src/link (nothing -> link to /etc/hosts)");
    }
  }

  @Test
  void aViewInWhichNothingWasChangedIsNotKept() throws Exception {
    try (Door door = Scripts.door(directory)) {
      CallAnswer answer = aborted(door, "true");

      assertThat(answer.result().content()).contains("It had changed nothing");
      assertThat(door.governor.keptChanges().all()).isEmpty();
    }
  }

  @Test
  void whatWasChangedInPlaceIsNamed() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      CallAnswer answer = aborted(door, "echo half > half.txt");

      assertThat(answer.result().content())
          .contains("What it had changed is recorded", "created half.txt");
      assertThat(answer.ledger()).hasSize(1);
      assertThat(Scripts.told(door)).containsExactly("create half.txt");
    }
  }

  @Test
  void inPlaceNothingChangedIsSaidToo() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      CallAnswer answer = aborted(door, "true");

      assertThat(answer.result().content()).contains("It had changed nothing");
    }
  }

  /// The change is made and recorded; only what the person's hook says of it is missing.
  @Test
  void anAbortOfAHookThatRunsAfterTheCallLeavesTheResult() throws Exception {
    HookDoors doors = new HookDoors(directory);
    Path hook = doors.sh("slow.sh", "exec tail -f /dev/null");
    try (Door door = doors.door(HookDoors.hooks("PostToolUse", "Write", hook.toString()))) {
      Thread caller = Thread.currentThread();
      Thread.ofPlatform()
          .start(
              () -> {
                while (!Files.exists(door.root.resolve("a.txt"))) {
                  StatePoll.pause();
                }
                caller.interrupt();
              });
      ToolCall call = new ToolCall("c", "write_file", "{\"path\":\"a.txt\",\"content\":\"a\"}");

      CallAnswer answer = door.governor.gate().call(call, door.state, door.origin());

      assertThat(Thread.interrupted()).isTrue();
      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(answer.ledger()).hasSize(1);
    }
  }

  /// What Git brought is judged when a person applies it, as it would have been at the end.
  @ParameterizedTest
  @CsvSource({
    "git fetch -q evil.bundle evil:refs/heads/evil, false",
    "git checkout -q -b side && git am -q evil.patch, false",
    "git checkout -q -b side && git commit -q --allow-empty -m x, true",
  })
  void whatGuardedPlacesGotInKeptCommitsIsJudged(String line, boolean comes) throws Exception {
    try (Door door = Scripts.door(directory)) {
      CommandHistoryTest.prepare(door);
      Scripts.git(door, "config", "filter.slow.clean", "echo now >&2; exec tail -f /dev/null");
      door.file(".git/info/attributes", "slow.txt filter=slow\n");
      door.file("slow.txt", "slow\n");
      String before = Scripts.git(door, "for-each-ref");
      String arguments =
          Json.object().put("command", line + " && git add slow.txt").build().write();
      ToolCall call = new ToolCall("c", "run_command", arguments);
      CallAnswer answer =
          door.governor.gate().call(call, door.state, door.origin(), abortingAtOutput());
      assertThat(Thread.interrupted()).as(answer.result().content()).isTrue();

      KeptChanges kept = door.governor.keptChanges();
      KeptChanges.Applied applied = kept.apply(kept.all().getFirst().name(), PERSON).orElseThrow();

      String refs = Scripts.git(door, "for-each-ref");
      if (comes) {
        assertThat(refs).as(applied.toString()).contains("refs/heads/side");
        Scripts.git(door, "fsck", "--strict");
      } else {
        assertThat(refs).as(applied.toString()).isEqualTo(before);
        assertThat(applied.leftOut()).anyMatch(one -> one.contains("come into its history"));
      }
    }
  }
}
