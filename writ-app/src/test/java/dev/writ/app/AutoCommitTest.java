// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// After a turn there is one commit of exactly its files, or none and a word why.
class AutoCommitTest extends CommitScene {
  @Test
  void whatFollowsACommitOfTheTurnIsCommitted() {
    desk.writ("init", "--yes");
    git("add", ".");
    git("commit", "-q", "-m", "init");

    Desk.Ran ran =
        run(
            write("new.txt")
                + ","
                + command("git add -A && git commit -q -m own")
                + ","
                + command("rm new.txt; echo b > a.txt"));

    assertThat(ran.err()).doesNotContain("not committed");
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(git("show", "--name-status", "--format=", "HEAD")).isEqualTo("M\ta.txt\nD\tnew.txt");
  }

  @Test
  void theTurnsFilesAreOneCommitAndNothingElseIs() {
    desk.workspace.write("staged.txt", "s\n");
    git("add", "staged.txt");
    desk.workspace.write("other.txt", "edited by the person\n");
    String staged = git("ls-files", "-s", "staged.txt");

    Desk.Ran ran = run(readAndWrite("a.txt") + "," + write("dir/ü new.txt"));

    assertThat(ran.err()).contains("writ: committed ", "[writ] Say hello", "2 files");
    assertThat(commits()).isEqualTo(3);
    assertThat(git("show", "--name-status", "--format=%s", "HEAD~1"))
        .isEqualTo(
            """
            [writ] Records

            A\t.orchestration/agent_trace.jsonl
            A\t.orchestration/intent_map.md\
            """);
    assertThat(git("-c", "core.quotePath=off", "show", "--name-status", "--format=", "HEAD"))
        .isEqualTo("M\ta.txt\nA\tdir/ü new.txt");
    assertThat(git("ls-files", "-s", "staged.txt")).isEqualTo(staged);
    assertThat(git("diff", "--cached", "--name-only")).isEqualTo("staged.txt");
    assertThat(git("diff", "--name-only")).isEqualTo("other.txt");
    assertThat(git("log", "-1", "--format=%an <%ae> %s"))
        .isEqualTo("A Person <person@example.org> [writ] Say hello");
    assertThat(git("log", "-1", "--format=%(trailers:only)"))
        .containsPattern("Intent: .+\nTrace: [0-9a-f-]{36}\nTrace: [0-9a-f-]{36}\nSession: [0-9]+");
    assertThat(git("log", "-1", "--format=%b")).startsWith("Say hello\nin a.txt");
    assertThat(desk.writ("audit").out()).contains("auto_commit");
    String id = git("rev-parse", "HEAD");
    assertThat(desk.home.read(".writ/audit.jsonl"))
        .contains("\"commit\":\"" + id + "\"")
        .contains("\"approver\":\"git.auto_commit\",\"contributor\":\"human\"");
    assertThat(desk.writ("why", "a.txt:1", "--json").out()).contains(id);
    assertThat(Desk.files(desk.workspace.path(".git")))
        .noneMatch(file -> file.toString().contains("writ-index"));
  }

  /// To agree to a file is not to agree to its being pushed.
  @ParameterizedTest
  @ValueSource(strings = {".env", "conf/server.key"})
  void aNewFileThatUsuallyHoldsSecretsIsNotCommitted(String secret) {
    Desk.Ran ran =
        run(
            readAndWrite("a.txt") + "," + write(secret),
            "--execution",
            "full_autonomous",
            "--allow-dangerous");
    assertThat(ran.err()).contains("not committed", secret + " is new and usually holds secrets");
    assertThat(git("ls-tree", "-r", "--name-only", "HEAD")).doesNotContain(secret);
  }

  @Test
  void aSimulatedRunCommitsNothing() {
    run(write("b.txt"));
    int before = commits();
    desk.home.write(
        ".writ.json",
        """
        {"hooks": {"PostToolUse": [{"hooks": [
          {"type": "command", "command": "touch h.txt", "writes": true}]}]}}
        """);
    Desk.Ran ran = run(write("c.txt") + "," + readAndWrite("a.txt"), "--simulate");
    assertThat(ran.err()).doesNotContain("committed");
    assertThat(commits()).isEqualTo(before);
    assertThat(git("status", "--porcelain")).isEmpty();
  }

  @Test
  void deletedAndMovedFilesAreCommittedAsThat() {
    run(
        "{'tool':'delete_path','arguments':{'path':'a.txt'}},"
            + "{'tool':'move_path','arguments':{'from':'other.txt','to':'moved.txt'}}",
        "--execution",
        "full_autonomous",
        "--allow-dangerous");
    assertThat(git("show", "--name-status", "--format=", "--no-renames", "HEAD"))
        .isEqualTo("D\ta.txt\nA\tmoved.txt\nD\tother.txt");
    assertThat(git("status", "--porcelain", "--", "a.txt", "moved.txt", "other.txt")).isEmpty();
  }

