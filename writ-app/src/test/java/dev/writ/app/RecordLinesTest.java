// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The output of `undo`, `trace` and `audit` for people.
class RecordLinesTest {
  private static final String MODEL = "a-provider/" + "a-long-name-of-a-model-".repeat(4);

  private static void run(Desk desk, String... calls) {
    String script =
        "{'turns':[{'calls':[%s]},{'text':'Done.'}]}"
            .formatted(String.join(",", calls))
            .replace('\'', '"');
    String file = desk.home.write("script.json", script).toString();
    Desk.Ran ran =
        desk.writ(
            "run", "--execution", "restricted_autonomous", "--no-commit", "--script", file, "x");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
  }

  private static String write(String path, String content) {
    return "{'tool':'write_file','arguments':{'path':'%s','content':'%s'}}"
        .formatted(path, content);
  }

  private static String move(String from, String to) {
    return "{'tool':'move_path','arguments':{'from':'%s','to':'%s'}}".formatted(from, to);
  }

  private static String command(String line) {
    return "{'tool':'run_command','arguments':{'command':'%s'}}".formatted(line);
  }

  private static String undone(Desk desk) {
    Desk.Ran ran = desk.writ("undo", "--turn");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    return ran.out()
        .replaceAll("(To redo it: writ undo [0-9a-f]{8}|\\d records were undone)\n", "");
  }

  private static Desk desk() {
    Desk desk = new Desk();
    desk.workspace.write(
        ".writ/project.yaml", "authority:\n  level: parameterized_tools\n  contained: allow\n");
    Desk.Ran trusted = desk.writ("trust", "--yes");
    assertThat(trusted.exit()).as(trusted.toString()).isEqualTo(ExitCode.DONE);
    return desk;
  }

  @Test
  void undoSaysWhatItDidWithEachPlaceOnce() {
    try (Desk desk = desk()) {
      desk.workspace.write("gone.txt", "gone\n");
      desk.workspace.write("old.txt", "old\n");
      desk.workspace.write("content.txt", "before\n");
      desk.workspace.write("script.sh", "echo\n");
      run(
          desk,
          write("new/a.txt", "1"),
          write("new/a.txt", "2"),
          move("new/a.txt", "new/b.txt"),
          command("rm gone.txt"),
          command("mv old.txt moved.txt"),
          "{'tool':'read_file','arguments':{'path':'content.txt'}}",
          write("content.txt", "after"),
          command("chmod 755 script.sh"));

      assertThat(undone(desk))
          .isEqualTo(
              """
              restored content.txt (content)
              restored gone.txt (was deleted)
              removed new/
              removed new/b.txt
              moved back moved.txt to old.txt
              restored script.sh (permissions rw-r--r--)
              """);
      assertThat(desk.workspace.exists("new")).isFalse();
      assertThat(desk.workspace.read("old.txt")).isEqualTo("old\n");
    }
  }

  @Test
  void anUndoIsRedoneByTheShortIdThatItPrints() {
    try (Desk desk = desk()) {
      run(desk, write("a.txt", "a"));
      String said = desk.writ("undo", "--turn").out();
      String id = said.strip().substring(said.strip().length() - 8);
      assertThat(desk.writ("undo", id).out()).startsWith("restored a.txt (was deleted)\n");
      assertThat(desk.workspace.read("a.txt")).isEqualTo("a");
      assertThat(desk.writ("trace", "show", id).out()).contains("undoes    ", "delete a.txt");
      Desk.Ran ran = desk.writ("undo", id.substring(4)); // too short to name one
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("there is no record '" + id.substring(4) + "'");
    }
  }

