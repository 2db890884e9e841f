// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.TemporaryWorkspace;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A real task in a checkout of this very project.
class RealTaskTest {
  private static final String PLACES = "openai-compatible, /v1";

  @BeforeAll
  static void needsACheckout() {
    assumeThat(Files.exists(Project.ROOT.resolve(".git"))).as("no git checkout").isTrue();
  }

  private static TemporaryWorkspace checkout() {
    TemporaryWorkspace workspace = TemporaryWorkspace.empty();
    workspace.git("clone", "-q", Project.ROOT.toString(), ".");
    return workspace;
  }

  private static ScriptedCall call(String tool, String... pairs) {
    Json.Builder arguments = Json.object();
    for (int i = 0; i < pairs.length; i += 2) {
      arguments.put(pairs[i], pairs[i + 1]);
    }
    return new ScriptedCall(tool, arguments.build().write());
  }

  private static ScriptTurn[] task() {
    return new ScriptTurn[] {
      new PlainAnswer(
          "I look around.",
          call("list_files", "pattern", "docs/*.md"),
          call("search_files", "pattern", "# Contributing", "file_pattern", "*.md"),
          call("run_command", "program", "pwd")),
      new PlainAnswer(
          "I read.",
          call("read_file", "path", "CONTRIBUTING.md"),
          call("read_file", "path", "docs/dependencies.md")),
      edits(),
      new PlainAnswer("Two headings changed.")
    };
  }

  private static PlainAnswer edits() {
    return new PlainAnswer(
        "I edit.",
        call(
            "edit_file",
            "path",
            "CONTRIBUTING.md",
            "old_text",
            "# Contributing",
            "new_text",
            "# Contributing to Writ"),
        call("edit_file", "path", "docs/dependencies.md", "old_text", "# ", "new_text", "#  "),
        call("read_file", "path", "CONTRIBUTING.md"));
  }

  @ParameterizedTest
  @CsvSource({PLACES, "ollama, ''"})
  void readsSearchesEditsTwoFilesAndEnds(String provider, String path) throws Exception {
    try (Program program = new Program(checkout());
        ScriptedModelServer server = ScriptedModelServer.start(task())) {
      succeeds(program.ask(server, provider, path), server);
      assertThat(server.chats()).hasSize(4);
    }
  }

  @ParameterizedTest
  @CsvSource({
    PLACES + ", CUT_FIN",
    PLACES + ", CUT_RST",
    PLACES + ", HALF_CALL",
    "ollama, '', CUT_FIN",
    "ollama, '', CUT_RST",
    "ollama, '', HALF_CALL"
  })
  void nothingOfAResponseThatWasCutInACallIsExecuted(String provider, String path, AnswerFault how)
      throws Exception {
    PlainAnswer wrong =
        new PlainAnswer(
            "I write.",
            call("write_file", "path", "wrong.txt", "content", "wrong ".repeat(50)),
            call("write_file", "path", "wrong2.txt", "content", "wrong ".repeat(50)));
    ScriptTurn[] task = task();
    try (Program program = new Program(checkout());
        ScriptedModelServer server =
            ScriptedModelServer.start(
                task[0],
                task[1],
                new FaultyAnswer(how, 700, wrong),
                task[2],
                new FaultyAnswer(how, 500, true, wrong),
                task[3])) {
      succeeds(program.ask(server, provider, path), server);
      assertThat(server.chats()).hasSize(6);
      assertThat(program.session().toString()).doesNotContain("wrong.txt");
    }
  }

  private static void succeeds(Program program, ScriptedModelServer server) throws Exception {
    String before = program.workspace.git("status", "--porcelain");
    assertThat(before).isEmpty();
    Program.Ran ran = program.run("run", "--no-commit", "--json", "Change two headings");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    server.assertClean();
    assertThat(ran.json().text("result")).contains("Two headings changed.");
    assertThat(ran.json().items("changed_files"))
        .containsExactly(Json.of("CONTRIBUTING.md"), Json.of("docs/dependencies.md"));
    assertThat(program.workspace.git("status", "--porcelain").lines().map(l -> l.substring(3)))
        .containsExactlyInAnyOrder("CONTRIBUTING.md", "docs/dependencies.md", ".orchestration/");
    assertThat(program.workspace.read("CONTRIBUTING.md")).startsWith("# Contributing to Writ\n");
    assertThat(program.run("trace", "verify").out()).contains("2 records of 1 writers");
    List<Json.Obj> results =
        program.session().stream()
            .filter(e -> e.text("type").orElse("").equals("tool_result"))
            .toList();
    assertThat(results).hasSize(8).allMatch(e -> e.isTrue("success"));
  }
}
