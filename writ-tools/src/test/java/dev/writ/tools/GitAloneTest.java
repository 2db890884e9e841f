// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.WorkTree;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A program that runs in one line with Git gets nothing of Git's, in every mechanism.
@ParameterizedClass
@ValueSource(strings = {"namespaces", "landlock"})
class GitAloneTest {
  private static final String WRITES =
      """
      mkdir -p .git/modules/x .git/refs/heads
      echo ../evil > .git/commondir; echo '[core]' > .git/modules/x/config
      echo '*' >> .git/info/exclude; cp .git/refs/heads/master .git/refs/heads/evil
      echo 'ref: refs/heads/evil' > .git/HEAD; echo x >> .git/logs/HEAD; cp /dev/null .git/index
      echo tried
      """;

  @Parameter String sandbox = "";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git version | sh script.txt",
        "git version && sh script.txt",
        "git status; sh script.txt",
        "sh script.txt && git log --oneline",
        "git add src && sh script.txt && git status",
        "if git status; then sh script.txt; fi",
        "env sh script.txt || git status",
      })
  void besideGitAnotherProgramChangesNothingOfGits(String line) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      Scripts.git(door, "status"); // refreshes the index
      String refs = Scripts.git(door, "for-each-ref");
      String log = door.read(".git/logs/HEAD");
      String settings = WorkTree.settings(door);
      door.file(Scripts.SCRIPT, WRITES);

      CallAnswer answer = door.call("run_command", "command", line);

      String said = answer.result().content();
      assertThat(said).containsAnyOf("tried", "PROTECTED_PATH");
      assertThat(door.root.resolve(".git/commondir")).as(said).doesNotExist();
      assertThat(door.root.resolve(".git/modules")).as(said).doesNotExist();
      assertThat(door.read(".git/info/exclude")).doesNotContain("\n*\n");
      assertThat(door.read(".git/HEAD")).isEqualTo("ref: refs/heads/master\n");
      assertThat(door.read(".git/logs/HEAD")).isEqualTo(log);
      assertThat(Scripts.git(door, "for-each-ref")).as(said).isEqualTo(refs);
      assertThat(Scripts.git(door, "ls-files")).contains("src/a.txt");
      assertThat(WorkTree.settings(door)).isEqualTo(settings);
    }
  }

  /// Data alone, with nothing beside it for which all of it would be refused.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git version | sh script.txt",
        "sh script.txt | git hash-object --stdin",
        "git status && sh script.txt"
      })
  void besideGitAnotherProgramWritesNoDataEither(String line) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      String refs = Scripts.git(door, "for-each-ref");
      door.file(Scripts.SCRIPT, "cp .git/refs/heads/master .git/refs/heads/evil\n");

      CallAnswer answer = door.call("run_command", "command", line);

      assertThat(Scripts.git(door, "for-each-ref")).as(answer.result().content()).isEqualTo(refs);
    }
  }

  /// What only reads whatever it is given keeps Git from nothing.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git add -A 2>&1 | cat && git commit -qm done 2>&1 | tail -3",
        "git add -A && echo done | git commit -q -F - | head -1",
        "git commit -qam done 2>&1 | grep -v x | sort | uniq | wc -l"
      })
  void besideWhatOnlyReadsGitWorks(String line) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      Scripts.git(door, "config", "user.name", "T");
      Scripts.git(door, "config", "user.email", "t@example.org");
      door.file("src/a.txt", "changed\n");

      CallAnswer answer = door.call("run_command", "command", line);

      assertThat(Scripts.git(door, "log", "-1", "--format=%s"))
          .as(answer.result().content())
          .contains("done");
    }
  }

  /// There a tracked secret file is hidden from Git, too.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git add -A 2>&1 | cat",
        "git commit -qam done 2>&1 | tail -3",
        "git stash 2>&1 | head -1",
        "git rm -q --cached a.txt | cat; git checkout -q . | cat",
        "git reset -q --hard 2>&1 | cat"
      })
  void whatIsHiddenThereGoesNotAway(String line) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      Scripts.git(door, "config", "user.name", "T");
      Scripts.git(door, "config", "user.email", "t@example.org");
      door.file("config/.env", "TOKEN=zebra7quartz\n");
      Scripts.git(door, "add", "-f", "config/.env");
      Scripts.git(door, "commit", "-qm", "secret");
      door.file("src/a.txt", "changed\n");

      CallAnswer answer = door.call("run_command", "command", line);

      String said = answer.result().content();
      assertThat(said).doesNotContain("zebra7quartz");
      assertThat(door.read("config/.env")).as(said).isEqualTo("TOKEN=zebra7quartz\n");
      assertThat(Scripts.git(door, "ls-files")).as(said).contains("config/.env");
      assertThat(Scripts.git(door, "show", "HEAD:config/.env")).contains("zebra7quartz");
    }
  }

  /// By their own names, not by a link that leads there.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tools/hooks/pre-commit",
        "own.gitconfig",
        "tools/conv",
        "tools/tidy.sh",
        "src/.gitattributes",
        "check.sh",
        "tools/attributes",
        "jj-tool.sh"
      })
  void whatThePersonsConfigurationNamesStays(String named) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      Scripts.git(door, "config", "core.hooksPath", "tools/hooks");
      Scripts.git(door, "config", "include.path", "../own.gitconfig");
      Scripts.git(door, "config", "diff.x.textconv", "tools/conv");
      Scripts.git(door, "config", "filter.tidy.clean", "sh tools/tidy.sh %f");
      Scripts.git(door, "config", "core.attributesFile", "tools/attributes");
      door.file(".jj/repo/config.toml", "[ui]\neditor = \"./jj-tool.sh\"\n");
      door.file(".hg/hgrc", "[hooks]\npre-commit = ./check.sh\n");

      CallAnswer answer =
          Scripts.sh(door, "mkdir -p tools/hooks; echo x > " + named + "; echo fine > src/new.txt");

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("PROTECTED_PATH");
      assertThat(door.root.resolve(named)).doesNotExist();
      assertThat(door.read("src/new.txt")).isEqualTo("fine\n");
    }
  }

  @Test
  void aPersonsStoppedRebaseStaysTheirs() throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      door.file(".git/rebase-merge/git-rebase-todo", "pick abc\n");
      door.file(".git/rebase-merge/onto", "abc\n");
      door.file(".git/MERGE_MSG", "theirs\n");

      Scripts.sh(
          door, "echo 'exec touch marker' >> .git/rebase-merge/git-rebase-todo; rm .git/MERGE_MSG");
      door.call("run_command", "command", "git rebase --quit");

      assertThat(door.read(".git/rebase-merge/git-rebase-todo")).isEqualTo("pick abc\n");
      assertThat(door.read(".git/MERGE_MSG")).isEqualTo("theirs\n");
    }
  }

  /// Where nothing is recorded, a repository is none of the outputs. (Landlock: a known gap.)
  @ParameterizedTest
  @ValueSource(strings = {"mkdir -p out/r; cd out/r", "mkdir -p out/r/.git; cd out/r/.git"})
  void noRepositoryComesIntoIgnoredDirectories(String where) throws Exception {
    assumeThat(sandbox).isEqualTo("namespaces");
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      Path marker = directory.resolve("marker");

      CallAnswer answer =
          Scripts.sh(
              door,
              where
                  + "; mkdir objects refs; echo 'ref: refs/heads/x' > HEAD; printf"
                  + " '[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = touch "
                  + marker
                  + "\\n' > config");

      Process git =
          new ProcessBuilder("git", "status")
              .directory(door.root.resolve("out").toFile())
              .redirectErrorStream(true)
              .start();
      git.getInputStream().readAllBytes();
      git.waitFor();
      Path made = door.root.resolve("out/r");
      if (Files.isDirectory(made)) {
        Process there =
            new ProcessBuilder("git", "status")
                .directory(made.toFile())
                .redirectErrorStream(true)
                .start();
        there.getInputStream().readAllBytes();
        there.waitFor();
      }
      assertThat(marker).as(answer.result().content()).doesNotExist();
    }
  }

  /// What Git keeps of them beside the work tree's own.
  @Test
  void theSettingsOfSubmodulesAndWorktreesStay() throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      Path marker = directory.resolve("marker");
      Scripts.git(door, "clone", "-q", "--bare", ".", "../library");
      String allowed = "protocol.file.allow=always";
      Scripts.git(door, "-c", allowed, "submodule", "-q", "add", "../library", "module");
      Scripts.git(door, "commit", "-qm", "module");
      Scripts.git(door, "worktree", "add", "-q", "linked");
      Scripts.git(door, "config", "extensions.worktreeConfig", "true");
      String module = door.read(".git/modules/module/config");
      String common = door.read(".git/worktrees/linked/commondir");

      CallAnswer answer =
          Scripts.sh(
              door,
              """
              evil='[core]\n\tfsmonitor = touch MARKER\n'
              printf "$evil" >> .git/modules/module/config
              printf "$evil" > .git/worktrees/linked/config.worktree
              printf "$evil" > .git/modules/module/config.worktree
              mkdir -p src/other/refs src/other/objects; printf "$evil" > src/other/config
              echo ../../../src/other > .git/worktrees/linked/commondir
              echo fine > src/new.txt
              """
                  .replace("MARKER", marker.toString()));

      String said = answer.result().content();
      assertThat(door.read(".git/modules/module/config")).as(said).isEqualTo(module);
      assertThat(door.read(".git/worktrees/linked/commondir")).as(said).isEqualTo(common);
      for (String at : new String[] {".", "module", "linked"}) {
        Scripts.git(door, "-C", at, "status");
      }
      assertThat(marker).as(said).doesNotExist();
      assertThat(door.root.resolve("src/new.txt")).as(said).exists();
    }
  }

  /// Without Git anywhere in the line.
  @Test
  void whatARepositoryWithinObeysStays() throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      door.file("sub/.git/config", "[core]\n");
      door.file("sub/.git/HEAD", "ref: refs/heads/x\n");
      door.file("module/.git", "gitdir: ../.git/modules/module\n");
      door.file("bare/HEAD", "ref: refs/heads/x\n");
      door.file("bare/objects/x", "x\n");
      door.file("bare/refs/x", "x\n");

      CallAnswer answer =
          Scripts.sh(
              door,
              "echo x >> sub/.git/config; mkdir sub/.git/hooks; echo x > sub/.git/hooks/p;"
                  + " echo ../x > sub/.git/commondir; echo 'gitdir: x' > module/.git;"
                  + " echo x > bare/config; mkdir bare/hooks; echo x > bare/hooks/p");

      String said = answer.result().content();
      assertThat(Door.code(answer)).as(said).isEqualTo("PROTECTED_PATH");
      assertThat(door.read("sub/.git/config")).isEqualTo("[core]\n");
      assertThat(door.read("module/.git")).isEqualTo("gitdir: ../.git/modules/module\n");
      for (String made : new String[] {"sub/.git/hooks/p", "sub/.git/commondir", "bare/config"}) {
        assertThat(door.root.resolve(made)).as(said).doesNotExist();
      }
      assertThat(door.root.resolve("bare/hooks/p")).as(said).doesNotExist();
    }
  }
}
