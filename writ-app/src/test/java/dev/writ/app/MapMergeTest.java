// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Branches on which Writ worked go together without a conflict in the intent map, and its next
/// change makes the map whole.
class MapMergeTest extends CommitScene {
  private static final String MAP = ".orchestration/intent_map.md";

  @BeforeEach
  void both() {
    desk.writ("init", "--yes");
    git("add", ".");
    git("commit", "-q", "-m", "init");
  }

  private void work(String path, boolean goesOn) {
    String[] more = goesOn ? new String[] {"--continue"} : new String[0];
    run(write(path), more);
  }

  @ParameterizedTest
  @CsvSource({
    "merge -q -m m side, false",
    "merge -q -m m side, true",
    "rebase -q side, true",
    "cherry-pick side~1 side, true",
    "revert --no-edit HEAD~2 HEAD~3, true",
  })
  void theMapIsNoConflict(String act, boolean goesOn) {
    work("first.txt", false);
    git("checkout", "-q", "-b", "side");
    work("b.txt", goesOn);
    git("checkout", "-q", "main");
    work("c.txt", goesOn);
    work("d.txt", goesOn);

    git(act.split(" "));
    assertThat(git("status", "--porcelain")).isEmpty();
    work("e.txt", goesOn);

    String map = desk.workspace.read(MAP);
    assertThat(desk.writ("trace", "map", "--rebuild").exit()).isEqualTo(ExitCode.DONE);
    assertThat(map).isEqualTo(desk.workspace.read(MAP)).contains("- `c.txt`", "- `e.txt`");
    assertThat(map.lines().filter(line -> line.startsWith("<!-- writ:ledger "))).hasSize(1);
  }
}
