// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.tools.builtin.Door;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A search of a project finds the project, not Writ's records of it.
class RecordHidingTest {
  private static final String CONTAINED =
      "authority:\n  level: observe\n  contained: allow\n  network: deny\n# needle\n";

  @TempDir Path directory;
  private Door door;

  @BeforeEach
  void begin() throws Exception {
    Door.needsViews();
    door = Door.in(directory, setup -> setup.rules = Door.under("namespaces"));
    git("init", "-q", ".");
    door.file(AuthorityFile.PATH, CONTAINED);
    door.governor.authority().confirm(CONTAINED, "me");
    assertThat(door.code("write_file", "path", "needle.txt", "content", "needle\n"))
        .isEqualTo("ok");
    assertThat(door.root.resolve(".orchestration/agent_trace.jsonl")).content().contains("needle");
  }

  @AfterEach
  void end() {
    door.close();
  }

  private void git(String... arguments) throws Exception {
    String[] line = new String[arguments.length + 5];
    System.arraycopy(
        new String[] {"git", "-c", "user.name=n", "-c", "user.email=e"}, 0, line, 0, 5);
    System.arraycopy(arguments, 0, line, 5, arguments.length);
    ProcessBuilder git = new ProcessBuilder(line).directory(door.root.toFile()).inheritIO();
    git.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    assertThat(git.start().waitFor()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grep -rn needle .",
        "grep -rl needle . | sort",
        "find . -type f -exec grep -l needle {} +",
        "find . -type f | xargs grep -l needle",
        "ls -aR",
        "find . -name '*e*'",
        "awk /needle/ needle.txt && find .",
      })
  void commandsThatSearchDontFindThem(String line) {
    assertThat(door.text("run_command", "command", line))
        .contains("needle.txt")
        .doesNotContain("agent_trace", "project.yaml");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grep -rn needle .orchestration",
        "cat .orchestration/agent_trace.jsonl",
        "ls .orchestration && grep needle .orchestration/*",
        "cat < .orchestration/agent_trace.jsonl",
        "cd .orchestration && grep -r needle .",
      })
  void whoNamesThemSeesThem(String line) {
    assertThat(door.text("run_command", "command", line))
        .containsAnyOf("agent_trace.jsonl", "mutation_class");
  }

  @Test
  void toolsFindThemOnlyWhereTheyAreNamed() {
    assertThat(door.text("search_files", "pattern", "needle"))
        .contains("needle.txt")
        .doesNotContain("agent_trace", "project.yaml");
    assertThat(door.text("list_files"))
        .contains("needle.txt")
        .doesNotContain(".orchestration", ".writ");
    assertThat(door.text("list_files", "recursive", false))
        .contains("needle.txt")
        .doesNotContain(".orchestration", ".writ");
    assertThat(door.text("search_files", "pattern", "needle", "path", ".orchestration"))
        .contains("agent_trace");
    assertThat(door.text("list_files", "include_ignored", true)).contains("agent_trace");
  }

  @Test
  void gitShowsNoLinesOfJournals() throws Exception {
    git("add", "-A");
    git("commit", "-q", "-m", "first");
    assertThat(door.code("write_file", "path", "pin.txt", "content", "more\n")).isEqualTo("ok");
    assertThat(door.text("run_command", "command", "git status --porcelain"))
        .contains(" M .orchestration/agent_trace.jsonl");
    for (String line : new String[] {"git diff", "git log -p", "git show"}) {
      assertThat(door.text("run_command", "command", line)).doesNotContain("content_hash");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"git stash", "git stash -u", "git stash -k", "git stash push -m later"})
  void aStashLeavesTrackedRecordsAlone(String stash) throws Exception {
    git("add", "-A");
    git("commit", "-q", "-m", "first");
    assertLeavesRecordsAlone(stash);
  }

  /// There Git forgets marks of files that are there in spite of them.
  @ParameterizedTest
  @ValueSource(strings = {"--cone", "--no-cone"})
  void inASparseCheckoutItDoes(String how) throws Exception {
    git("add", "-A");
    git("commit", "-q", "-m", "first");
    List<String> all =
        how.equals("--cone") ? List.of(".orchestration", ".writ") : List.of("/*", "!/none");
    git("sparse-checkout", "set", how, all.getFirst(), all.getLast());
    assertLeavesRecordsAlone("git stash");
  }

  private void assertLeavesRecordsAlone(String stash) {
    assertThat(door.code("write_file", "path", "needle.txt", "content", "more\n")).isEqualTo("ok");

    assertThat(door.code("run_command", "command", stash)).isEqualTo("ok");
    assertThat(door.root.resolve("needle.txt")).hasContent("needle");
    assertThat(door.text("run_command", "command", "git stash show --name-only"))
        .contains("needle.txt")
        .doesNotContain("agent_trace");
    assertThat(door.code("run_command", "command", "git stash pop")).isEqualTo("ok");
    assertThat(door.root.resolve("needle.txt")).hasContent("more");
    assertThat(door.text("run_command", "command", "git ls-files -v"))
        .contains("H .orchestration/agent_trace.jsonl");
  }
}