  @Test
  void aLinkIsCommittedAsOne() {
    run(
        "{'tool':'run_command','arguments':{'command':'echo b > b.txt; ln -s b.txt link'}}",
        "--execution",
        "full_autonomous",
        "--allow-dangerous");
    assertThat(git("ls-tree", "-r", "HEAD", "--", "link", "b.txt"))
        .matches("100644 blob [0-9a-f]+\tb.txt\n120000 blob [0-9a-f]+\tlink");
  }

  @ParameterizedTest
  @ValueSource(strings = {"edited", "staged"})
  void aFileThatWasDirtyBeforeIsLeftToThePerson(String how) {
    desk.workspace.write("a.txt", "mine\n");
    if (how.equals("staged")) {
      git("add", "a.txt");
    }
    Desk.Ran ran = run(readAndWrite("a.txt") + "," + write("b.txt"));
    assertThat(ran.err()).contains("not committed: a.txt ");
    assertThat(commits()).isEqualTo(1);
    assertThat(git("show", ":a.txt")).isEqualTo(how.equals("staged") ? "mine" : "a");
  }

  @Test
  void whatIsStagedOfTheTurnsFilesIsNeverCommitted() {
    desk.workspace.write("a.txt", "staged\n");
    git("add", "a.txt");
    desk.workspace.write("a.txt", "a\n");
    Desk.Ran ran = run(readAndWrite("a.txt"));
    assertThat(ran.err()).contains("not committed: a.txt has staged changes");
    assertThat(git("show", ":a.txt")).isEqualTo("staged");
  }

  @Test
  void ignoredFilesAreNot() {
    assertThat(run(write("ignored/x.txt")).err()).doesNotContain("commit");
    assertThat(commits()).isEqualTo(1);
  }

  /// A build output that was there before is nothing of a person's that a commit could take.
  @Test
  void anIgnoredFileThatWasThereBeforeKeepsNothingFromBeingCommitted() {
    desk.workspace.write("ignored/run", "built before\n");
    assertThat(run(readAndWrite("ignored/run") + "," + write("b.txt")).err())
        .contains("writ: committed ", "1 file");
    assertThat(git("ls-files", "ignored")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"MERGE_HEAD", "CHERRY_PICK_HEAD", "rebase-merge/x"})
  void nothingIsCommittedWhileGitIsInTheMiddleOfSomething(String file) {
    desk.workspace.write(".git/" + file, git("rev-parse", "HEAD") + "\n");
    assertThat(run(write("b.txt")).err()).contains("not committed: a ", " is in progress");
    assertThat(commits()).isEqualTo(1);
  }

  @Test
  void nothingIsCommittedOnNoBranchOrWithALockedIndex() {
    desk.workspace.write(".git/index.lock", "");
    assertThat(run(write("b.txt")).err())
        .contains("not committed: git update-index", "index.lock", "remove that file");
    assertThat(git("rev-parse", "HEAD")).isEqualTo(git("rev-parse", "main"));
    assertThat(desk.workspace.path(".git/index.lock").toFile().delete()).isTrue();
    git("checkout", "-q", "--detach");
    assertThat(run(write("c.txt")).err()).contains("not committed: no branch is checked out");
    assertThat(commits()).isEqualTo(1);
  }

