// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What commands bring into a repository's commits and index: the next checkout writes it, so
/// places that no command may change get no new content there either.
class CommandHistoryTest {
  private static final String OBEYED = ".envrc";
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";
  private static final String EVIL = "export EVIL=1\n";

  /// Cargo obeys what is in a directory of that name, wherever it is.
  private static final String LINK =
      """
      diff --git a/.cargo b/.cargo
      new file mode 120000
      --- /dev/null
      +++ b/.cargo
      @@ -0,0 +1 @@
      +dot
      \\ No newline at end of file
      """;

  private static final String MAP = ".orchestration/intent_map.md";

  /// Four ordinary files that together are a repository.
  private static final String BARE =
      Stream.of("HEAD", "config", "objects/k", "refs/k")
          .map(
              name ->
                  """
                  diff --git a/x/%1$s b/x/%1$s
                  new file mode 100644
                  --- /dev/null
                  +++ b/x/%1$s
                  @@ -0,0 +1 @@
                  +ref: refs/heads/x
                  """
                      .formatted(name))
          .collect(Collectors.joining());

  @TempDir Path directory;

  /// A repository whose history has two versions of an obeyed file, a branch with another one, and
  /// records that were appended on both sides.
  static void prepare(Door door) throws Exception {
    door.file("a.txt", "a\n");
    door.file(OBEYED, "export A=0\n");
    door.file(LEDGER, "{\"id\":\"1\"}\n");
    door.file(MAP, "# Map\n");
    door.file(".gitattributes", "*.jsonl merge=union\n" + MAP + " merge=union\n");
    door.file(".gitignore", "*.patch\n*.bundle\n.writ/\nlinked/\n");
    Scripts.git(door, "init", "-q", "-b", "master");
    Scripts.git(door, "config", "user.name", "T");
    Scripts.git(door, "config", "user.email", "t@example.org");
    door.file("c.txt", "c\n");
    commit(door, "first");
    Scripts.git(door, "checkout", "-q", "-b", "conflict", "master");
    door.file("c.txt", "theirs\n");
    commit(door, "conflict");
    Scripts.git(door, "checkout", "-q", "-b", "feature", "master");
    door.file("sub/.envrc", "export A=2\n");
    door.file(LEDGER, "{\"id\":\"1\"}\n{\"id\":\"2\"}\n");
    door.file(MAP, "# Map\n\n## theirs\n");
    commit(door, "feature");
    Scripts.git(door, "checkout", "-q", "master");
    door.file(LEDGER, "{\"id\":\"1\"}\n{\"id\":\"3\"}\n");
    door.file(MAP, "# Map\n\n## ours\n");
    commit(door, "records");
    door.file(OBEYED, "export A=1\n");
    door.file("c.txt", "ours\n");
    commit(door, "second");
    evil(door);
  }

  private static void commit(Door door, String message) throws Exception {
    Scripts.git(door, "add", "-f", LEDGER);
    Scripts.git(door, "add", "-A");
    Scripts.git(door, "commit", "-q", "-m", message);
  }

  /// A patch and a bundle with a commit that only the model knows.
  private static void evil(Door door) throws Exception {
    Scripts.git(door, "checkout", "-q", "-b", "evil");
    door.file(OBEYED, EVIL);
    Scripts.git(door, "commit", "-q", "-am", "evil");
    Scripts.git(door, "format-patch", "-q", "-1", "--output=evil.patch");
    Scripts.git(door, "bundle", "create", "-q", "evil.bundle", "evil");
    Scripts.git(door, "checkout", "-q", "-f", "-B", "evil", "master");
    door.file(LEDGER, "{\"id\":\"1\"}\n{\"id\":\"3\"}\n{\"id\":\"forged\"}\n");
    Scripts.git(door, "commit", "-q", "-am", "forged");
    Scripts.git(door, "format-patch", "-q", "-1", "--output=forged.patch");
    Scripts.git(door, "checkout", "-q", "-f", "master");
    Scripts.git(door, "branch", "-q", "-D", "evil");
    Scripts.git(door, "reflog", "expire", "--expire=now", "--all");
    Scripts.git(door, "gc", "-q", "--prune=now");
  }

