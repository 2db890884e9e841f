// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A program that Git starts, here a person's hook that runs code of the workspace, writes Git's
/// data as Git itself never does: what Git reads from them later isn't what it looks like.
class GitDataTest {
  private static final String OBEYED = ".vscode/tasks.json";

  /// Makes a content, a tree and a commit that only the program knows.
  private static final String EVIL =
      """
      F=$(git rev-parse feature); B=$(git rev-parse feature:.vscode/tasks.json)
      EV=$(echo evil | git hash-object -w --stdin)
      export GIT_INDEX_FILE=$TMPDIR/index
      git read-tree feature
      git update-index --add --cacheinfo 100644,$EV,.vscode/tasks.json
      T=$(git write-tree); C=$(git commit-tree $T -p $F -m x)
      unset GIT_INDEX_FILE
      """;

  @TempDir Path directory;

  private static void prepare(Door door) throws Exception {
    door.file("a.txt", "a\n");
    door.file(OBEYED, "{\"v\":1}\n");
    Scripts.repository(door);
    Scripts.git(door, "config", "user.name", "T");
    Scripts.git(door, "config", "user.email", "t@example.org");
    Scripts.git(door, "checkout", "-q", "-b", "plain");
    door.file("b.txt", "b\n");
    Scripts.git(door, "add", "b.txt");
    Scripts.git(door, "commit", "-qm", "plain");
    Scripts.git(door, "checkout", "-q", "-b", "feature", "master");
    door.file(OBEYED, "{\"v\":2}\n");
    Scripts.git(door, "commit", "-qam", "two");
    Scripts.git(door, "checkout", "-q", "-b", "keep");
    door.file("only.txt", "only here\n");
    Scripts.git(door, "add", "only.txt");
    Scripts.git(door, "commit", "-qm", "three");
    Scripts.git(door, "checkout", "-q", "master");
    Path hook = door.root.resolve(".git/hooks/pre-commit");
    Files.createDirectories(hook.getParent());
    Files.writeString(hook, "#!/bin/sh\nexec sh hook.txt\n");
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String state(Door door) throws Exception {
    return Scripts.git(door, "for-each-ref")
        + Scripts.git(door, "rev-parse", "HEAD", "feature", "keep")
        + Scripts.git(door, "ls-files", "-s")
        + Scripts.git(door, "show", "feature:.vscode/tasks.json", "keep:only.txt")
        + Scripts.git(door, "fsck", "--strict", "--no-dangling");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git replace $B $EV",
        "git replace $F^{tree} $T",
        "mkdir .git/refs/replace; echo $EV > .git/refs/replace/$B",
        "echo $C | tr a-f A-F > .git/refs/heads/feature",
        "printf $C > .git/refs/heads/feature",
        "echo \"$C\t\tbranch x\" > .git/FETCH_HEAD; echo ref: FETCH_HEAD > .git/refs/heads/feature",
        "git pack-refs --all; L=$(grep feature .git/packed-refs);"
            + " for i in 1 2 3 4 5 6 7 8 9; do echo $C refs/heads/feature; done >> .git/packed-refs;"
            + " echo \"$L\" >> .git/packed-refs",
        "git pack-refs --all; sed -i \"s#$F refs/heads/f#$C\trefs/heads/f#\" .git/packed-refs",
        "echo $T > .git/refs/tags/v1",
        "echo \"$C\t\tbranch x\" > .git/FETCH_HEAD",
        "printf '100644 %s 2\t.vscode/tasks.json\\n100644 %s 3\t.vscode/tasks.json\\n' $EV $B"
            + " | git update-index --index-info; git add .vscode/tasks.json; git reset -q --mixed",
        "git update-index --assume-unchanged a.txt; exit 1",
        "git update-index --skip-worktree a.txt; exit 1",
        "printf '100644 %s 2\t.vscode/tasks.json\\n100644 %s 3\t.vscode/tasks.json\\n' $EV $B"
            + " | git update-index --index-info",
        "echo 1234567890123456789012345678901234567890 > .git/refs/heads/feature",
        "D=$(git commit-tree $F^{tree} -p $C -m y); echo $D > .git/shallow;"
            + " echo $D > .git/refs/heads/feature",
        "b=.git/objects/$(echo $B | cut -c1-2)/$(echo $B | cut -c3-); chmod 666 $b;"
            + " cat .git/objects/$(echo $EV | cut -c1-2)/$(echo $EV | cut -c3-) > $b",
      })
  void whatGitNeverWritesIsNotApplied(String script) throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      door.file("hook.txt", EVIL + script + "\n");
      String before = state(door);

