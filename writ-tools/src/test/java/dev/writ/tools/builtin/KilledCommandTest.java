// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.audit.AuditTrail;
import dev.writ.records.verify.VerificationReport;
import dev.writ.testkit.JavaProcess;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Writ is killed while a command works in the workspace itself: the next session finds out what it
/// changed, records it, and puts back what wasn't allowed.
class KilledCommandTest {
  @TempDir Path directory;

  /// A session that runs one script until it is killed.
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) {
      try (Door door = Scripts.door(Path.of(arguments[0]), "landlock")) {
        door.intents();
        Scripts.declare(door, "INT-001");
        String what = door.read("what.txt");
        if (what.startsWith("git ")) {
          door.call("run_command", "command", what.strip());
        } else {
          Scripts.sh(door, what);
        }
      }
    }
  }

  @Test
  void theNextSessionSettlesWhatAKilledOneLeft() throws Exception {
    Map<String, String> tree;
    try (Door door = Scripts.door(directory, "landlock")) {
      WorkTree.prepare(door);
      door.file(".vscode/settings.json", "{}\n");
      door.file(
          "what.txt",
          """
          echo in > src/in.txt; chmod 777 src/b.sh; rmdir empty; echo out > docs/out.md
          rm docs/deep/er/c.txt; echo x > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
          echo x >> .git/config; echo '{"x":1}' > .vscode/settings.json; mkdir -p n/.git/hooks
          echo '*' > .gitignore; echo hidden > hidden.txt; chmod 700 docs
          : > done.txt; exec tail -f /dev/null
          """);
      tree = WorkTree.tree(door);
      tree.remove("link"); // it goes when the door is closed
    }
    killOnce("done.txt");
    try (Door door = Door.in(directory, setup -> setup.session = "S-2")) {
      List<String> told = door.governor.recover();
      assertThat(outcome()).startsWith("recovered");
      door.file("docs/person.md", "mine\n");

      assertThat(told).hasSize(1);
      assertThat(told.getFirst())
          .contains(
              "Writ was ended while",
              "created src/in.txt",
              "docs/out.md (restored: outside the scope of the intent)");
      Map<String, String> after = WorkTree.tree(door);
      assertThat(after)
          .containsEntry("src/in.txt", "100644 in\n")
          .containsEntry("src/b.sh", "100777 #!/bin/sh\n")
          .containsKeys("hidden.txt", "done.txt");
      after.keySet().removeAll(List.of("src/in.txt", "hidden.txt", "done.txt", "docs/person.md"));
      after.put("src/b.sh", tree.get("src/b.sh"));
      assertThat(after).isEqualTo(tree);
      assertThat(door.root.resolve(".git/hooks/pre-commit")).doesNotExist();
      assertThat(Scripts.git(door, "config", "--list")).doesNotContain("x=");
      assertThat(Scripts.told(door)).contains("create hidden.txt", "modify src/b.sh");
      assertThat(door.governor.audit().open()).isEmpty();
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
      try (Stream<Path> notes = Files.walk(directory.resolve("data/commands"))) {
        assertThat(notes.filter(Files::isRegularFile)).isEmpty();
      }
      assertThat(door.governor.recover()).isEqualTo(told);
    }
  }

  /// It has a ledger of its own, and records that the audit log knows.
  @Test
  void whatASessionBelowDidMeanwhileStays() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("what.txt", "echo in > src/in.txt; : > done.txt; exec tail -f /dev/null\n");
      door.file("src/a.txt", "a\n");
      door.file("sub/s.txt", "s\n");
      door.intents();
    }
    killOnce(
        "done.txt",
        () -> {
          try (Door inner = below()) {
            assertThat(inner.code("write_file", "path", "n.md", "content", "n\n")).isEqualTo("ok");
          }
        });
    try (Door door = Door.in(directory, setup -> setup.session = "S-2");
        Door inner = below()) {
      List<String> told = door.governor.recover();

      assertThat(told).hasSize(1).first().asString().contains("src/in.txt").doesNotContain("sub");
      assertThat(Scripts.told(door)).noneMatch(one -> one.contains("sub"));
      assertThat(inner.read("n.md")).isEqualTo("n\n");
      assertThat(Scripts.told(inner)).containsExactly("create n.md");
      assertThat(inner.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }

  /// All in it keeps its own times.
  @Test
  void whatAPersonMovedInSinceStays() throws Exception {
    Path aside = Files.createDirectory(directory.resolve("aside"));
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("a.txt", "a\n");
      door.file("src/x", "before\n");
      Scripts.repository(door);
      door.file("sub/s.txt", "s\n");
      Scripts.git(door, "-C", "sub", "init", "-q");
      Scripts.git(door, "-C", "sub", "add", "-A");
      Scripts.git(
          door, "-C", "sub", "-c", "user.name=T", "-c", "user.email=t@x", "commit", "-qm", "one");
      door.file(".vscode/settings.json", "{}\n");
      door.file("new/x", "other\n");
      for (String name : List.of("sub", ".vscode", "new")) {
        Files.move(door.root.resolve(name), aside.resolve(name));
      }
      door.file("what.txt", "echo more >> a.txt; : > done.txt; exec tail -f a.txt\n");
      door.intents();
    }
    killOnce("done.txt");
    Path root = directory.resolve("root");
    while (!Instant.now().isAfter(Files.getLastModifiedTime(root).toInstant().plusSeconds(1))) {
      StatePoll.pause(); // the kernel's clock of files is coarse
    }
    Files.move(root.resolve("src"), root.resolve("src.old"));
    Files.move(aside.resolve("new"), root.resolve("src"));
    for (String name : List.of("sub", ".vscode")) {
      Files.move(aside.resolve(name), root.resolve(name));
    }
    try (Door door = Door.in(directory, setup -> setup.session = "S-2")) {
      List<String> told = door.governor.recover();

      assertThat(told).hasSize(1).first().asString().contains("a.txt").doesNotContain("src", "sub");
      assertThat(Scripts.git(door, "-C", "sub", "log", "--format=%s")).isEqualTo("one\n");
      assertThat(door.read(".vscode/settings.json")).isEqualTo("{}\n");
      assertThat(door.read("src/x")).isEqualTo("other\n");
      assertThat(door.read("src.old/x")).isEqualTo("before\n");
      assertThat(Scripts.told(door)).noneMatch(one -> one.contains("src") || one.contains("sub"));
    }
  }

  /// Programs obey some files that also hold secrets, of which no copy is in the workspace.
  @Test
  void theNextSessionRestoresSecretFilesToo() throws Exception {
    List<String> files = List.of(".envrc", ".npmrc", "sub/.envrc");
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      files.forEach(file -> door.file(file, "token=zebra7\n"));
      door.file(
          "what.txt",
          "echo evil | tee .envrc .npmrc sub/.envrc; : > done.txt; exec tail -f a.txt\n");
      door.intents();
    }
    killOnce("done.txt");
    try (Door door = Door.in(directory, setup -> setup.session = "S-2")) {
      List<String> told = door.governor.recover();

      for (String file : files) {
        assertThat(door.root.resolve(file)).as(told.toString()).hasContent("token=zebra7\n");
      }
      try (Stream<Path> notes = Files.walk(directory.resolve("data/commands"))) {
        assertThat(notes.filter(Files::isRegularFile)).isEmpty();
      }
    }
  }

  /// What Git brought is judged like that of a command that ended.
  @Test
  void whatGuardedPlacesGotInCommitsIsJudged() throws Exception {
    String before;
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("a.txt", "one\n");
      door.file(".envrc", "export A=1\n");
      Scripts.repository(door);
      Scripts.git(door, "checkout", "-q", "-b", "evil");
      door.file(".envrc", "export EVIL=1\n");
      Scripts.git(door, "commit", "-q", "-am", "evil");
      Scripts.git(door, "bundle", "create", "-q", "evil.bundle", "evil");
      Scripts.git(door, "checkout", "-q", "-");
      Scripts.git(door, "branch", "-q", "-D", "evil");
      Scripts.git(door, "reflog", "expire", "--expire=now", "--all");
      Scripts.git(door, "gc", "-q", "--prune=now");
      Scripts.git(door, "config", "filter.slow.clean", ": > done.txt; exec tail -f /dev/null");
      door.file(".git/info/attributes", "slow.txt filter=slow\n");
      door.file("slow.txt", "slow\n");
      door.file("what.txt", "git fetch -q evil.bundle evil:refs/heads/evil && git add slow.txt");
      door.intents();
      before = Scripts.git(door, "for-each-ref");
    }
    killOnce("done.txt");
    try (Door door = Door.in(directory, setup -> setup.session = "S-2")) {
      assertThat(Scripts.git(door, "for-each-ref")).contains("refs/heads/evil");
      List<String> told = door.governor.recover();

      assertThat(Scripts.git(door, "for-each-ref")).as(told.toString()).isEqualTo(before);
      assertThat(told.getFirst()).contains("come into its history");
    }
  }

  /// With its objects, which nobody keeps.
  @ParameterizedTest
  @ValueSource(strings = {"mv n e", "mv n/.git e", "chmod 700 n; mv n e; echo x > n"})
  void aRepositoryThatWasMovedIsWhereItWas(String line) throws Exception {
    String before;
    try (Door door = Scripts.door(directory, "landlock")) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      door.file("n/f.txt", "f\n");
      Scripts.git(door, "-C", "n", "init", "-q");
      Scripts.git(door, "-C", "n", "add", "-A");
      Scripts.git(
          door, "-C", "n", "-c", "user.name=T", "-c", "user.email=t@x", "commit", "-qm", "one");
      door.file("what.txt", line + "; : > done.txt; exec tail -f a.txt\n");
      door.intents();
      before = Scripts.git(door, "-C", "n", "log", "-p");
    }
    killOnce("done.txt");
    try (Door door = Door.in(directory, setup -> setup.session = "S-2")) {
      List<String> told = door.governor.recover();

      assertThat(door.root.resolve("n/.git")).as(told.toString()).isDirectory();
      assertThat(Scripts.git(door, "-C", "n", "log", "-p")).isEqualTo(before);
      Scripts.git(door, "-C", "n", "fsck", "--strict");
    }
  }

  @Test
  void aCommandOfWhichNothingStandsIsCutOff() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      WorkTree.prepare(door);
      door.file("what.txt", "echo out > docs/out.md; : > docs/done.md; exec tail -f /dev/null\n");
    }
    killOnce("docs/done.md");
    try (Door door = Door.in(directory, setup -> setup.session = "S-2")) {
      assertThat(door.governor.recover().getFirst())
          .contains("docs/out.md (restored: outside the scope of the intent)");
      assertThat(door.root.resolve("docs")).isDirectoryNotContaining("glob:**.md");
      assertThat(outcome()).startsWith("cut_off");
    }
  }

  /// While a model's Git stashes, Writ's records are marked in the index; a person's own marks
  /// stay.
  @Test
  void theNextSessionTakesItsMarksOutOfGitsIndex() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.intents();
      Scripts.declare(door, "INT-001");
      assertThat(door.code("write_file", "path", "a.txt", "content", "one\n")).isEqualTo("ok");
      door.file(".gitattributes", "a.txt filter=slow\n");
      // Otherwise Git looks at the file whenever it writes its index.
      Files.setLastModifiedTime(door.root.resolve("a.txt"), FileTime.fromMillis(0));
      door.file(".orchestration/mine.txt", "a person's\n");
      Scripts.repository(door);
      Scripts.git(door, "update-index", "--skip-worktree", ".orchestration/mine.txt");
      Scripts.git(door, "config", "filter.slow.clean", ": > done.txt; exec tail -f /dev/null");
      door.file("a.txt", "two\n");
      door.file("what.txt", "git stash");
    }
    killOnce("done.txt");
    try (Door door = Scripts.door(directory, "landlock")) {
      assertThat(Scripts.git(door, "ls-files", "-v")).contains("S .orchestration/agent_trace");
      door.governor.recover();
      assertThat(Scripts.git(door, "ls-files", "-v"))
          .contains("H .orchestration/agent_trace", "S .orchestration/mine.txt");
    }
  }

  /// How the last act in the audit log ended.
  private String outcome() throws IOException {
    return new AuditTrail(directory.resolve("data")).entries().getLast().how();
  }

  /// Kills the session as soon as its command has made that file.
  private Door below() {
    return Door.in(
        directory,
        setup -> {
          setup.below = "sub";
          setup.session = "S-3";
        });
  }

  private void killOnce(String made) throws Exception {
    killOnce(made, () -> {});
  }

  /// @param others what they do before
  private void killOnce(String made, Runnable others) throws Exception {
    Process victim = victim();
    try {
      while (!Files.exists(directory.resolve("root").resolve(made))) {
        assertThat(victim.isAlive()).as(Files.readString(directory.resolve("said"))).isTrue();
        StatePoll.pause();
      }
      others.run();
    } finally {
      victim.destroyForcibly();
    }
    assertThat(victim.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  private Process victim() throws IOException {
    return JavaProcess.of(Victim.class, directory.toString())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("said").toFile())
        .start();
  }
}