  @ParameterizedTest
  @CsvSource({"trace", "trace show", "trace log", "audit"})
  void linesFitIntoAHundredColumns(String command) {
    try (Desk desk = desk()) {
      String path = "a/directory/with/a/long/name/".repeat(4) + "文件.txt";
      run(desk, write(path, "text"), command("ls " + path), write("b.txt", MODEL));
      List<String> lines = desk.writ(command.split(" ")).out().lines().toList();
      assertThat(lines).hasSizeGreaterThan(1);
      assertThat(lines)
          .allSatisfy(
              line -> {
                assertThat(line.length() + line.replaceAll("[^文件]", "").length())
                    .as(line)
                    .isLessThanOrEqualTo(100);
                assertThat(line).matches(".*\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d .*");
              });
      assertThat(lines).anyMatch(line -> line.endsWith("…"));
      assertThat(desk.writ((command + " --long").split(" ")).out()).contains(path);
    }
  }

  @Test
  void linesNameNoIntentThatNobodyDeclared() {
    try (Desk desk = desk()) {
      run(desk, write("a.txt", "a"));
      assertThat(desk.writ("trace").out()).contains("a.txt").doesNotContain("INT-");
      assertThat(desk.writ("trace", "--long").out()).contains("INT-S-");
      assertThat(desk.writ("intent", "add", "Work", "**").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("intent", "activate", "INT-001", "--yes").exit())
          .isEqualTo(ExitCode.DONE);
      run(
          desk,
          "{'tool':'select_active_intent','arguments':"
              + "{'intent':'CODE','intent_id':'INT-001','justification':'x'}}",
          write("b.txt", "b"));
      assertThat(desk.writ("trace").out()).contains("INT-001      create b.txt");
    }
  }

  @Test
  void aPlaceElsewhereIsNamedWithTheProjectAndTheWayThere() {
    try (Desk desk = desk()) {
      assertThat(desk.writ("blame", "../b.txt").err())
          .contains("../b.txt is outside the project " + desk.workspace.root())
          .contains("--cwd");
    }
  }

  @Test
  void theAuditNamesAnAutomaticCommitByItsFiles() {
    try (Desk desk = desk()) {
      desk.workspace.git("init", "-q", "-b", "main");
      desk.workspace.git("config", "user.name", "P");
      desk.workspace.git("config", "user.email", "p@example.org");
      desk.workspace.git("commit", "-q", "--allow-empty", "-m", "begin");
      String script = "{'turns':[{'calls':[%s]},{'text':'Done.'}]}".formatted(write("a.txt", "a"));
      String file = desk.home.write("script.json", script.replace('\'', '"')).toString();
      String execution = "restricted_autonomous";
      assertThat(desk.writ("run", "--execution", execution, "--script", file, "x").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("audit").out()).containsPattern("auto_commit .* commit \\d files\n");
    }
  }

  @Test
  void theAuditSaysWhatADeniedCallWasAndWhereSomethingWasMoved() {
    try (Desk desk = desk()) {
      desk.workspace.write("a.txt", "a\n");
      String script =
          "{'turns':[{'calls':[%s,{'tool':'no_such','arguments':{}}]},{'text':'Done.'}]}"
              .formatted(move("a.txt", "b.txt"))
              .replace('\'', '"');
      String file = desk.home.write("script.json", script).toString();
      Desk.Ran _ = desk.writ("run", "--execution", "restricted_autonomous", "--script", file, "x");
      assertThat(desk.writ("audit").out())
          .contains(" UNKNOWN_TOOL ", " no_such\n", "move_path  move a.txt → b.txt\n");
    }
  }

  @Test
  void theAuditNamesChangesOfASessionByTheirWords() {
    try (Desk desk = desk()) {
      run(
          desk,
          "{'tool':'update_plan','arguments':{'steps':[{'step':'look','status':'pending'}]}}",
          "{'tool':'more_tools','arguments':{'query':'git'}}");
      assertThat(desk.writ("audit", "--long").out())
          .contains("session update_plan", "session offer_tools");
      assertThat(Desk.read(desk.home.path(".writ/audit.jsonl")))
          .contains("\"steps\":[{\"step\":\"look\",\"status\":\"pending\"}]")
          .doesNotContain("UpdatePlan");
    }
  }
}