  @Test
  void noHookOfTheRepositoryIsRun() {
    for (String hook : new String[] {"pre-commit", "post-commit", "reference-transaction"}) {
      Path file = desk.workspace.write(".git/hooks/" + hook, "#!/bin/sh\ntouch \"$GIT_DIR/ran\"\n");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    assertThat(run(write("b.txt")).err()).contains("committed ");
    assertThat(desk.workspace.path(".git/ran")).doesNotExist();
  }

  /// A filter works where Git may write in the repository itself; what it loads may be the model's.
  @Test
  void noFilterOfTheRepositoryIsRun() {
    git("config", "filter.nb.clean", "touch .git/commondir; cat");
    desk.workspace.write(".gitattributes", "*.nb filter=nb\n");
    git("add", ".gitattributes");
    git("commit", "-q", "-m", "attributes");

    Desk.Ran ran = run(write("x.nb") + "," + write("new.txt"));

    assertThat(ran.err())
        .contains("not committed: Git would start a program for x.nb", "filter.nb");
    assertThat(desk.workspace.exists(".git/commondir")).isFalse();
    assertThat(run(readAndWrite("a.txt")).err()).contains("writ: committed ");
  }

  /// Git takes no file of a submodule over, and none of a repository that it doesn't know.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileOfARepositoryWithinIsLeftToIt(boolean known) {
    desk.workspace.write("lib/s.txt", "s\n");
    git("init", "-q", "lib");
    git("-C", "lib", "add", ".");
    git("-C", "lib", "-c", "user.name=N", "-c", "user.email=n@e", "commit", "-q", "-m", "s");
    if (known) {
      git("-c", "advice.addEmbeddedRepo=false", "add", "lib");
      git("commit", "-q", "-m", "submodule");
    }

    Desk.Ran ran = run(readAndWrite("lib/s.txt") + "," + write("b.txt"));

    assertThat(ran.err()).contains("writ: committed ", "1 file", "own repository: lib/s.txt");
    assertThat(git("show", "--name-only", "--format=", "HEAD")).isEqualTo("b.txt");
    assertThat(git("-C", "lib", "status", "--porcelain")).isEqualTo("M s.txt");
    assertThat(run(write("lib/t.txt")).err())
        .contains("not committed: lib/t.txt is in a repository of its own: commit it there");
  }

  @Test
  void itIsOffWhereAPersonSaysSo() {
    assertThat(run(write("b.txt"), "--no-commit").err()).doesNotContain("commit");
    desk.home.write(".writ.json", "{\"git\":{\"auto_commit\":false}}");
    assertThat(run(write("c.txt")).err()).doesNotContain("commit");
    assertThat(commits()).isEqualTo(1);
  }

