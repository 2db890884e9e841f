// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.gate.Answered;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.json.JsonException;
import dev.writ.kernel.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real scripts as hooks behind the real door, in the sandbox of this machine.
class HookScriptsTest {
  @TempDir Path directory;

  /// A script of the person's own, outside of the workspace.
  private Path script(String name, String body) {
    try {
      Path file = Files.createDirectories(directory.resolve("hooks")).resolve(name);
      Files.writeString(file, body);
      assertThat(file.toFile().setExecutable(true)).isTrue();
      return file.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path sh(String name, String body) {
    return script(name, "#!/bin/sh\n" + body + "\n");
  }

  /// A configuration with one handler.
  private static Json.Obj hooks(String event, String matcher, String command, String... more) {
    String further = more.length == 0 ? "" : ", " + more[0];
    return json(
        """
        {"%s": [{"matcher": "%s", "hooks": [{"type": "command", "command": %s%s}]}]}
        """
            .formatted(event, matcher, Json.of(command).write(), further));
  }

  private static Json.Obj json(String text) {
    try {
      return JsonReader.readObject(text);
    } catch (JsonException e) {
      throw new IllegalStateException(e);
    }
  }

  private Door door(Json.Obj hooks) {
    return door(hooks, _ -> {});
  }

  private Door door(Json.Obj hooks, Consumer<Door.Setup> otherwise) {
    return Door.in(
        directory,
        setup -> {
          setup.hooks = Optional.of(hooks);
          otherwise.accept(setup);
        });
  }

  private Door pre(String body) {
    return door(hooks("PreToolUse", "Write", sh("x.sh", body).toString()));
  }

  private static String write(Door door) {
    return door.code("write_file", "path", "a.txt", "content", "new\n");
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
      assertThat(write(door)).isEqualTo(code);
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
      Answered answered = door.call("write_file", "path", "a.txt", "content", "new\n");
      assertThat(Door.code(answered)).isEqualTo(code);
      if (!code.equals("ok") && !code.equals("HOOK_FAILED")) {
        assertThat(answered.result().content()).contains("because");
      }
    }
  }

  @Test
  void allowIsNoBypassOfAnyGate() {
    String answer =
        "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
            + "\"permissionDecision\":\"allow\"}}'";
    Json.Obj hooks = hooks("PreToolUse", "*", sh("x.sh", answer).toString());
    try (Door door = door(hooks, setup -> setup.confirm = java.util.Set.of("write"))) {
      assertThat(write(door)).isEqualTo("APPROVAL_UNAVAILABLE");
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
    try (Door door = door(hooks("PreToolUse", "", slow.toString(), "\"timeout\": 1"))) {
      Answered answered = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answered)).isEqualTo("HOOK_FAILED");
      assertThat(answered.result().content()).contains("took too long").contains("after 1 s");
    }
  }