      CallAnswer answer = door.call("run_command", "command", "git commit --allow-empty -qm c");

      assertThat(state(door)).as(answer.result().content()).isEqualTo(before);
      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("PROTECTED_PATH");
    }
  }

  /// A line that lists refs asks for the removal of none; hooks may do anything.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git branch --list && git commit --allow-empty -qm c",
        "git branch --merged && git tag -l && git commit --allow-empty -qm c",
        "git stash list && git commit --allow-empty -qm c",
        "git reflog && git notes list; git worktree list; git commit --allow-empty -qm c",
        "git remote -v && git commit --allow-empty -qm c",
      })
  void aListRemovesNothing(String line) throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      door.file("hook.txt", "git branch -q -D keep; git reflog expire --expire=now --all\n");
      String before = state(door) + Scripts.git(door, "reflog");

      CallAnswer answer = door.call("run_command", "command", line);

      assertThat(state(door) + Scripts.git(door, "reflog"))
          .as(answer.result().content())
          .isEqualTo(before);
      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("PROTECTED_PATH");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -rf .git/objects/??",
        "o=$(git rev-parse keep:only.txt);"
            + " rm -f .git/objects/$(echo $o | cut -c1-2)/$(echo $o | cut -c3-)",
        "for o in .git/objects/??/*; do chmod 666 $o; : > $o; done",
        "git repack -adq; rm -f .git/objects/pack/*",
        "git repack -adq; for p in .git/objects/pack/*.pack; do chmod 666 $p; echo x >> $p; done",
      })
  void noObjectGoesThatSomethingLeadsTo(String script) throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      door.file("hook.txt", script + "\n");
      String before = state(door);

      CallAnswer answer = door.call("run_command", "command", "git commit --allow-empty -qm c");

      assertThat(state(door)).as(answer.result().content()).isEqualTo(before);
      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("PROTECTED_PATH");
    }
  }

  /// A person's change that Git would no longer see would be overwritten by the next checkout.
  @ParameterizedTest
  @CsvSource({"namespaces", "landlock"})
  void noIndexHidesAPersonsChange(String mechanism) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      prepare(door);
      door.file("a.txt", "b\n");
      Files.setLastModifiedTime(door.root.resolve("a.txt"), FileTime.fromMillis(1_000_000));
      // An index that was refreshed while the file had the old content, and looked as it does now.
      door.file(
          "hook.txt",
          """
          mkdir $TMPDIR/w; printf 'a\\n' > $TMPDIR/w/a.txt; touch -d @1000 $TMPDIR/w/a.txt
          git --work-tree=$TMPDIR/w update-index --refresh > /dev/null
          touch -d '+1 hour' .git/index
          exit 1
          """);

      CallAnswer answer = door.call("run_command", "command", "git commit --allow-empty -qm c");

      String said = answer.result().content();
      assertThat(Scripts.git(door, "-c", "core.checkStat=minimal", "status", "--short"))
          .as(said)
          .contains(" M a.txt");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git gc -q",
        "git gc -q --prune=now",
        "git repack -adq",
        "git pack-refs --all",
        "git commit-graph write --reachable",
        "git multi-pack-index write",
        "git tag -a v1 -m one",
        "git tag v1 feature",
        "git checkout -q plain",
        "git merge -q -m m plain",
        "git rebase -q plain",
        "git reset -q --hard plain",
        "git branch other feature~1",
        "git stash -q",
        "git commit -qam x && git gc -q",
      })
  void whatGitWritesIsApplied(String line) throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      Files.delete(door.root.resolve(".git/hooks/pre-commit"));
      door.file("a.txt", "changed\n");
      if (line.contains("reset") || line.contains("checkout") || line.contains("rebase")) {
        door.file("a.txt", "a\n");
      }

      CallAnswer answer = door.call("run_command", "command", line);

      String said = answer.result().content();
      assertThat(said).doesNotContain("not applied: it", "judged", "gone", "is not as Git");
      assertThat(Door.code(answer)).as(said).isEqualTo("ok");
      Scripts.git(door, "fsck", "--strict", "--no-dangling");
    }
  }

  /// What is hidden from programs doesn't get a name in Git, under which Git itself would see it.
  @ParameterizedTest
  @CsvSource({
    "namespaces, .env",
    "namespaces, c/.env",
    "namespaces, tests/real.key",
    "landlock, .env",
    "landlock, srv/tls.key",
    "landlock, tests/real.key"
  })
  void noSecretFileIsTrackedThatNobodyNamed(String mechanism, String secret) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file("a.txt", "a\n");
      door.file(".gitignore", "*.env\n*.key\n");
      Scripts.repository(door);
      Scripts.git(door, "config", "user.name", "T");
      Scripts.git(door, "config", "user.email", "t@example.org");
      door.file(secret, "PASSWORD=zebra-crossing-77\n");
      door.file(
          "p.diff",
          "diff --git a/%1$s b/%1$s\nnew file mode 100644\n--- /dev/null\n+++ b/%1$s\n@@ -0,0 +1 @@\n+hi\n"
              .formatted(secret));

      CallAnswer first = door.call("run_command", "command", "git apply --cached p.diff");
      CallAnswer _ = door.call("run_command", "command", "git commit -qam x");

      assertThat(Door.code(first)).as(first.result().content()).isEqualTo("PROTECTED_PATH");
      assertThat(first.result().content()).contains("usually holds secrets");
      assertThat(Scripts.git(door, "ls-files")).doesNotContain(secret);
      assertThat(Scripts.git(door, "log", "--all", "--format=", "--name-only"))
          .doesNotContain(secret);
    }
  }

  /// Git takes a content by its name, without reading it, from what a program put there.
  @ParameterizedTest
  @CsvSource({
    "landlock, .",
    "landlock, sub",
    "namespaces, .",
    "namespaces, sub",
  })
  void noProgramPutsAnotherContentUnderAName(String mechanism, String repository) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file("a.txt", "a\n");
      Scripts.repository(door);
      prepare(door, repository);
      String id = Scripts.git(door, "-C", repository, "rev-parse", "feature:f.txt").strip();
      String good = Scripts.git(door, "-C", repository, "show", "feature:f.txt");
      Scripts.git(door, "-C", repository, "gc", "-q");
      byte[] lie = deflated("blob 5\0evil\n");
      Files.write(door.root.resolve("lie.bin"), lie);
      String at = repository + "/.git/objects/" + id.substring(0, 2);
      String pack = repository + "/.git/objects/pack/pack-" + "0".repeat(40);

      CallAnswer answer =
          Scripts.sh(
              door,
              "mkdir -p %1$s; cp lie.bin %1$s/%2$s; cp lie.bin %3$s.pack; cp lie.bin %3$s.idx"
                  .formatted(at, id.substring(2), pack));

      String said = answer.result().content();
      assertThat(door.root.resolve(at + "/" + id.substring(2))).as(said).doesNotExist();
      assertThat(door.root.resolve(pack + ".idx")).as(said).doesNotExist();
      assertThat(Door.code(answer)).as(said).isNotEqualTo("INTERNAL_ERROR");
      assertThat(Scripts.git(door, "-C", repository, "show", "feature:f.txt")).isEqualTo(good);
    }
  }

  private static void prepare(Door door, String repository) throws Exception {
    door.file(repository + "/f.txt", "f\n");
    for (String[] words :
        new String[][] {
          {"init", "-q"},
          {"add", "f.txt"},
          {"-c", "user.name=T", "-c", "user.email=t@x", "commit", "-qm", "one"},
          {"branch", "feature"}
        }) {
      Scripts.git(
          door,
          Stream.concat(Stream.of("-C", repository), Stream.of(words)).toArray(String[]::new));
    }
  }

  private static byte[] deflated(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
