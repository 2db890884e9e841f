// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.verify.VerificationReport;
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

/// A session in a project below works while a command of one around it does, in the workspace
/// itself, and the other way round.
@Timeout(120)
class NestedSessionTest {
  /// Begins to wait once it can have changed something, until the others are done.
  private static final String WAITING =
      "echo > begun; while test ! -e over; do sleep 0.02; done; echo x > own.txt";

  private static final String COMMIT =
      "git -c user.name=O -c user.email=o@example.org commit -q -m theirs";

  @TempDir Path directory;

  private Door below() {
    return Door.in(
        directory,
        setup -> {
          setup.below = "sub";
          setup.session = "S-2";
          setup.approver = q -> new Approver.Answer.Yes(q.digest());
          setup.rules = Door.under("landlock");
        });
  }

  /// A session around a project with a repository of its own.
  private Door around() throws Exception {
    Door door = Scripts.door(directory, "landlock");
    WorkTree.prepare(door);
    door.file("sub/s.txt", "s\n");
    try (Door inner = below()) {
      Scripts.repository(inner);
    }
    return door;
  }

  private static CallAnswer during(Door door, String script, Callable<String> others)
      throws Exception {
    return during(door, () -> Scripts.sh(door, script), others);
  }

  private static CallAnswer during(Door door, Callable<CallAnswer> command, Callable<String> others)
      throws Exception {
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
    CallAnswer answer = command.call();
    assertThat(work.get()).doesNotContain("exit code");
    return answer;
  }

  private static String work(Door inner) {
    assertThat(inner.code("write_file", "path", "new/n.txt", "content", "n\n")).isEqualTo("ok");
    assertThat(inner.code("run_command", "command", "sh -c 'echo t >> s.txt'")).isEqualTo("ok");
    assertThat(inner.code("run_command", "command", "git add new s.txt")).isEqualTo("ok");
    return inner.call("run_command", "command", COMMIT).result().content();
  }

