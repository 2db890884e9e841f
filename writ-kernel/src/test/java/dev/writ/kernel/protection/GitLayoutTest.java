// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The roles of a Git directory's files.
class GitLayoutTest {
  private static final String ID = "0123456789abcdef0123456789abcdef01234567";

  @Test
  void theOutermostGitDirectoryAboveAPlace() {
    WorkspacePath nested = WorkspacePath.of("sub/.git/modules/m/.git/HEAD");
    assertThat(GitLayout.directory(nested)).contains(WorkspacePath.of("sub/.git"));
    assertThat(GitLayout.below(nested)).containsExactly("modules", "m", ".git", "HEAD");
    assertThat(GitLayout.directory(WorkspacePath.of(".git"))).contains(WorkspacePath.of(".git"));
    assertThat(GitLayout.below(WorkspacePath.of(".git"))).isEmpty();
    assertThat(GitLayout.directory(WorkspacePath.of("a/.gitignore"))).isEmpty();
    assertThat(GitLayout.below(WorkspacePath.of("a/.gitignore")))
        .containsExactly("a", ".gitignore");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HEAD",
        "HEAD.lock",
        "ORIG_HEAD",
        "FETCH_HEAD",
        "COMMIT_EDITMSG",
        "index",
        "index.lock",
        "packed-refs",
        "packed-refs.lock",
        "shallow",
        "shallow.lock",
        "sharedindex." + ID,
        "objects/ab/" + ID,
        "objects/ab/tmp_obj_x1",
        "objects/pack/pack-1.idx",
        "AUTO_MERGE",
        "objects/info/packs",
        "objects/info/commit-graphs/commit-graph-chain",
        "refs/heads/main",
        "refs/heads/config",
        "refs/tags/hooks/a",
        "logs/HEAD",
        "logs/refs/heads/main",
        "reftable/tables.list",
        "worktrees/w/HEAD",
        "worktrees/w/index",
        "worktrees/w/logs/HEAD",
        "modules/a/HEAD",
        "modules/a/b/HEAD",
        "modules/a/b/objects/ab/" + ID,
        "modules/a/refs/remotes/origin/main",
        "modules/a/modules/b/index",
        "lfs/objects/ab/cd/x",
      })
  void theseAreData(String path) {
    assertThat(role(path)).isEqualTo(GitRole.DATA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MERGE_HEAD",
        "MERGE_MSG",
        "CHERRY_PICK_HEAD",
        "REVERT_HEAD",
        "BISECT_LOG",
        "rebase-merge/git-rebase-todo",
        "rebase-apply/patch",
        "sequencer/todo",
        "worktrees/w/rebase-merge/git-rebase-todo",
        "modules/a/MERGE_HEAD",
      })
  void theseBelongToAStoppedOperation(String path) {
    assertThat(role(path)).isEqualTo(GitRole.OPERATION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "config",
        "config.lock",
        "config.worktree",
        "Config",
        "hooks/pre-commit",
        "hooks",
        "commondir",
        "gitdir",
        "info/exclude",
        "info/attributes",
        "info/grafts",
        "info/sparse-checkout",
        "objects/info/alternates",
        "objects/info/ALTERNATES",
        "objects/info/http-alternates",
        "objects/config",
        "objects/ab/config",
        "Objects/ab/" + ID,
        "branches/a",
        "remotes/a",
        "common/a",
        "unknown",
        "unknown/a",
        "modules/a/config",
        "modules/a/b/config",
        "modules/a/hooks/post-checkout",
        "modules/logs/a/config",
        "modules/a/logs/b/config",
        "modules/a/refs/b/HOOKS/post-checkout",
        "modules/a/logs/b/info/exclude",
        "modules/a/modules/b/config",
        "worktrees/w/commondir",
        "worktrees/w/gitdir",
        "worktrees/w/config.worktree",
        "worktrees/w/modules/a/config",
        "worktrees/w",
        "modules/a",
        "lfs/hooks/a",
      })
  void gitObeysThese(String path) {
    assertThat(role(path)).isEqualTo(GitRole.OBEYED);
  }

  /// Git's own files in normal use are known; Git obeys none of its temporary files.
  @Test
  void whatGitWritesInUseIsKnown(@TempDir Path temporary) throws Exception {
    Path main = Files.createDirectory(temporary.resolve("main"));
    git(main, "init", "-q", "-b", "main");
    List<String> initial = obeyed(main);
    Files.writeString(main.resolve("a"), "1\n");
    git(main, "add", ".");
    git(main, "commit", "-q", "-m", "one");
    git(main, "switch", "-q", "-c", "other");
    Files.writeString(main.resolve("a"), "2\n");
    git(main, "commit", "-q", "-a", "-m", "two");
    git(main, "tag", "-a", "-m", "t", "t");
    git(main, "switch", "-q", "main");
    Files.writeString(main.resolve("a"), "3\n");
    git(main, "stash", "-q");
    git(main, "stash", "pop", "-q");
    git(main, "commit", "-q", "-a", "-m", "three");
    stopped(main, "merge", "other");
    git(main, "merge", "--abort");
    stopped(main, "rebase", "other");
    git(main, "rebase", "--abort");
    stopped(main, "cherry-pick", "other");
    git(main, "cherry-pick", "--abort");
    git(main, "bisect", "start");
    git(main, "bisect", "reset");
    git(main, "notes", "add", "-m", "n");
    git(main, "gc", "-q");
    git(main, "repack", "-q", "-a", "-d", "--write-midx");
    git(main, "commit-graph", "write", "--reachable", "--split");
    git(main, "pack-refs", "--all");
    git(main, "update-index", "--split-index");

    assertThat(obeyed(main)).isEqualTo(initial);
  }

  private static void stopped(Path repository, String... command) throws Exception {
    assertThat(run(repository, command)).isNotZero();
    for (Path file : files(repository.resolve(".git"))) {
      if (file.toString().matches("MERGE_HEAD|CHERRY_PICK_HEAD|REBASE_HEAD|.*/git-rebase-todo")) {
        assertThat(role(file.toString())).isEqualTo(GitRole.OPERATION);
      }
    }
  }

  private static List<String> obeyed(Path repository) throws IOException {
    List<String> obeyed = new ArrayList<>();
    for (Path file : files(repository.resolve(".git"))) {
      if (role(file.toString()) == GitRole.OBEYED) {
        obeyed.add(file.toString());
      }
    }
    return obeyed;
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).map(directory::relativize).sorted().toList();
    }
  }

  private static void git(Path directory, String... arguments) throws Exception {
    assertThat(run(directory, arguments)).as("git %s", List.of(arguments)).isZero();
  }

  private static int run(Path directory, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder
        .environment()
        .putAll(
            Map.of(
                "GIT_CONFIG_GLOBAL", "/dev/null",
                "GIT_CONFIG_SYSTEM", "/dev/null",
                "GIT_AUTHOR_NAME", "a",
                "GIT_AUTHOR_EMAIL", "a@example.org",
                "GIT_COMMITTER_NAME", "a",
                "GIT_COMMITTER_EMAIL", "a@example.org",
                "GIT_EDITOR", "true"));
    return builder.start().waitFor();
  }

  private static GitRole role(String path) {
    return GitLayout.role(List.of(path.split("/", -1)));
  }
}
