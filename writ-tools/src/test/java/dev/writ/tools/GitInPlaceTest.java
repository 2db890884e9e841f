// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.tools.builtin.Door;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where commands work in the workspace itself, Git's work is undone like in a view, or asks.
class GitInPlaceTest {
  private static final String HISTORY =
      """
      git init -q -b main . && git config user.email p@example.com && git config user.name P
      printf '.writ/objects/\\n.orchestration/\\n' > .git/info/exclude
      printf 'one\\ntwo\\n' > a.txt; echo b > b.txt; echo kept > c.txt; mkdir d; echo d > d/e.txt
      git add . && git commit -qm start
      git checkout -q -b feature && echo feature > b.txt && echo new > f.txt && git rm -q c.txt
      git add . && git commit -qm feature
      git checkout -q main && echo main > g.txt && git add . && git commit -qm main
      printf 'one\\nmine\\n' > a.txt; chmod 755 a.txt; echo mine > d/mine.txt
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git stash",
        "git stash -u",
        "git merge --no-ff -m merge feature",
        "git cherry-pick feature",
        "git revert --no-edit HEAD",
        "git checkout .",
        "git restore .",
        "git reset --hard",
        "git clean -fd"
      })
  void aPersonsUncommittedLinesComeBackOrAPersonIsAsked(String line) throws Exception {
    try (Door door = Door.in(directory, setup -> setup.rules = Door.under("landlock"))) {
      door.contained();
      ProcessBuilder git =
          new ProcessBuilder("sh", "-e", "-c", HISTORY).directory(door.root.toFile()).inheritIO();
      git.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
      assertThat(git.start().waitFor()).isZero();
      door.contained();
      SortedMap<String, String> before = door.tree();

      String code = Door.code(door.call("run_command", "command", line));

      if (!code.equals("APPROVAL_UNAVAILABLE")) {
        assertThat(code).isEqualTo("ok");
        assertThat(door.undo(/* overChanges= */ false)).allMatch(Undone.Restored.class::isInstance);
      }
      assertThat(door.tree()).isEqualTo(before);
    }
  }
}
