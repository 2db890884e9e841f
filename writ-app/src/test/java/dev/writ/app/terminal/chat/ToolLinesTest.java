// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.audit.GateAnswer;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What a chat shows of a call, line by line.
class ToolLinesTest {
  private static String lines(String tool, String arguments, ToolResult result, String... deny) {
    ToolCall call = new ToolCall("1", tool, arguments.replace('\'', '"'));
    List<GateAnswer> gates =
        List.of(deny).stream()
            .map(gate -> GateAnswer.deny(gate, ((ToolResult.Failure) result).error()))
            .toList();
    SessionEvent.Called called =
        new SessionEvent.Called(call, result, new CallAnswer(result, gates, List.of(), call));
    return ToolLines.of(called, 60).stream()
        .map(StyledLine::text)
        .map(String::stripTrailing)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static ToolResult done(String output, Json.Builder facts) {
    return new ToolResult.Success(output, false, facts.build());
  }

  @Test
  void aCommandThatFailedSaysSoWithItsLastLines() {
    ToolResult failed =
        done(
            "exit code 1\n1\n2\n3\n4\n5\nstderr:\nError: 2 !== 3\n",
            Json.object().put("exit_code", 1).put("duration_ms", 2140));

    assertThat(lines("run_command", "{'command':'npm test','working_dir':'.'}", failed))
        .isEqualTo(
            """
            ✗ Run npm test: exit 1 (2.1 s)
                … 1 more line (Ctrl-O shows all)
                2
                3
                4
                5
                Error: 2 !== 3
            """);
  }

  @Test
  void aSingleLineThatIsLeftOutIsOneLine() {
    ToolResult failed = done("exit code 1\n1\n2\n3\n4\n5\n6\n", Json.object().put("exit_code", 1));
    assertThat(lines("run_command", "{'command':'x','working_dir':'.'}", failed))
        .contains("… 1 more line (Ctrl-O shows all)");
  }

  @Test
  void aTitleIsInertAndItsEllipsisIsNone() {
    assertThat(
            lines("run_command", "{'command':'cat a\\u202e <<E\\nx\\nE'}", done("", Json.object())))
        .isEqualTo("✓ Run cat a⟨U+202E⟩ <<E …\n");
  }

  @Test
  void anEditCountsItsLinesAndShowsThem() {
    ToolResult edited = done("Edited", Json.object().put("changed", "+1 -1"));

    assertThat(lines("edit_file", "{'path':'a','old_text':'x','new_text':'y'}", edited))
        .startsWith("✓ Edit a +1 −1\n")
        .contains("- x", "+ y");
  }

  @Test
  void aPlanIsAList() {
    assertThat(
            lines(
                "update_plan",
                "{'steps':[{'step':'Look','status':'done'},{'step':'Fix','status':'in_progress'},"
                    + "{'step':'Test','status':'pending'}]}",
                done("", Json.object())))
        .isEqualTo("✓ Update the plan\n    ☑ Look\n    ▸ Fix\n    ☐ Test\n");
  }

  @Test
  void aDenialSaysWhyAndWhatToDo() {
    ToolResult denied =
        new ToolResult.Failure(
            new ToolError(ErrorCode.SCOPE_VIOLATION, "INT-1 does not own b.txt", "Choose another"));

    assertThat(lines("write_file", "{'path':'b.txt','content':''}", denied, "scope"))
        .isEqualTo(
            """
            ✗ Write b.txt: denied: INT-1 does not own b.txt
              [SCOPE_VIOLATION]
              → Choose another
            """);
  }

  @Test
  void whatAModeDoesNotOfferNamesTheWayToAnother() {
    ToolResult denied =
        ToolResult.failed(ErrorCode.TOOL_NOT_ALLOWED_IN_MODE, "The mode 'ask' does not offer it");
    assertThat(lines("write_file", "{'path':'b.txt','content':''}", denied, "mode"))
        .endsWith("  → another mode may allow it: /mode in a chat, else --mode\n");
  }

  @Test
  void whatThePersonDidIsSaidToThemInAFewWords() {
    ToolResult refused =
        ToolResult.failed(ErrorCode.APPROVAL_REJECTED, "The person said no: not now");
    assertThat(lines("run_command", "{'command':'touch a'}", refused, "approval"))
        .isEqualTo("✗ Run touch a: you said no: not now\n");
    ToolResult stopped =
        ToolResult.failed(
            ErrorCode.CALL_ABORTED,
            "sleep 9 was aborted by the person while it ran. It could only read");
    assertThat(lines("run_command", "{'command':'sleep 9'}", stopped, "approval"))
        .isEqualTo("✗ Run sleep 9: stopped. It could only read\n");
    ToolResult other = ToolResult.failed(ErrorCode.CALL_ABORTED, "The turn\nended");
    assertThat(lines("run_command", "{'command':'sleep 9'}", other, "approval"))
        .isEqualTo("✗ Run sleep 9: The turn ended\n");
  }

  @Test
  void anUnknownToolIsOneLine() {
    ToolResult unknown =
        new ToolResult.Failure(
            new ToolError(
                ErrorCode.UNKNOWN_TOOL,
                "There is no tool 'bash'; there are read_file, write_file, edit_file, apply_patch",
                "Use one of the tools that were offered"));

    assertThat(lines("bash", "{'command':'ls'}", unknown, "proposal"))
        .isEqualTo("✗ bash: unknown tool [UNKNOWN_TOOL]\n");
  }

  @Test
  void aCallThatAPersonAllowedSaysSoOnItsLine() {
    ToolResult ran = done("", Json.object().put("exit_code", 0).put("duration_ms", 400));
    ToolCall call = new ToolCall("1", "run_command", "{\"command\":\"make\"}");

    assertThat(line(call, ran, GateAnswer.approved("approval", "a person")))
        .isEqualTo("✓ Run make (0.4 s) · allowed");
    assertThat(
            line(call, ran, GateAnswer.approved("approval", "a person, for the session: all make")))
        .isEqualTo("✓ Run make (0.4 s) · allowed for the session");
    assertThat(line(call, ran, GateAnswer.approved("approval", "a person, who typed the command")))
        .isEqualTo("✓ Run make (0.4 s)");
  }

  private static String line(ToolCall call, ToolResult result, GateAnswer gate) {
    CallAnswer answer = new CallAnswer(result, List.of(gate), List.of(), call);
    return ToolLines.of(new SessionEvent.Called(call, result, answer), 60).getFirst().text();
  }

  @Test
  void aStaleFileFailedAndNobodyForbadeIt() {
    ToolResult stale = ToolResult.failed(ErrorCode.STALE_FILE, "a changed");

    assertThat(lines("edit_file", "{'path':'a'}", stale, "lock"))
        .isEqualTo("✗ Edit a: a changed [STALE_FILE]\n");
  }

  @Test
  void backgroundCommandsAreNamedByTheirIds() {
    assertThat(
            lines(
                "run_background",
                "{'command':'npm start'}",
                done("", Json.object().put("id", "b1"))))
        .isEqualTo("✓ Start npm start: in the background as b1\n");
    assertThat(lines("command_output", "{'id':'b1'}", done("", Json.object().put("running", true))))
        .isEqualTo("✓ Check command b1: running\n");
    assertThat(
            lines(
                "stop_command",
                "{'id':'b1'}",
                done("", Json.object().put("exit_code", 143).put("duration_ms", 12_000))))
        .isEqualTo("✓ Stop command b1 (ran 12 s)\n");
  }

  @Test
  void allOfADeniedCallIsWordsToo() {
    ToolCall call = new ToolCall("c", "run_command", "{\"command\":\"git push\"}");
    ToolResult denied = ToolResult.failed(ErrorCode.APPROVAL_REJECTED, "The person said no: late");
    SessionEvent.Called called =
        new SessionEvent.Called(call, denied, new CallAnswer(denied, List.of(), List.of(), call));
    assertThat(ToolLines.whole(called, 79).stream().map(StyledLine::text))
        .containsExactly("Run git push", "    The person said no: late [APPROVAL_REJECTED]");
  }
}