  private static String state(Door door) throws Exception {
    return Scripts.git(door, "for-each-ref")
        + Scripts.git(door, "rev-parse", "HEAD")
        + Scripts.git(door, "symbolic-ref", "HEAD")
        + Scripts.git(door, "ls-files", "-s")
        + Scripts.git(door, "stash", "list")
        + Scripts.git(door, "worktree", "list")
        + Files.exists(door.root.resolve(".git/sequencer"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git checkout -q -b side && git am -q evil.patch && git checkout -q master",
        "git apply --cached evil.patch",
        "git apply --cached evil.patch && git commit -q -m x",
        "git apply --cached evil.patch && git stash -q",
        "git apply --cached forged.patch && git commit -q -m x",
        "git checkout -q -b side && git am -q forged.patch; git checkout -q -f master",
        "git fetch -q evil.bundle evil:refs/remotes/origin/evil",
        "git fetch -q evil.bundle evil && git tag t FETCH_HEAD",
        "git fetch -q evil.bundle evil && git merge -q -s ours -m x FETCH_HEAD",
        "git fetch -q evil.bundle evil && git replace -f master FETCH_HEAD",
        "git fetch -q evil.bundle evil && git update-ref refs/x FETCH_HEAD",
        "git fetch -q evil.bundle evil && git read-tree FETCH_HEAD",
        "git fetch -q evil.bundle evil && git stash store -m x FETCH_HEAD && git stash -q",
        "git fetch -q evil.bundle evil && git cherry-pick conflict FETCH_HEAD",
        "git fetch -q evil.bundle evil && git -C linked reset -q --soft COMMIT",
        "git add -f named.txt && git update-index --add --cacheinfo 100755,BLOB,.envrc",
        "git apply --cached fixture.patch",
        "git apply --cached link.patch",
        "git apply --cached bare.patch",
        "git apply --cached bare.patch && git commit -q -m x",
        "git apply --cached --include=x/objects/k --include=x/refs/k bare.patch && echo ref: x > x/HEAD"
            + " && git add x/HEAD",
        "git apply --cached link.patch && git commit -q -m x",
        "git add --chmod=+x " + OBEYED,
        "git add --chmod=+x " + OBEYED + " && git commit -q -m x",
      })
  void noNewContentOfAGuardedPlaceComesIntoTheHistory(String line) throws Exception {
    comesNot(line, "namespaces");
    comesNot(line, "landlock");
  }

  private void comesNot(String line, String mechanism) throws Exception {
    try (Door door = Scripts.door(directory.resolve(mechanism), mechanism)) {
      prepare(door);
      Scripts.git(door, "worktree", "add", "-q", "--detach", "linked", "master");
      door.file("named.txt", EVIL);
      door.file("link.patch", LINK);
      door.file("bare.patch", BARE);
      for (String part : List.of("HEAD", "config", "objects/k", "refs/k")) {
        door.file("fx/r.git/" + part, "[core]\n");
      }
      door.file(
          "fixture.patch",
          "--- a/fx/r.git/config\n+++ b/fx/r.git/config\n@@ -1 +1,2 @@\n [core]\n+fsmonitor = evil\n");
      Scripts.git(door, "add", "fx");
      Scripts.git(door, "commit", "-qm", "fixture");
      door.file("x/notes.txt", "x\n");
      door.file("dot/config.toml", "[build]\n");
      door.file("a.txt", line.contains("stash") ? "changed\n" : "a\n");
      String blob = Scripts.git(door, "hash-object", "named.txt").strip();
      String commit =
          Scripts.git(door, "bundle", "list-heads", "evil.bundle").replaceFirst(" .*\\s*", "");
      String before = state(door);

      CallAnswer answer =
          door.call("run_command", "command", line.replace("BLOB", blob).replace("COMMIT", commit));

      assertThat(state(door)).as(answer.result().content()).isEqualTo(before);
      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("PROTECTED_PATH");
      assertThat(answer.result().content()).contains("into its history");
    }
  }

  /// A stash is the only place of what it holds: it stays while a part of it is not applied.
  @ParameterizedTest
  @CsvSource({
    "namespaces, git stash pop -q",
    "landlock, git stash pop -q",
    "namespaces, git stash apply -q; git stash drop -q",
    "namespaces, git stash branch b",
  })
  void noStashGoesOfWhichAPartIsRefused(String mechanism, String line) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      prepare(door);
      door.file(OBEYED, "{\"mine\":1}\n");
      door.file("a.txt", "stashed\n");
      Scripts.git(door, "stash", "-q");
      String before = state(door) + Scripts.git(door, "reflog");

      CallAnswer answer = door.call("run_command", "command", line);

      String said = answer.result().content();
      assertThat(said).contains(OBEYED);
      assertThat(state(door) + Scripts.git(door, "reflog")).as(said).isEqualTo(before);
      assertThat(door.read("a.txt")).as(said).isEqualTo("a\n");
    }
  }

  /// What a stopped operation keeps for later comes when a person lets it go on, as Git says.
  @ParameterizedTest
  @CsvSource({
    "namespaces, plain",
    "landlock, plain",
    "namespaces, encoded",
    "namespaces, quoted",
    "namespaces, deeper",
  })
  void noPatchWaitsForAPersonToGoOn(String mechanism, String form) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      prepare(door);
      String later = Files.readString(door.root.resolve("evil.patch"));
      String first = later.replace(OBEYED, "missing.txt");
      String second =
          switch (form) {
            case "encoded" ->
                first.replace("Subject:", "Content-Transfer-Encoding: base64\nSubject:");
            case "quoted" -> later.replace("b/" + OBEYED, "\"b/.v\\163code/x\"");
            case "deeper" -> later.replace(OBEYED, "x/y/" + OBEYED);
            default -> later;
          };
      door.file("two.mbox", first + second);
      String before = state(door);

      CallAnswer answer = door.call("run_command", "command", "git am -q two.mbox");

      assertThat(answer.result().content()).contains("patches");
      assertThat(door.root.resolve(".git/rebase-apply")).doesNotExist();
      assertThat(state(door)).isEqualTo(before);
    }
  }

  /// The same line in a plain clone says what is to come of it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git commit -q -am x",
        "git merge -q -m m feature",
        "git revert --no-edit HEAD",
        "git revert --no-edit HEAD~1",
        "git rebase -q feature",
        "git cherry-pick feature~0",
        "git commit -q --amend -m other",
        "git checkout -q feature",
        "git checkout -q -b new feature && git commit -q --allow-empty -m more",
        "git reset -q --hard HEAD~2",
        "git stash -q && git stash pop -q",
        "git tag t feature && git branch other HEAD~1",
        "git worktree add -q -b side /tmp/w feature && git -C /tmp/w commit -q --allow-empty -m x",
      })
  void whatWasThereBeforeGoesOn(String line) throws Exception {
    goesOn(line, "namespaces");
    if (!line.contains("/tmp/")) { // Landlock gives commands none of their own
      goesOn(line, "landlock");
    }
  }

  private void goesOn(String line, String mechanism) throws Exception {
    try (Door door = Scripts.door(directory.resolve(mechanism), mechanism);
        Door plain = Scripts.door(directory.resolve(mechanism + "-plain"))) {
      for (Door each : List.of(door, plain)) {
        prepare(each);
        each.file("a.txt", line.contains("-am") || line.contains("stash") ? "changed\n" : "a\n");
      }
      Process shell =
          new ProcessBuilder("sh", "-c", line.replace("/tmp/w", plain.root + "-w"))
              .directory(plain.root.toFile())
              .redirectErrorStream(true)
              .start();
      String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(shell.waitFor()).as(said).isZero();

      CallAnswer answer = door.call("run_command", "command", line);

      assertThat(trees(door)).as(answer.result().content()).isEqualTo(trees(plain));
    }
  }

  private static String trees(Door door) throws Exception {
    String refs = Scripts.git(door, "for-each-ref", "--format=%(refname) %(tree)");
    return refs + Scripts.git(door, "rev-parse", "HEAD^{tree}");
  }

  /// Writ's own files are on one branch and not on another: they stay, and that is no offence.
  @ParameterizedTest
  @ValueSource(strings = {"git switch -q other", "git checkout -q other && git status -s"})
  void writsOwnFilesStayWhenTheBranchChanges(String line) throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      Scripts.git(door, "branch", "other");
      door.file(".writ/README.md", "notes\n");
      Scripts.git(door, "add", "-f", ".writ/README.md");
      Scripts.git(door, "commit", "-q", "-m", "configuration");

      CallAnswer answer = door.call("run_command", "command", line);

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(answer.result().content()).contains("left as they are: .writ/README.md");
      assertThat(door.root.resolve(".writ/README.md")).exists();
      assertThat(Scripts.git(door, "branch", "--show-current")).isEqualTo("other\n");
    }
  }

  /// A repository within the workspace is one like any other, whatever program writes to it.
  @ParameterizedTest
  @CsvSource({
    "namespaces, git -C nested apply --cached evil.patch",
    "landlock, git -C nested apply --cached evil.patch",
    "landlock, sh script.txt",
    "namespaces, git init -q fresh && git -C fresh fetch -q ../evil.bundle evil:evil",
    "landlock, git init -q fresh && git -C fresh fetch -q ../evil.bundle evil:evil",
    "namespaces, git clone -q -n evil.bundle fresh",
  })
  void inARepositoryWithinTheSameHolds(String mechanism, String line) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      prepare(door);
      door.file("nested/a.txt", "a\n");
      Scripts.git(door, "-C", "nested", "init", "-q");
      Scripts.git(door, "-C", "nested", "config", "user.name", "T");
      Scripts.git(door, "-C", "nested", "config", "user.email", "t@example.org");
      Scripts.git(door, "-C", "nested", "fetch", "-q", "..", "master");
      Scripts.git(door, "-C", "nested", "checkout", "-q", "-f", "FETCH_HEAD");
      door.file(
          "script.txt",
          "git rev-parse HEAD > nested/.git/refs/heads/x; git -C nested pack-refs --all");
      Files.copy(door.root.resolve("evil.patch"), door.root.resolve("nested/evil.patch"));
      String before = nested(door);

      CallAnswer answer = door.call("run_command", "command", line);

      assertThat(nested(door)).as(answer.result().content()).isEqualTo(before);
      assertThat(door.root.resolve("fresh/.git")).doesNotExist();
      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("PROTECTED_PATH");
    }
  }

  private static String nested(Door door) throws Exception {
    return Scripts.git(door, "-C", "nested", "for-each-ref")
        + Scripts.git(door, "-C", "nested", "rev-parse", "HEAD")
        + Scripts.git(door, "-C", "nested", "ls-files", "-s");
  }

  /// The person's own change of an obeyed file may be committed, and nothing else of it.
  @Test
  void whatStandsInTheWorkTreeMayBeCommitted() throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      door.file(OBEYED, "export B=1\n");

      CallAnswer answer =
          door.call("run_command", "command", "git add .envrc && git commit -q -m x");

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(Scripts.git(door, "show", "HEAD:.envrc")).isEqualTo("export B=1\n");
      assertThat(Files.readString(door.root.resolve(OBEYED))).isEqualTo("export B=1\n");
    }
  }
}