  @Test
  void whatIsMissingBlocksAndIsNamed() {
    Path gone = directory.resolve("hooks/none.sh").toAbsolutePath();
    for (String command : List.of(gone.toString(), "no-such-program", "./none.sh")) {
      try (Door door = door(hooks("PreToolUse", "", command))) {
        Answered answered = door.call("write_file", "path", "a.txt", "content", "x");
        assertThat(Door.code(answered)).isEqualTo("HOOK_FAILED");
        assertThat(answered.result().content()).contains("is missing").contains(command);
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
      Answered answered = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answered)).isEqualTo("HOOK_DENIED");
      assertThat(answered.result().content()).hasSizeLessThan(11_000).contains("cut after");
    }
    try (Door door =
        pre("printf '{\"reason\":\"'; head -c 3000000 /dev/zero | tr '\\0' x; printf '\"}'")) {
      assertThat(write(door)).isEqualTo("HOOK_FAILED");
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
    try (Door door = door(hooks("PreToolUse", "", "python3 " + tell))) {
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
    String message = json(result).text("message").orElse("");
    return json(message.substring(message.indexOf(": {") + 2));
  }

  @Test
  void oneFileMoreIsSeenThroughALink() throws IOException {
    Path guard =
        sh("guard.sh", "grep -q '/secret.txt\"' && { echo protected >&2; exit 2; }; exit 0");
    try (Door door = door(hooks("PreToolUse", "Read|Write|Edit", guard.toString()))) {
      door.file("secret.txt", "s");
      Files.createSymbolicLink(door.root.resolve("harmless.txt"), Path.of("secret.txt"));
      assertThat(door.code("read_file", "path", "harmless.txt")).isEqualTo("HOOK_DENIED");
      door.file("other.txt", "s");
      assertThat(door.code("read_file", "path", "other.txt")).isEqualTo("ok");
    }
  }

  @Test
  void updatedInputIsAProposalOfItsOwn() {
    try (Door door = pre(updating("{\"file_path\":\"b.txt\",\"content\":\"other\"}"))) {
      Answered answered = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answered)).isEqualTo("ok");
      assertThat(answered.result().content()).contains("a hook changed this call's arguments");
      assertThat(door.read("b.txt")).isEqualTo("other");
      assertThat(Files.exists(door.root.resolve("a.txt"))).isFalse();
      assertThat(door.audit()).contains("changed to ").contains("\"code\":\"changed\"");
    }
  }

  private static String updating(String input) {
    return "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"updatedInput\":"
        + input
        + "}}'";
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          {"file_path":"../b.txt","content":"x"}                 | PATH_OUTSIDE_WORKSPACE
          {"file_path":"/etc/passwd","content":"x"}              | PATH_OUTSIDE_WORKSPACE
          {"file_path":".git/config","content":"x"}              | PROTECTED_PATH
          {"command":"id"}                                       | HOOK_FAILED
          {"file_path":7,"content":"x"}                          | HOOK_FAILED
          {}                                                     | HOOK_FAILED
          []                                                     | HOOK_FAILED
          """)
  void updatedInputGetsNoFurtherThanAModel(String input, String code) {
    try (Door door = pre(updating(input))) {
      assertThat(write(door)).isEqualTo(code);
    }
  }

  @Test
  void aSecondUpdateIsRefused() {
    // Each time another content.
    Path growing =
        script(
            "growing.py",
            """
            #!/usr/bin/env python3
            import json,sys
            d=json.load(sys.stdin)['tool_input']
            d['content']+='!'
            print(json.dumps({'hookSpecificOutput':{'hookEventName':'PreToolUse','updatedInput':d}}))
            """);
    try (Door door = door(hooks("PreToolUse", "Write", growing.toString()))) {
      Answered answered = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answered)).isEqualTo("HOOK_FAILED");
      assertThat(answered.result().content()).contains("changed already");
    }
  }

  @Test
  void theStrictestOfSeveralCounts() {
    Path fine = sh("fine.sh", "exit 0");
    Path no = sh("no.sh", "echo never >&2; exit 2");
    Path broken = sh("broken.sh", "exit 1");
    Json.Obj hooks =
        json(
            """
            {"PreToolUse": [
              {"matcher": "", "hooks": [{"type":"command","command":"%s"},
                                        {"type":"command","command":"%s"}]},
              {"matcher": "Write|Edit", "hooks": [{"type":"command","command":"%s"}]},
              {"matcher": "Wri.*", "hooks": [{"type":"command","command":"%s"}]}]}
            """
                .formatted(fine, broken, no, no));
    try (Door door = door(hooks)) {
      Answered answered = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answered)).isEqualTo("HOOK_DENIED");
      // Identical ones run once: three runs, each with its receipt and its outcome.
      assertThat(door.audit().lines().filter(line -> line.contains("\"tool\":\"hook\"")))
          .hasSize(3);
    }
  }

  @Test
  void postHooksAddToTheResultAndUndoNothing() {
    Path say = sh("say.sh", "cat >/dev/null; echo 'please add a test' >&2; exit 2");
    try (Door door = door(hooks("PostToolUse", "Write", say.toString()))) {
      Answered answered = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answered)).isEqualTo("ok");
      assertThat(answered.result().content()).contains("please add a test");
      assertThat(door.read("a.txt")).isEqualTo("x");
    }
  }

  @Test
  void aFailingPostHookIsToldAndChangesNothing() {
    Path say = sh("say.sh", "exit 7");
    try (Door door = door(hooks("PostToolUse", "", say.toString()))) {
      assertThat(door.text("write_file", "path", "a.txt", "content", "x"))
          .contains("failed: exit status 7");
      assertThat(door.read("a.txt")).isEqualTo("x");
    }
  }

  @Test
  void failuresOfCallsHaveAnEventOfTheirOwn() {
    Path say = sh("say.sh", "cat >/dev/null; echo heard >&2; exit 2");
    try (Door door = door(hooks("PostToolUseFailure", "", say.toString()))) {
      assertThat(door.text("read_file", "path", "none.txt")).contains("heard");
      assertThat(door.text("write_file", "path", "a.txt", "content", "x")).doesNotContain("heard");
      assertThat(door.text("write_file", "path", "../a.txt", "content", "x"))
          .doesNotContain("heard");
    }
  }

  @Test
  void aHookReadsOnlyUnlessItMayWrite() {
    String body = "cat >/dev/null; { echo more >> a.txt; } 2>/dev/null || exit 9";
    Path script = sh("x.sh", body);
    try (Door door = door(hooks("PostToolUse", "Write", script.toString()))) {
      assertThat(door.text("write_file", "path", "a.txt", "content", "x\n"))
          .contains("exit status 9");
      assertThat(door.read("a.txt")).isEqualTo("x\n");
    }
    try (Door door = door(hooks("PostToolUse", "Write", script.toString(), "\"writes\": true"))) {
      assertThat(door.text("write_file", "path", "b.txt", "content", "x\n"))
          .contains("The hook modified a.txt");
      assertThat(door.read("a.txt")).isEqualTo("x\nmore\n");
      assertThat(door.read(".orchestration/agent_trace.jsonl"))
          .contains("\"entity_type\":\"human\"");
    }
  }

  @Test
  void permissionHooksCanOnlyRefuse() {
    AtomicInteger asked = new AtomicInteger();
    Approver yes =
        question -> {
          asked.incrementAndGet();
          return new Approver.Answer.Yes(question.digest());
        };
    record Case(String behaviour, String more, String code, int asked) {}
    for (Case each :
        List.of(
            new Case("allow", "", "ok", 1),
            new Case("deny", ",\"message\":\"not today\"", "HOOK_DENIED", 0),
            new Case("allow", ",\"updatedPermissions\":[]", "HOOK_FAILED", 0),
            new Case("perhaps", "", "HOOK_FAILED", 0))) {
      asked.set(0);
      Path script = sh("p.sh", permission(each.behaviour(), each.more()));
      try (Door door =
          door(
              hooks("PermissionRequest", "", script.toString()),
              setup -> {
                setup.confirm = java.util.Set.of("write");
                setup.approver = yes;
              })) {
        assertThat(door.code("write_file", "path", "n" + each.hashCode(), "content", "x"))
            .isEqualTo(each.code());
        assertThat(asked).hasValue(each.asked());
      }
    }
  }

  private static String permission(String behaviour, String more) {
    return "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\","
        + "\"decision\":{\"behavior\":\""
        + behaviour
        + "\""
        + more
        + "}}}'";
  }

  @Test
  void hooksRunForEveryRoute() {
    Path no = sh("no.sh", "exit 2");
    try (Door door = door(hooks("PreToolUse", "", no.toString()))) {
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
            hooks("PreToolUse", "", no.toString()),
            setup -> setup.course = dev.writ.kernel.gate.Policy.Course.DRY_RUN)) {
      assertThat(door.code("write_file", "path", "b", "content", "")).isEqualTo("ok");
      assertThat(door.audit()).doesNotContain("\"tool\":\"hook\"");
    }
  }

  @Test
  void aHookWithoutAReceiptIsNotRun() throws IOException {
    Path trace = directory.resolve("trace");
    Path touch = sh("touch.sh", "touch " + trace);
    try (Door door = door(hooks("PreToolUse", "", touch.toString()))) {
      Files.createDirectories(door.data.resolve("audit.jsonl"));
      assertThat(door.code("write_file", "path", "b", "content", ""))
          .isIn("AUDIT_UNAVAILABLE", "HOOK_FAILED");
      assertThat(Files.exists(door.root.resolve("b"))).isFalse();
    }
  }
}
