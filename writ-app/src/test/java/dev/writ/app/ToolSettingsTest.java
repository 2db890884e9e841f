// Implements: docs/spec/06-tools.md §6.3 (Parallelism and limits)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Each key of the tools has the effect that the reference promises.
class ToolSettingsTest {
  private static Desk.Ran call(Desk desk, String tool, String arguments) {
    return desk.writ("tools", "call", tool, "--json", "--args", arguments.replace('`', '"'));
  }

  @Test
  void maxOutputSizeBoundsEachResult() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("a.txt", "x\n".repeat(3000));
      desk.set("WRIT_TOOLS_MAX_OUTPUT_SIZE", "1000");
      desk.set("WRIT_CONTEXT_MAX_TOOL_OUTPUT_CHARS", "100000");

      Json.Obj result = call(desk, "run_command", "{`command`:`cat a.txt`}").json();

      assertThat(result.text("output").orElse("")).hasSize(1000);
      assertThat(result.isTrue("truncated")).isTrue();
      assertThat(result.object("metadata").number("original_size")).hasValue(6000);
    }
  }

  @Test
  void maxFileReadSizeBoundsWhatIsSearched() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("a.txt", "needle\n".repeat(20));
      desk.set("WRIT_TOOLS_MAX_FILE_READ_SIZE", "100");

      assertThat(call(desk, "search_files", "{`pattern`:`needle`}").out())
          .contains("No matches", "tools.max_file_read_size (100)");
    }
  }

  @Test
  void maxCallsPerResponseLeavesTheRestOut() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("a.txt", "a\n");
      desk.home.write(
          "script.json",
          """
          {"turns":[{"calls":[
            {"tool":"read_file","arguments":{"path":"a.txt"}},
            {"tool":"list_files","arguments":{"pattern":"*"}}]},
           {"text":"Done."}]}
          """);
      desk.set("WRIT_TOOLS_MAX_CALLS_PER_RESPONSE", "1").set("WRIT_TOOLS_MAX_PARALLEL", "1");

      Desk.Ran ran = desk.writ("run", "--script", desk.home.path("script.json").toString(), "Go");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      List<Json.Obj> results =
          desk.session().stream()
              .filter(event -> event.text("type").orElse("").equals("tool_result"))
              .toList();
      assertThat(results.getFirst().isTrue("success")).isTrue();
      assertThat(results.getLast().object("error").text("message").orElse(""))
          .contains("at most 1 calls");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"tools\":{\"builtin\":{\"run_shell\":{\"enabled\":false}}}}",
        "{\"tools.builtin.run_command.enabled\":false,\"tools.builtin.list_files.enabled\":true}",
        "{\"tools\":{\"builtin.run_command\":{\"enabled\":false}}}"
      })
  void aDisabledToolIsNotOffered(String configuration) {
    try (Desk desk = new Desk()) {
      desk.home.write(".writ.json", configuration);

      assertThat(desk.writ("tools", "list").out()).contains("list_files").doesNotContain("run_com");
      assertThat(call(desk, "run_command", "{`command`:`ls`}").out()).contains("UNKNOWN_TOOL");
    }
  }

  @Test
  void aProjectsFileDisablesNothing() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(
          ".writ.json", "{\"tools\":{\"builtin\":{\"run_command\":{\"enabled\":false}}}}");

      Desk.Ran ran = desk.writ("tools", "list");

      assertThat(ran.out()).contains("run_command");
      assertThat(ran.err()).contains("tools.builtin is ignored");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WRIT_TOOLS_MAX_PARALLEL|0|tools.max_parallel",
        "WRIT_TOOLS_MAX_PARALLEL|65|from 1 to 64",
        "WRIT_TOOLS_MAX_CALLS_PER_RESPONSE|0|tools.max_calls_per_response",
        "WRIT_TOOLS_MAX_OUTPUT_SIZE|999|tools.max_output_size",
        "WRIT_TOOLS_MAX_OUTPUT_SIZE|1048577|tools.max_output_size",
        "WRIT_TOOLS_MAX_FILE_READ_SIZE|99999999|tools.max_file_read_size",
        "WRIT_TOOLS_BUILTIN|{\"nope\":{\"enabled\":true}}|there is no tool nope",
        "WRIT_TOOLS_BUILTIN|{\"list_files\":true}|tools.builtin.list_files",
        "WRIT_TOOLS_BUILTIN|{\"list_files\":{\"enabled\":1}}|list_files.enabled",
        "WRIT_TOOLS_BUILTIN|{\"list_files\":{\"timeout_seconds\":0}}|list_files.timeout_seconds",
        "WRIT_TOOLS_BUILTIN|{\"list_files\":{\"colour\":1}}|list_files.colour"
      })
  void whatIsOutOfRangeEndsTheStart(String variable, String value, String words) {
    try (Desk desk = new Desk()) {
      desk.set(variable, value);

      Desk.Ran ran = desk.writ("tools", "list");

      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains(words);
    }
  }

  @Test
  void aDeadlineIsAccepted() {
    try (Desk desk = new Desk()) {
      desk.set("WRIT_TOOLS_BUILTIN", "{\"list_files\":{\"timeout_seconds\":5,\"enabled\":true}}");

      assertThat(call(desk, "list_files", "{}").exit()).isEqualTo(ExitCode.DONE);
    }
  }

  /// The authority is read when the first command is, not before the first request.
  @Test
  void grantedProgramsAreNamedOnceACommandWasRead() {
    try (Desk desk = new Desk()) {
      desk.home.write(
          "script.json",
          """
          {"turns":[
            {"calls":[{"tool":"run_command","arguments":{"command":"pwd"}}]},
            {"text":"One."},
            {"text":"Two."}]}
          """);
      desk.input("Go\nGo on\n");

      Desk.Ran ran =
          desk.writ(
              "chat", "--allow-dangerous", "--script", desk.home.path("script.json").toString());

      assertThat(ran.out()).contains("One.", "Two.");
      List<String> blocks =
          desk.session().stream()
              .filter(event -> event.text("type").orElse("").equals("system"))
              .map(event -> event.text("content").orElse(""))
              .toList();
      assertThat(blocks).hasSize(2);
      assertThat(blocks.getFirst()).contains("<environment>").doesNotContain("granted programs");
      assertThat(blocks.getLast()).contains("granted programs: *");
    }
  }
}
