// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.WorkTree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The settings of a repository that lines of Git's change.
class CommandRemotesTest {
  @TempDir Path directory;

  /// A hook makes neither a person's push go elsewhere nor a fetch move their branches.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git config remote.up.url https://a.example/x",
        "git remote add up https://a.example/x",
        "git config branch.master.remote origin",
        "git config branch.master.remote . && git config branch.master.merge refs/heads/x",
        "printf '[remote \".\"]\\n\\turl = https://a.example/\\n' >> .git/config",
        "git remote add https://b.example/x https://a.example/x",
      })
  void whatFollowsWhomIsStatedByTheLine(String script) throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      Scripts.git(door, "remote", "add", "origin", "https://example.org/x");
      CommandRepositoriesTest.hook(door, script);
      String before = door.read(".git/config");
      door.call("run_command", "command", "git commit -q --allow-empty -m x");
      assertThat(door.read(".git/config")).isEqualTo(before);
    }
  }

  /// The line's own words say which remote comes, and what is told says that one did.
  @Test
  void aRemoteIsNewAsTheLineSays() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      CommandRepositoriesTest.identify(door);
      assertThat(CommandRepositoriesTest.git(door, "remote add up https://a.example/x"))
          .contains("Git's settings changed: remote.up.url, remote.up.fetch");
      assertThat(door.read(".git/config")).contains("https://a.example/x");
      assertThat(CommandRepositoriesTest.git(door, "checkout -q --track -b new master"))
          .contains("branch.new.remote, branch.new.merge");
      String before = door.read(".git/config");
      for (String line : List.of("--mirror=fetch m https://a.example/x", "a:b https://a.example")) {
        door.call("run_command", "command", "git remote add " + line);
        assertThat(door.read(".git/config")).isEqualTo(before);
      }
    }
  }
}