  private static void hasAllOfIt(Door inner) throws Exception {
    assertThat(inner.read("new/n.txt") + inner.read("s.txt")).isEqualTo("n\ns\nt\n");
    assertThat(inner.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    assertThat(Scripts.told(inner)).contains("create new/n.txt", "modify s.txt");
    assertThat(Scripts.git(inner, "log", "--format=%s")).startsWith("theirs\n");
    assertThat(Scripts.git(inner, "status", "--short", "--", "s.txt", "new")).isEmpty();
  }

  private static void undo(Door inner) throws Exception {
    ActOrigin person = new ActOrigin("S-2", 99, 9, new ActOrigin.Contributor.Human());
    assertThat(inner.governor.undo().undo(new Selection.BySession("S-2"), person, false))
        .isNotEmpty()
        .hasOnlyElementsOfType(Undone.Restored.class);
    assertThat(inner.read("s.txt")).isEqualTo("s\n");
    assertThat(inner.root.resolve("new/n.txt")).doesNotExist();
  }

  /// It begins and ends while the command runs: nothing of Writ's is there before.
  @Test
  void whatASessionBelowDoesIsItsOwn() throws Exception {
    try (Door door = around()) {
      CallAnswer answer =
          during(
              door,
              WAITING,
              () -> {
                try (Door inner = below()) {
                  return work(inner);
                }
              });

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(Scripts.told(door)).contains("create own.txt").noneMatch(t -> t.contains("sub"));
      try (Door inner = below()) {
        hasAllOfIt(inner);
        undo(inner);
      }
    }
  }

  @Test
  void soItIsWhereItWorkedBeforeAndGoesOn() throws Exception {
    try (Door door = around();
        Door inner = below()) {
      inner.call("write_file", "path", "before.txt", "content", "before\n");

      CallAnswer answer = during(door, WAITING, () -> work(inner));

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(Scripts.told(door)).contains("create own.txt").noneMatch(t -> t.contains("sub"));
      hasAllOfIt(inner);
      undo(inner);
    }
  }

  @Test
  void soItIsWhereTheCommandRunsGit() throws Exception {
    try (Door door = around();
        Door inner = below()) {
      door.file(Scripts.SCRIPT, WAITING);
      String line = "sh " + Scripts.SCRIPT + " && git add own.txt";

      CallAnswer answer =
          during(door, () -> door.call("run_command", "command", line), () -> work(inner));

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      hasAllOfIt(inner);
    }
  }

  @Test
  void whatIsObeyedThereIsPutBack() throws Exception {
    try (Door door = around();
        Door inner = below()) {
      inner.call("write_file", "path", "before.txt", "content", "before\n");
      String config = inner.read(".git/config");
      String hostile =
          WAITING
              + "; echo '[core]\n\tfsmonitor = ./x' >> sub/.git/config; echo ls > sub/.git/hooks/p"
              + "; echo evil > sub/.writ/project.yaml; echo '*' > sub/.git/info/exclude";

      CallAnswer answer = during(door, hostile, () -> work(inner));

      assertThat(Door.code(answer)).isEqualTo("PROTECTED_PATH");
      assertThat(inner.read(".git/config")).isEqualTo(config);
      assertThat(inner.read(".git/info/exclude")).contains("/.writ/objects/").doesNotContain("\n*");
      assertThat(inner.root.resolve(".git/hooks/p")).doesNotExist();
      assertThat(inner.root.resolve(".writ/project.yaml")).doesNotExist();
      hasAllOfIt(inner);
    }
  }

  @Test
  void aForgedRecordThereIsToldAndTakesNothing() throws Exception {
    try (Door door = around();
        Door inner = below()) {
      inner.call("write_file", "path", "before.txt", "content", "evil\n");
      String forging =
          WAITING
              + "; head -n 1 sub/.orchestration/agent_trace.jsonl > line"
              + "; sed s/before.txt/evil.txt/ line >> sub/.orchestration/agent_trace.jsonl"
              + "; echo evil > sub/evil.txt";

      CallAnswer answer = during(door, forging, () -> work(inner));

      assertThat(answer.result().content())
          .contains(
              "sub/.orchestration/agent_trace.jsonl has 1 new records that none of your sessions"
                  + " made");
      assertThat(Scripts.told(door))
          .contains("create sub/evil.txt")
          .noneMatch(told -> told.contains("sub/new") || told.contains("sub/s.txt"));
    }
  }

  @Test
  void whatIsChangedInItsLedgerIsPutBack() throws Exception {
    try (Door door = around();
        Door inner = below()) {
      inner.call("write_file", "path", "before.txt", "content", "before\n");
      String ledger = inner.read(".orchestration/agent_trace.jsonl");

      CallAnswer answer =
          during(
              door,
              WAITING + "; sed -i s/before/evil/ sub/.orchestration/agent_trace.jsonl",
              () -> inner.text("read_file", "path", "s.txt"));

      assertThat(Door.code(answer)).isEqualTo("PROTECTED_PATH");
      assertThat(inner.read(".orchestration/agent_trace.jsonl")).isEqualTo(ledger);
    }
  }

  @Test
  void whatASessionAroundDoesIsItsOwn() throws Exception {
    try (Door door = around();
        Door inner = below()) {
      CallAnswer answer =
          during(
              inner,
              WAITING,
              () -> {
                door.call("write_file", "path", "sub/theirs/n.txt", "content", "n\n");
                return door.text("run_command", "command", "sh -c 'echo t >> sub/s.txt'");
              });

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(Scripts.told(inner))
          .contains("create own.txt")
          .noneMatch(t -> t.contains("s.txt"));
      assertThat(inner.read("theirs/n.txt") + inner.read("s.txt")).isEqualTo("n\ns\nt\n");
      assertThat(Scripts.told(door)).contains("create sub/theirs/n.txt", "modify sub/s.txt");
    }
  }
}