  /// Whatever a model commits itself, its commit is of its work alone, and nothing is left over.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git add -A && git commit -q -m Mine",
        "git add . && git commit -q -m Mine",
        "git checkout -q -b side && git add a.txt && git commit -qam Mine",
        "cd dir && git add -A .. && git commit -q -m Mine",
        "git stash -q -u && git stash pop -q && git add -A && git commit -q -m Mine",
      })
  void aModelsOwnCommitHoldsNoRecordsAndTheTreeIsCleanAfterIt(String line) {
    desk.workspace.write(
        ".writ/project.yaml",
        "authority:\n  level: parameterized_tools\n  contained: allow\n  network: deny\n");
    assertThat(desk.writ("trust", "--yes").exit()).isEqualTo(ExitCode.DONE);
    desk.workspace.write("dir/x.txt", "x\n");
    git("add", "dir", ".writ/project.yaml");
    git("commit", "-q", "-m", "second");
    String command = ",{'tool':'run_command','arguments':{'command':'%s'}}".formatted(line);

    for (int time = 0; time < 2; time++) {
      desk.workspace.write("a.txt", "time " + time + "\n");
      git("commit", "-qam", "before");
      git("checkout", "-q", "main");
      git("branch", "-f", "side");
      git("branch", "-q", "-D", "side");
      Desk.Ran ran = run(readAndWrite("a.txt") + command, "--execution", "restricted_autonomous");
      assertThat(git("log", "-2", "--format=%s")).as(ran + line).isEqualTo("[writ] Records\nMine");
      assertThat(git("show", "--name-only", "--format=", "HEAD~1")).isEqualTo("a.txt");
      assertThat(git("show", "--name-only", "--format=", "HEAD"))
          .contains(".orchestration/agent_trace.jsonl")
          .doesNotContain("a.txt");
      assertThat(git("status", "--porcelain")).isEmpty();
      assertThat(git("ls-files", "-v", ".orchestration", ".writ")).doesNotContain("h ");
    }
  }

  /// A rebase demands a clean tree, and finds one: what the session recorded so far is no change.
  @Test
  void aRebaseOfTheModelsOwnIsNotStoppedByRecords() {
    desk.workspace.write(
        ".writ/project.yaml",
        "authority:\n  level: parameterized_tools\n  contained: allow\n  network: deny\n");
    assertThat(desk.writ("trust", "--yes").exit()).isEqualTo(ExitCode.DONE);
    run(write("b.txt"));
    git("checkout", "-q", "-b", "side");
    git("commit", "-q", "--allow-empty", "-m", "Theirs");
    git("checkout", "-q", "main");
    git("commit", "-q", "--allow-empty", "-m", "Base");
    git("checkout", "-q", "side");
    String line = "git commit -qam Mine && git rebase -q main";
    Desk.Ran ran =
        run(
            readAndWrite("a.txt")
                + ",{'tool':'run_command','arguments':{'command':'%s'}}".formatted(line),
            "--execution",
            "full_autonomous",
            "--allow-dangerous");
    assertThat(git("log", "-4", "--format=%s"))
        .as(ran.toString())
        .isEqualTo("[writ] Records\nMine\nTheirs\nBase");
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(desk.writ("trace", "verify").exit()).isEqualTo(ExitCode.DONE);
    assertThat(desk.workspace.read(".orchestration/agent_trace.jsonl").lines())
        .hasSizeGreaterThan(1);
  }

  @Test
  void whatInitWroteIsCommittedWithTheRecordsOnTheBranchThatThePersonWasOn() {
    desk.workspace.write(".git/info/exclude", "/.writ/objects/\n");
    desk.workspace.write(".gitattributes", ".orchestration/agent_trace.jsonl merge=union -text\n");
    desk.workspace.write(
        ".writ/project.yaml",
        "authority:\n  level: parameterized_tools\n  contained: allow\n  network: deny\n");
    assertThat(desk.writ("trust", "--yes").exit()).isEqualTo(ExitCode.DONE);
    String command = ",{'tool':'run_command','arguments':{'command':'%sgit commit -q -am Mine'}}";
    run(
        readAndWrite("a.txt") + command.formatted("git checkout -q -b side && "),
        "--execution",
        "restricted_autonomous");
    assertThat(git("status", "--porcelain")).isEqualTo("?? .gitattributes\n?? .writ/");
    run(readAndWrite("other.txt") + command.formatted(""), "--execution", "restricted_autonomous");
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(git("show", "--name-only", "--format=", "HEAD"))
        .contains(".gitattributes", ".writ/project.yaml");
  }

  @Test
  void recordsGoWithTheChangesOrNowhereWhereAPersonSaysSo() {
    desk.home.write(".writ.json", "{\"git\":{\"records\":\"with_changes\"}}");
    run(write("b.txt"));
    assertThat(git("show", "--name-only", "--format=", "HEAD"))
        .isEqualTo(".orchestration/agent_trace.jsonl\n.orchestration/intent_map.md\nb.txt");
    assertThat(git("status", "--porcelain")).isEmpty();
    desk.home.write(".writ.json", "{\"git\":{\"records\":\"none\"}}");
    run(write("c.txt"));
    assertThat(git("show", "--name-only", "--format=", "HEAD")).isEqualTo("c.txt");
    assertThat(git("status", "--porcelain")).contains("M .orchestration/agent_trace.jsonl");
  }

  @Test
  void thePrefixIsTheConfigurations() {
    desk.home.write(".writ.json", "{\"git\":{\"commit_message_prefix\":\"agent:\"}}");
    run(write("b.txt"));
    assertThat(git("log", "-1", "--format=%s")).isEqualTo("agent: Say hello");
    desk.home.write(
        ".writ.json", "{\"git\":{\"commit_message_prefix\":\"a\\n\\nSigned-off-by: b\"}}");
    run(write("c.txt"));
    assertThat(git("log", "--format=%b")).doesNotContain("Signed-off-by");
  }

  @Test
  void aLinkedWorktreeIsCommittedOnItsOwnBranch() {
    Path tree = desk.workspace.root().resolveSibling(desk.workspace.root().getFileName() + "-w");
    git("worktree", "add", "-q", "-b", "side", tree.toString());
    String script =
        desk.home
            .write(
                "s.json",
                ("{'turns':[{'calls':[" + write("b.txt") + "]},{'text':'Done.'}]}")
                    .replace('\'', '"'))
            .toString();
    try {
      Desk.Ran ran = desk.writIn(tree, "run", "--script", script, "Write b");
      assertThat(ran.err()).contains("committed ");
      assertThat(git("show", "--name-only", "--format=%s", "side"))
          .isEqualTo("[writ] Write b\n\nb.txt");
      assertThat(desk.writIn(tree, "doctor").out())
          .contains(
              "a linked worktree of a Git repository in "
                  + desk.workspace.root()
                  + ", branch side\n");
    } finally {
      git("worktree", "remove", "--force", tree.toString());
    }
  }

  @Test
  void aRepositoryWithoutCommitsGetsNone() {
    git("update-ref", "-d", "HEAD");
    assertThat(run(write("b.txt")).err()).contains("not committed: the branch has no commit yet");
    assertThat(desk.writ("doctor").out()).contains("a Git repository, branch main, no commits yet");
  }

  @Test
  void withoutAnIdentityItSaysHowToTellGitWhoCommits() {
    git("config", "--unset", "user.name");
    git("config", "--unset", "user.email");

    assertThat(run(write("n.txt")).err())
        .contains("not committed: ", "git config --global user.name NAME, and user.email ADDRESS");
  }
}
