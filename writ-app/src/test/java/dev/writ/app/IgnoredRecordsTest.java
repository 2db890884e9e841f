// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.value.ContentHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What Git ignores nobody else gets; the records about it are committed.
class IgnoredRecordsTest {
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";
  private static final String MAP = ".orchestration/intent_map.md";
  private static final String[] ABOUT_LINES = {
    "\"hunks\"", "old_forms", "line_hashes", "line_forms", "content_hash"
  };

  private Desk desk;

  @BeforeEach
  void repository() {
    desk = new Desk();
    desk.set("HOME", desk.home.root().toString());
    desk.home.write(".config/git/ignore", "*.own\n");
    desk.workspace.git("init", "-q", "-b", "main");
    desk.workspace.write(".gitignore", "private/\n!private/x\n");
    desk.workspace.write("sub/.gitignore", "/local.py\n*.tracked\n");
    desk.workspace.write(".git/info/exclude", "listed.txt\n");
    desk.workspace.write("sub/a.tracked", "pin 4711\n");
    desk.workspace.git("add", "-f", "sub", ".gitignore");
  }

  @AfterEach
  void close() {
    desk.close();
  }

  private void edit(String path) {
    desk.workspace.write(path, "salary 91000\npin 4711\n");
    desk.home.write(
        "script.json",
        """
        {"turns":[{"calls":[{"tool":"read_file","arguments":{"path":"#"}}]},
        {"calls":[{"tool":"edit_file","arguments":{"path":"#","old_text":"4711","new_text":"4712"}}]},
        {"text":"Done."}]}
        """
            .replace("#", path));
    String script = desk.home.path("script.json").toString();
    Desk.Ran ran = desk.writ("run", "--no-commit", "--script", script, "Change it");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    assertThat(desk.workspace.read(path)).contains("pin 4712");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"private/diary.txt", "private/x", "sub/local.py", "deep/er/n.own", "listed.txt"})
  void theLedgerSaysNothingOfItsLines(String path) {
    edit(path);

    assertThat(desk.workspace.read(LEDGER)).contains(path).doesNotContain(ABOUT_LINES);
    assertThat(desk.workspace.path(MAP).toFile().exists() ? desk.workspace.read(MAP) : "")
        .doesNotContain(path);
    assertThat(desk.writ("trace", "verify").exit()).isEqualTo(ExitCode.DONE);
    Desk.Ran blame = desk.writ("blame", path);
    assertThat(blame.exit()).as(blame.toString()).isEqualTo(ExitCode.DONE);
    Desk.Ran undo = desk.writ("undo", "--turn");
    assertThat(undo.exit()).as(undo.toString()).isEqualTo(ExitCode.DONE);
    assertThat(desk.workspace.read(path)).isEqualTo("salary 91000\npin 4711\n");
    assertThat(desk.workspace.read(LEDGER)).doesNotContain(ABOUT_LINES);
    assertThat(desk.writ("trace", "verify").exit()).isEqualTo(ExitCode.DONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.txt", "sub/a.tracked", "local.py", "sub/x/local.py"})
  void whatGitTracksOrShowsIsDescribed(String path) {
    edit(path);

    assertThat(desk.workspace.read(LEDGER)).contains(ContentHash.of("pin 4712\n").substring(0, 15));
    assertThat(desk.workspace.read(MAP)).contains(path);
  }

  @Test
  void whatIsIgnoredOnlyNowIsLeftOutFromNowOn() {
    edit("later.txt");
    int described = desk.workspace.read(LEDGER).split("line_hashes", -1).length;
    desk.workspace.write(".gitignore", "later.txt\n");
    edit("later.txt");

    assertThat(desk.workspace.read(LEDGER).split("line_hashes", -1)).hasSize(described);
  }
}
