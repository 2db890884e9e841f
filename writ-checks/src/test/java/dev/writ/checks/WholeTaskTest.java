// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptedModelServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Whole tasks of an agent in the program as a person starts it: done, with at most one question,
/// all of it recorded, every failure shown, and taken back to the byte and the mode.
class WholeTaskTest {
  private static final int LEAST_TASKS = 15;

  private static final String ENTER = "\r";
  private static final String LEAVE = "/quit" + ENTER;

  /// The tasks that a person also watches after `writ init`.
  private static final Set<String> WATCHED =
      Set.of(
          "01-fix-c-test", "08-server-in-background", "09-branch-and-commit", "14-move-and-delete");

  /// The person present during a task.
  enum Company {
    /// No person, after `writ init`.
    NOBODY,
    /// A person at a terminal, where `writ init` was never run.
    PERSON,
    /// A person at a terminal, after `writ init`.
    PERSON_AFTER_INIT
  }

  /// The observations of a run.
  private record Played(int exit, String screen, int questions) {}

  private static Stream<Arguments> plays() {
    List<Arguments> plays = new ArrayList<>();
    for (WholeTask task : WholeTask.all()) {
      plays.add(Arguments.of(task, Company.NOBODY));
      if (task.isPlayedWithoutInit()) {
        plays.add(Arguments.of(task, Company.PERSON));
      }
      if (WATCHED.contains(task.toString())) {
        plays.add(Arguments.of(task, Company.PERSON_AFTER_INIT));
      }
    }
    return plays.stream();
  }

  @Test
  void thereAreEnough() {
    assertThat(WholeTask.all()).hasSizeGreaterThanOrEqualTo(LEAST_TASKS);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("plays")
  @Execution(ExecutionMode.CONCURRENT)
  void isDoneRecordedAndTakenBack(WholeTask task, Company company) throws Exception {
    assumeThat(task.missing()).as("programs that are missing").isEmpty();
    assumeThat(company == Company.NOBODY || Screen.possible()).as("there is script(1)").isTrue();
    try {
      play(task, company);
    } catch (AssertionError e) {
      throw new AssertionError(task + ", " + company + ": " + e.getMessage(), e);
    }
  }

  private static void play(WholeTask task, Company company) throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server =
            ScriptedModelServer.start(
                task.script(program.workspace.root().toString()), false, _ -> {})) {
      program.set("LC_ALL", "C.UTF-8");
      task.prepare(program.workspace, program.home.root());
      if (company != Company.PERSON) {
        assertThat(program.run("init", "--yes").exit()).isZero();
      }
      TreePicture before = picture(task, program);

      Played played =
          company == Company.NOBODY
              ? alone(task, program.ask(server))
              : watched(task, program.ask(server));

      assertThat(played.exit()).as("%s", played.screen()).isZero();
      server.assertClean();
      assertThat(played.questions())
          .as("%s", played.screen())
          .isLessThanOrEqualTo(company == Company.PERSON ? 1 : 0);
      assertThat(results(program)).as("%s", played.screen()).isEqualTo(task.ends());
      assertThat(marks(played.screen())).as("%s", played.screen()).isEqualTo(task.ends());
      assertThat(denials(program)).isEmpty();
      recorded(before, task, program);
      task.judge(program.workspace, program.home.root());
      takenBack(before, task, program);
    }
  }

  private static Played alone(WholeTask task, Program program) throws Exception {
    Program.Ran ran = program.run("run", task.request());
    assertThat(ran.out()).contains(WholeTask.LAST_WORDS);
    return new Played(ran.exit(), ran.err(), 0);
  }

  private static Played watched(WholeTask task, Program program) throws Exception {
    program.set("TERM", "xterm-256color");
    int questions = 0;
    try (Screen screen = Screen.of(program, "chat")) {
      screen.sees(Screen.PROMPT);
      screen.keys(task.request() + ENTER);
      while (screen.sees(WholeTask.LAST_WORDS, Screen.QUESTION).equals(Screen.QUESTION)) {
        screen.agrees();
        questions++;
      }
      screen.sees(" tokens · " + task.ends().size() + " call"); // the turn's last line
      screen.keys(LEAVE);
      int exit = screen.end();
      return new Played(exit, screen.everything(), questions);
    }
  }

  private static TreePicture picture(WholeTask task, Program program) throws Exception {
    return TreePicture.of(program.workspace.root(), task.outputs());
  }

  /// How each call ended, as the session has it.
  private static List<String> results(Program program) {
    return program.session().stream()
        .filter(event -> event.text("type").orElse("").equals("tool_result"))
        .map(WholeTaskTest::result)
        .toList();
  }

  private static String result(Json.Obj result) {
    if (!result.isTrue("success")) {
      return result.object("error").text("error_code").orElse("no code in " + result);
    }
    boolean ran = result.text("name").orElse("").equals("run_command");
    return Long.toString(ran ? result.object("metadata").number("exit_code").orElse(0) : 0);
  }

  /// How each call ended, as a person sees it.
  private static List<String> marks(String screen) {
    return screen
        .lines()
        .filter(line -> line.matches("[✓✗] .*"))
        .map(
            line ->
                line.startsWith("✓")
                    ? "0"
                    : line.replaceFirst(".*: exit (\\d+)( \\(.*)?$", "$1")
                        .replaceFirst(".*\\[([A-Z_]+)]$", "$1"))
        .toList();
  }

  private static List<String> denials(Program program) {
    return program.home.exists(".writ/audit.log")
        ? program.home.read(".writ/audit.log").lines().filter(l -> l.contains("denied:")).toList()
        : List.of();
  }

  /// The ledger's changes, applied to the tree before, give the tree after.
  private static void recorded(TreePicture before, WholeTask task, Program program)
      throws Exception {
    Program.Ran verified = program.run("trace", "verify");
    assertThat(verified.exit()).as("%s", verified).isZero();
    assertThat(program.run("audit", "verify").exit()).isZero();
    List<Json.Obj> records =
        Program.wholeLines(Program.read(program.workspace.path(".orchestration/agent_trace.jsonl")))
            .stream()
            .map(Program::json)
            .toList();
    TreePicture after = picture(task, program);
    assertThat(before.changedBy(records, after).lines()).isEqualTo(after.lines());
  }

  private static void takenBack(TreePicture before, WholeTask task, Program program)
      throws Exception {
    if (picture(task, program).equals(before)) {
      return;
    }
    Program.Ran undone = program.run("undo", "--session");
    assertThat(undone.exit()).as("%s", undone).isZero();
    assertThat(picture(task, program).lines()).isEqualTo(before.lines());
    assertThat(program.run("trace", "verify").exit()).isZero();
  }
}
