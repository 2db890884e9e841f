// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.kernel.tool.CallAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real scripts as hooks behind the real door, in the sandbox of this machine.
class HookScriptsTest {
  @TempDir Path directory;

  private Path script(String name, String body) {
    return new HookDoors(directory).script(name, body);
  }

  private Path sh(String name, String body) {
    return new HookDoors(directory).sh(name, body);
  }

  private Door door(Json.Obj hooks) {
    return new HookDoors(directory).door(hooks);
  }

  private Door door(Json.Obj hooks, Consumer<Door.Setup> otherwise) {
    return new HookDoors(directory).door(hooks, otherwise);
  }

  private Door pre(String body) {
    return new HookDoors(directory).pre(body);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          exit 0                                                   | ok
          exit 2                                                   | HOOK_DENIED
          echo no >&2; exit 2                                      | HOOK_DENIED
          exit 1                                                   | HOOK_FAILED
          exit 3                                                   | HOOK_FAILED
          exit 127                                                 | HOOK_FAILED
          kill -9 $$                                               | HOOK_FAILED
          kill -TERM $$                                            | HOOK_FAILED
          echo hello                                               | ok
          echo '{}'                                                | ok
          echo '{'                                                 | HOOK_FAILED
          echo '{"decision":"block","reason":"r"}'                 | HOOK_DENIED
          echo '{"decision":"approve"}'                            | ok
          echo '{"decision":"maybe"}'                              | HOOK_FAILED
          echo '{"decision":7}'                                    | HOOK_FAILED
          echo '{"continue":false,"stopReason":"s"}'               | HOOK_DENIED
          echo '{"continue":"no"}'                                 | HOOK_FAILED
          echo '{"a":1,"a":2}'                                     | HOOK_FAILED
          echo '{} trailing'                                       | HOOK_FAILED
          printf '{"decision":"block","reason":"\\377\\376"}'      | HOOK_DENIED
          printf '\\377\\376'                                      | ok
          echo '{"decision":"approve"}'; exit 2                    | HOOK_DENIED
          echo '{"decision":"block"}'; exit 1                      | HOOK_FAILED
          exec 0<&-; exit 0                                        | ok
          sleep 60 & exit 0                                        | ok
          rm -f "$0" 2>/dev/null; exit 0                           | ok
          """)
  void whatAScriptDoesIsWhatItSays(String body, String code) {
    try (Door door = pre(body)) {
      assertThat(HookDoors.write(door)).isEqualTo(code);
      assertThat(Files.exists(door.root.resolve("a.txt"))).isEqualTo(code.equals("ok"));
    }
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "allow, ok",
    "deny, HOOK_DENIED",
    "ask, APPROVAL_UNAVAILABLE",
    "defer, APPROVAL_UNAVAILABLE",
    "yes, HOOK_FAILED"
  })
  void decisionsOfTheContract(String decision, String code) {
    String answer =
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"%s\","
                .formatted(decision)
            + "\"permissionDecisionReason\":\"because\"}}";
    try (Door door = pre("echo '" + answer + "'")) {
      CallAnswer callAnswer = door.call("write_file", "path", "a.txt", "content", "new\n");
      assertThat(Door.code(callAnswer)).isEqualTo(code);
      if (!code.equals("ok") && !code.equals("HOOK_FAILED")) {
        assertThat(callAnswer.result().content()).contains("because");
      }
    }
  }

  @Test
  void allowIsNoBypassOfAnyGate() {
    String answer =
        "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
            + "\"permissionDecision\":\"allow\"}}'";
    Json.Obj hooks = HookDoors.hooks("PreToolUse", "*", sh("x.sh", answer).toString());
    try (Door door = door(hooks, setup -> setup.confirm = java.util.Set.of("write"))) {
      assertThat(HookDoors.write(door)).isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(door.code("write_file", "path", "../a", "content", ""))
          .isEqualTo("PATH_OUTSIDE_WORKSPACE");
      assertThat(door.code("write_file", "path", ".claude/settings.json", "content", ""))
          .isEqualTo("PROTECTED_PATH");
      assertThat(door.code("run_command", "command", "sudo id")).isEqualTo("COMMAND_DENIED");
    }
  }

  @Test
  void whatHangsIsEndedAndBlocks() {
    Path slow = sh("slow.sh", "sleep 60");
    try (Door door = door(HookDoors.hooks("PreToolUse", "", slow.toString(), "\"timeout\": 1"))) {
      CallAnswer callAnswer = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(callAnswer)).isEqualTo("HOOK_FAILED");
      assertThat(callAnswer.result().content()).contains("took too long").contains("after 1 s");
    }
  }

  @Test
  void whatIsMissingBlocksAndIsNamed() {
    Path gone = directory.resolve("hooks/none.sh").toAbsolutePath();
    for (String command : List.of(gone.toString(), "no-such-program", "./none.sh")) {
      try (Door door = door(HookDoors.hooks("PreToolUse", "", command))) {
        CallAnswer callAnswer = door.call("write_file", "path", "a.txt", "content", "x");
        assertThat(Door.code(callAnswer)).isEqualTo("HOOK_FAILED");
        assertThat(callAnswer.result().content()).contains("is missing").contains(command);
      }
    }
  }

  @Test
  void whatNeverReadsALargeInputAnswersAllTheSame() {
    try (Door door = pre("exit 0")) {
      assertThat(door.code("write_file", "path", "a.txt", "content", "x".repeat(3_000_000)))
          .isEqualTo("ok");
    }
  }

  @Test
  void aHugeOutputIsCutAndAHugeAnswerIsNone() {
    try (Door door = pre("head -c 300000 /dev/zero | tr '\\0' x >&2; exit 2")) {
      CallAnswer callAnswer = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(callAnswer)).isEqualTo("HOOK_DENIED");
      assertThat(callAnswer.result().content()).hasSizeLessThan(11_000).contains("cut after");
    }
    try (Door door =
        pre("printf '{\"reason\":\"'; head -c 3000000 /dev/zero | tr '\\0' x; printf '\"}'")) {
      assertThat(HookDoors.write(door)).isEqualTo("HOOK_FAILED");
    }
  }

  @Test
  void secretsAndControlsOfAScriptDontReachTheModel() {
    try (Door door =
        pre("printf 'key sk-abcdefghijklmnopqrstuvwxyz \\033[31mred\\033[0m' >&2; exit 2")) {
      assertThat(door.text("write_file", "path", "a.txt", "content", "x"))
          .contains("«secret masked»", "red")
          .doesNotContain("sk-abcdef", "\u001b");
      assertThat(door.audit()).doesNotContain("sk-abcdef");
    }
  }

  @Test
  void aScriptReadsWhatTheContractPromises() {
    Path tell =
        script(
            "tell.py",
            """
            #!/usr/bin/env python3
            import json,sys
            sys.stderr.write(json.dumps(json.load(sys.stdin)))
            sys.exit(2)
            """);
    try (Door door = door(HookDoors.hooks("PreToolUse", "", "python3 " + tell))) {
      Json.Obj told = told(door.text("write_file", "path", "./a.txt", "content", "x\n"));
      assertThat(told.text("hook_event_name")).contains("PreToolUse");
      assertThat(told.text("session_id")).contains("S-1");
      assertThat(told.text("cwd")).contains(door.root.toString());
      assertThat(told.text("permission_mode")).contains("auto");
      assertThat(told.text("tool_name")).contains("Write");
      assertThat(told.object("tool_input").text("file_path")).contains(door.root + "/a.txt");
      assertThat(told.object("tool_input").text("content")).contains("x\n");
      Json.Obj bash = told(door.text("run_command", "program", "echo", "args", List.of("a b")));
      assertThat(bash.text("tool_name")).contains("Bash");
      assertThat(bash.object("tool_input").text("command")).contains("echo 'a b'");
    }
  }

  private static Json.Obj told(String result) {
    String message = HookDoors.json(result).text("message").orElse("");
    return HookDoors.json(message.substring(message.indexOf(": {") + 2));
  }

  @Test
  void oneFileMoreIsSeenThroughALink() throws IOException {
    Path guard =
        sh("guard.sh", "grep -q '/secret.txt\"' && { echo protected >&2; exit 2; }; exit 0");
    try (Door door = door(HookDoors.hooks("PreToolUse", "Read|Write|Edit", guard.toString()))) {
      door.file("secret.txt", "s");
      Files.createSymbolicLink(door.root.resolve("harmless.txt"), Path.of("secret.txt"));
      assertThat(door.code("read_file", "path", "harmless.txt")).isEqualTo("HOOK_DENIED");
      door.file("other.txt", "s");
      assertThat(door.code("read_file", "path", "other.txt")).isEqualTo("ok");
    }
  }

  @Test
  void theStrictestOfSeveralCounts() {
    Path fine = sh("fine.sh", "exit 0");
    Path no = sh("no.sh", "echo never >&2; exit 2");
    Path broken = sh("broken.sh", "exit 1");
    Json.Obj hooks =
        HookDoors.json(
            """
            {"PreToolUse": [
              {"matcher": "", "hooks": [{"type":"command","command":"%s"},
                                        {"type":"command","command":"%s"}]},
              {"matcher": "Write|Edit", "hooks": [{"type":"command","command":"%s"}]},
              {"matcher": "Wri.*", "hooks": [{"type":"command","command":"%s"}]}]}
            """
                .formatted(fine, broken, no, no));
    try (Door door = door(hooks)) {
      CallAnswer callAnswer = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(callAnswer)).isEqualTo("HOOK_DENIED");
      // Identical ones run once: three runs, each with its receipt and its outcome.
      assertThat(door.audit().lines().filter(line -> line.contains("\"tool\":\"hook\"")))
          .hasSize(3);
    }
  }

  @Test
  void hooksRunForEveryRoute() {
    Path no = sh("no.sh", "exit 2");
    try (Door door = door(HookDoors.hooks("PreToolUse", "", no.toString()))) {
      door.file("a.txt", "x");
      assertThat(door.code("read_file", "path", "a.txt")).isEqualTo("HOOK_DENIED");
      assertThat(door.code("list_files")).isEqualTo("HOOK_DENIED");
      assertThat(door.code("search_files", "pattern", "x")).isEqualTo("HOOK_DENIED");
      assertThat(door.code("write_file", "path", "b", "content", "")).isEqualTo("HOOK_DENIED");
      assertThat(door.code("run_command", "command", "ls")).isEqualTo("HOOK_DENIED");
      assertThat(door.code("update_plan", "steps", List.of())).isEqualTo("HOOK_DENIED");
    }
  }

  @Test
  void nobodyIsAskedWhereNothingIsDone() throws InterruptedException {
    Path no = sh("no.sh", "exit 2");
    try (Door door =
        door(
            HookDoors.hooks("PreToolUse", "", no.toString()),
            setup ->
                setup.course = dev.writ.kernel.session.GovernancePolicy.ExecutionCourse.DRY_RUN)) {
      assertThat(door.code("write_file", "path", "b", "content", "")).isEqualTo("ok");
      assertThat(door.audit()).doesNotContain("\"tool\":\"hook\"");
    }
  }

  @Test
  void aHookWithoutAReceiptIsNotRun() throws IOException {
    Path trace = directory.resolve("trace");
    Path touch = sh("touch.sh", "touch " + trace);
    try (Door door = door(HookDoors.hooks("PreToolUse", "", touch.toString()))) {
      Files.createDirectories(door.data.resolve("audit.jsonl"));
      assertThat(door.code("write_file", "path", "b", "content", ""))
          .isIn("AUDIT_UNAVAILABLE", "HOOK_FAILED");
      assertThat(Files.exists(door.root.resolve("b"))).isFalse();
    }
  }
}
