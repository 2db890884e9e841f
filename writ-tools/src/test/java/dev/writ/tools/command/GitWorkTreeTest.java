// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.tools.builtin.Door;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Git commands that change only the work tree need no question in a contained project: undo
/// restores a person's uncommitted lines. Those that lose what no record keeps ask.
class GitWorkTreeTest {
  private static final String HISTORY =
      """
      git init -q -b main . && git config user.email p@example.com && git config user.name P
      printf '.writ/objects/\\n.orchestration/\\n' > .git/info/exclude
      printf 'one\\ntwo\\n' > a.txt; echo b > b.txt; echo kept > c.txt; mkdir d; echo d > d/e.txt
      git add . && git commit -qm start
      git checkout -q -b feature && echo feature > b.txt && echo new > f.txt && git rm -q c.txt
      git add . && git commit -qm feature
      git checkout -q -b conflict main && echo other > b.txt && git commit -qam conflict
      git checkout -q main && echo main > g.txt && git add . && git commit -qm main
      printf 'one\\nmine\\n' > a.txt; chmod 755 a.txt; echo mine > d/mine.txt
      """;

  @TempDir Path directory;

  @BeforeEach
  void needsViews() {
    Door.needsViews();
  }

  private Door door() throws Exception {
    return door(_ -> {});
  }

  private Door door(Consumer<Door.Setup> more) throws Exception {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.rules = Door.under("namespaces");
              more.accept(setup);
            });
    door.contained(); // the file is part of the history
    ProcessBuilder git =
        new ProcessBuilder("sh", "-e", "-c", HISTORY).directory(door.root.toFile()).inheritIO();
    git.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    assertThat(git.start().waitFor()).isZero();
    return door.contained(); // the directory is another project with the repository
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git checkout .",
        "git checkout a.txt",
        "git checkout -- a.txt",
        "git checkout HEAD~1 -- .",
        "git checkout conflict -- b.txt",
        "git checkout -q feature",
        "git switch feature",
        "git switch feature && git switch -",
        "git checkout -b other && git rm b.txt && git commit -qm rm",
        "git restore .",
        "git restore --source=HEAD~1 --staged --worktree .",
        "git merge --no-ff -m merge feature",
        "git merge feature && git stash && git stash pop",
        "git merge -q feature; git merge conflict; git merge --abort",
        "git merge -q feature; git merge conflict; git checkout --theirs b.txt",
        "git cherry-pick feature",
        "git revert --no-edit HEAD",
        "git add a.txt && git stash",
        "git stash -u && git merge feature && git stash pop",
        "git stash -u && git stash branch aside",
        "git rm -r d && git checkout HEAD -- d",
      })
  void undoRestoresAPersonsUncommittedLines(String line) throws Exception {
    try (Door door = door()) {
      SortedMap<String, String> before = door.tree();

      assertThat(Door.code(door.call("run_command", "command", line))).isEqualTo("ok");
      assertThat(door.undo(/* overChanges= */ false)).allMatch(Undone.Restored.class::isInstance);

      assertThat(door.tree()).isEqualTo(before);
    }
  }

  /// It asks, because only a view guarantees it; in a view it is recorded like `rm`, and the
  /// question states that.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git clean -fd",
        "git clean -fdx",
        "git clean -fX && rm -f a.txt",
        "git clean -f d"
      })
  void whatGitCleansComesBackFromAView(String line) throws Exception {
    List<String> said = new ArrayList<>();
    Approver yes =
        question -> {
          said.addAll(question.act().consequences());
          return new Approver.Answer.Yes(question.digest(), Approver.Extent.ONCE);
        };
    try (Door door = door(setup -> setup.approver = yes)) {
      door.file(".gitignore", "*.log\n.env\n/local/\n");
      door.file("z.log", "mine\n");
      door.file(".env", "KEY=mine\n");
      door.file("local/deep/data.db", "rows\n");
      SortedMap<String, String> before = door.tree();

      assertThat(Door.code(door.call("run_command", "command", line))).isEqualTo("ok");
      assertThat(door.tree()).isNotEqualTo(before);
      assertThat(said).contains("what it changes can be undone, but for ignored build outputs");
      assertThat(door.undo(/* overChanges= */ false)).allMatch(Undone.Restored.class::isInstance);

      assertThat(door.tree()).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"git clean -ffd", "git clean -f -fd", "git clean -fd && git stash drop"})
  void whatMayTakeMoreWithItSaysSo(String line) throws Exception {
    List<String> said = new ArrayList<>();
    Approver no =
        question -> {
          said.addAll(question.act().consequences());
          return new Approver.Answer.No("");
        };
    try (Door door = door(setup -> setup.approver = no)) {
      door.call("run_command", "command", line);
      assertThat(said).contains("not all of it can be undone");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git reset --hard",
        "git reset --hard HEAD~1",
        "git checkout -f feature",
        "git checkout -m feature",
        "git checkout -B main feature",
        "git switch --discard-changes feature",
        "git switch -C main feature",
        "git stash && git stash drop",
        "git clean -fd",
        "git rm -rf .",
        "git branch -D conflict",
        "git commit --amend -m other",
        "git rebase feature",
        "git gc --prune=now",
        "git reflog expire --all",
      })
  void whatNoRecordKeepsAsks(String line) throws Exception {
    try (Door door = door()) {
      SortedMap<String, String> before = door.tree();

      assertThat(Door.code(door.call("run_command", "command", line)))
          .isEqualTo("APPROVAL_UNAVAILABLE");

      assertThat(door.tree()).isEqualTo(before);
    }
  }
}
