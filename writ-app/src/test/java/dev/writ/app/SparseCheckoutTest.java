// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A work tree that lacks Writ's files, which the repository has.
class SparseCheckoutTest extends CommitScene {
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";

  private static final String INTENTS =
      """
      active_intents:
        - id: INT-1
          name: only a
          status: IN_PROGRESS
          owned_scope: ["src/a/**"]
          constraints: []
          acceptance_criteria: []
      """;

  @Test
  void whatASparseCheckoutLeavesOutStillLimits() {
    desk.workspace.write(".orchestration/active_intents.yaml", INTENTS);
    desk.workspace.write("src/b/b.txt", "b\n");
    git("add", ".");
    git("commit", "-q", "-m", "intents");
    git("sparse-checkout", "set", "src");
    assertThat(desk.workspace.path(".orchestration")).doesNotExist();

    Desk.Ran ran = start(readAndWrite("src/b/b.txt"));

    assertThat(ran.err())
        .contains(
            "writ: Run 'git sparse-checkout add .orchestration' first",
            "✓ Read src/b/b.txt",
            "✗ Write src/b/b.txt");
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(commits()).isEqualTo(2);

    git("sparse-checkout", "add", ".orchestration");
    assertThat(start(write("src/b/new.txt")).err())
        .doesNotContain("sparse")
        .contains("INTENT_REQUIRED");
  }

  @Test
  void aSparseIndexSaysSoToo() {
    desk.workspace.write(".writ/config.yaml", "safety:\n  require_confirmation: [write]\n");
    desk.workspace.write("src/b.txt", "b\n");
    git("add", "-f", ".");
    git("commit", "-q", "-m", "configuration");
    git("sparse-checkout", "set", "--sparse-index", "src");
    assertThat(git("ls-files", "--sparse")).contains(".writ/\n");

    assertThat(start(write("src/n.txt")).err()).contains("'git sparse-checkout add .writ'");
    assertThat(desk.workspace.path("src/n.txt")).doesNotExist();
  }

  @Test
  void whatLeavesNothingOfItOutIsNoHindrance() {
    desk.workspace.write("src/b.txt", "b\n");
    git("add", ".");
    git("commit", "-q", "-m", "b");
    git("sparse-checkout", "set", "src");
    assertThat(run(write("src/n.txt")).err()).contains("writ: committed ");
    assertThat(run(write("src/m.txt")).err()).contains("writ: committed ");
  }

  @Test
  void noCommitTakesRecordsOutOfTheLedger() throws Exception {
    run(write("b.txt"));
    String before = git("show", "HEAD:" + LEDGER);
    java.nio.file.Files.delete(desk.workspace.path(LEDGER));

    Desk.Ran ran = run(write("c.txt") + "," + write("d.txt"));

    assertThat(ran.err()).contains("writ: committed ", LEDGER + " lacks lines that the last");
    assertThat(git("show", "HEAD:" + LEDGER)).isEqualTo(before);
    assertThat(git("show", "--name-only", "--format=", "HEAD")).isEqualTo("c.txt\nd.txt");

    desk.workspace.write(LEDGER, before + "\n" + desk.workspace.read(LEDGER));
    assertThat(run(write("e.txt")).err()).doesNotContain("lacks");
    assertThat(git("show", "HEAD:" + LEDGER)).startsWith(before).hasLineCount(4);
  }
}
