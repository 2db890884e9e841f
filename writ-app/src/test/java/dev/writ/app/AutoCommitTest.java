// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// After a turn there is one commit of exactly its files, or none and a word why.
class AutoCommitTest {
  private Desk desk = new Desk();

  @BeforeEach
  void begin() {
    desk = new Desk();
    git("init", "-q", "-b", "main");
    git("config", "user.name", "A Person");
    git("config", "user.email", "person@example.org");
    desk.workspace.write("a.txt", "a\n");
    desk.workspace.write("other.txt", "o\n");
    desk.workspace.write(".gitignore", "ignored/\n");
    git("add", ".");
    git("commit", "-q", "-m", "first");
  }

  @AfterEach
  void end() {
    desk.close();
  }

  private String git(String... arguments) {
    return desk.workspace.git(arguments).strip();
  }

  private Desk.Ran run(String calls, String... more) {
    String script =
        desk.home
            .write(
                "s.json",
                ("{'turns':[{'calls':[" + calls + "]},{'text':'Done.'}]}").replace('\'', '"'))
            .toString();
    String[] line = new String[more.length + 4];
    System.arraycopy(more, 0, line, 3, more.length);
    line[0] = "run";
    line[1] = "--script";
    line[2] = script;
    line[line.length - 1] = "Say hello\nin a.txt";
    Desk.Ran ran = desk.writ(line);
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private static String write(String path) {
    return "{'tool':'write_file','arguments':{'path':'%s','content':'hello\\n'}}".formatted(path);
  }

  private static String readAndWrite(String path) {
    return "{'tool':'read_file','arguments':{'path':'%s'}},".formatted(path) + write(path);
  }

  private int commits() {
    return Integer.parseInt(git("rev-list", "--count", "--all"));
  }

  @Test
  void theTurnsFilesAreOneCommitAndNothingElseIs() {
    desk.workspace.write("staged.txt", "s\n");
    git("add", "staged.txt");
    desk.workspace.write("other.txt", "edited by the person\n");
    String staged = git("ls-files", "-s", "staged.txt");

    Desk.Ran ran = run(readAndWrite("a.txt") + "," + write("dir/ü new.txt"));

    assertThat(ran.err()).contains("writ: committed ", "[writ] Say hello", "2 files");
    assertThat(commits()).isEqualTo(2);
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
    assertThat(Desk.files(desk.workspace.path(".git")))
        .noneMatch(file -> file.toString().contains("writ-index"));
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
    assertThat(run(write("b.txt")).err()).contains("not committed: git update-index");
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

  @Test
  void itIsOffWhereAPersonSaysSo() {
    assertThat(run(write("b.txt"), "--no-commit").err()).doesNotContain("commit");
    desk.home.write(".writ.json", "{\"git\":{\"auto_commit\":false}}");
    assertThat(run(write("c.txt")).err()).doesNotContain("commit");
    assertThat(commits()).isEqualTo(1);
  }

  @Test
  void thePrefixIsTheConfigurations() {
    desk.home.write(".writ.json", "{\"git\":{\"commit_message_prefix\":\"agent:\"}}");
    run(write("b.txt"));
    assertThat(git("log", "-1", "--format=%s")).isEqualTo("agent: Say hello");
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
          .contains("a linked worktree of a Git repository, branch side");
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
}
