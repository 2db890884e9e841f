// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.hook.HookEvent;
import dev.writ.kernel.hook.HookSubjects;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.tool.CallAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What answers of hooks bring about, and what they can't.
class HookAnswersTest {
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

  @Test
  void updatedInputIsAProposalOfItsOwn() {
    try (Door door = pre(updating("{\"file_path\":\"b.txt\",\"content\":\"other\"}"))) {
      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(answer.result().content()).contains("a hook changed this call's arguments");
      assertThat(door.read("b.txt")).isEqualTo("other");
      assertThat(Files.exists(door.root.resolve("a.txt"))).isFalse();
      assertThat(door.audit()).contains("changed to ").contains("\"code\":\"changed\"");
    }
  }

  /// They see the line as it was typed, which is the same whatever has run of it.
  @Test
  void ofALineInPartsHooksAreAskedOnce() {
    Path script = new HookDoors(directory).sh("x.sh", "exit 0");
    Json.Obj hooks = HookDoors.hooks("PreToolUse", "Bash", script.toString());
    try (Door door = door(hooks, setup -> setup.execution = ExecutionMode.FULL_AUTONOMOUS)) {
      CallAnswer answer =
          door.call(
              "run_command", "command", "sleep 0.05; for w in $(echo a | cat); do echo $w; done");
      assertThat(answer.result().content()).isEqualTo("a\n");
      assertThat(answer.result().metadata().number("duration_ms").orElse(0)).isGreaterThan(49);
      assertThat(door.audit().lines().filter(line -> line.contains("PreToolUse"))).hasSize(1);
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
      assertThat(HookDoors.write(door)).isEqualTo(code);
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
    try (Door door = door(HookDoors.hooks("PreToolUse", "Write", growing.toString()))) {
      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answer)).isEqualTo("HOOK_FAILED");
      assertThat(answer.result().content()).contains("changed already");
    }
  }

  @Test
  void postHooksAddToTheResultAndUndoNothing() {
    Path say = sh("say.sh", "cat >/dev/null; echo 'please add a test' >&2; exit 2");
    try (Door door = door(HookDoors.hooks("PostToolUse", "Write", say.toString()))) {
      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(answer.result().content()).contains("please add a test");
      assertThat(door.read("a.txt")).isEqualTo("x");
    }
  }

  @Test
  void aFailingPostHookIsToldAndChangesNothing() {
    Path say = sh("say.sh", "exit 7");
    try (Door door = door(HookDoors.hooks("PostToolUse", "", say.toString()))) {
      assertThat(door.text("write_file", "path", "a.txt", "content", "x"))
          .contains("failed: exit status 7");
      assertThat(door.read("a.txt")).isEqualTo("x");
    }
  }

  @Test
  void failuresOfCallsHaveAnEventOfTheirOwn() {
    Path say = sh("say.sh", "cat >/dev/null; echo heard >&2; exit 2");
    try (Door door = door(HookDoors.hooks("PostToolUseFailure", "", say.toString()))) {
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
    try (Door door = door(HookDoors.hooks("PostToolUse", "Write", script.toString()))) {
      assertThat(door.text("write_file", "path", "a.txt", "content", "x\n"))
          .contains("exit status 9");
      assertThat(door.read("a.txt")).isEqualTo("x\n");
    }
    try (Door door =
        door(HookDoors.hooks("PostToolUse", "Write", script.toString(), "\"writes\": true"))) {
      assertThat(door.text("write_file", "path", "b.txt", "content", "x\n"))
          .contains("The hook modified a.txt");
      assertThat(door.read("a.txt")).isEqualTo("x\nmore\n");
      assertThat(door.read(".orchestration/agent_trace.jsonl"))
          .contains("\"entity_type\":\"human\"");
    }
  }

  /// What a simulated run reads has hooks, too: they may look, and nothing else.
  @Test
  void aHookThatMayWriteDoesNotRunWhereNothingIsDone() {
    String both =
        """
        {"PostToolUse": [{"hooks": [
          {"type": "command", "command": "%s", "writes": true},
          {"type": "command", "command": "%s"}]}]}
        """
            .formatted(sh("x.sh", "echo more >> a.txt"), sh("y.sh", "echo read it >&2; exit 2"));
    try (Door door =
        door(
            HookDoors.json(both),
            setup -> setup.course = GovernancePolicy.ExecutionCourse.SIMULATE)) {
      door.file("a.txt", "a\n");
      assertThat(door.code("write_file", "path", "b.txt", "content", "b\n")).isEqualTo("ok");
      assertThat(door.text("read_file", "path", "a.txt")).contains("a\n", "read it");
      assertThat(door.read("a.txt")).isEqualTo("a\n");
      assertThat(door.root.resolve(".orchestration")).doesNotExist();
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
              HookDoors.hooks("PermissionRequest", "", script.toString()),
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

  /// Otherwise a matcher with its name would be called a mistake.
  @Test
  void everyToolIsOneThatAMatcherCanBeFor() {
    assertThat(HookSubjects.of(HookEvent.PRE_TOOL_USE))
        .containsAll(
            BuiltInTools.tools(1).stream().<String>map(tool -> tool.spec().name()).toList());
  }

  private static String permission(String behaviour, String more) {
    return "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\","
        + "\"decision\":{\"behavior\":\""
        + behaviour
        + "\""
        + more
        + "}}}'";
  }
}
