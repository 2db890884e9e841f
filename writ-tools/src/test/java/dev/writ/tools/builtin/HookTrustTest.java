// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.kernel.hooks.HookConfirmation;
import dev.writ.kernel.tool.CallAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Hooks and scripts that lie in a repository: nothing of them runs before a person confirmed
/// exactly that, and what was changed afterwards blocks.
class HookTrustTest {
  private static final String SETTINGS =
      """
      {"permissions": {"allow": ["Bash(ls)"]},
       "hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [
         {"type": "command", "command": "sh \\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/no.sh"}]}]}}
      """;

  @TempDir Path directory;

  private Door repository() {
    Door door = Door.in(directory);
    door.file(".claude/settings.json", SETTINGS);
    door.file(".claude/hooks/no.sh", "echo never >&2\nexit 2\n");
    return door;
  }

  private static String write(Door door) {
    return door.code("write_file", "path", "a.txt", "content", "x");
  }

  private void confirm() throws IOException {
    try (Door door = Door.in(directory)) {
      HookConfirmation confirmation = door.governor.confirmation();
      confirmation.confirm(confirmation.materials(), "me");
    }
  }

  @Test
  void inv13HooksOfARepositoryAreInertUntilConfirmed() throws Exception {
    try (Door door = repository()) {
      assertThat(
              door.governor.gate().sessionHooks().sessionStarted(door.state, "startup").objection())
          .isEmpty();
      assertThat(door.governor.gate().sessionHooks().takeMessages())
          .singleElement()
          .asString()
          .contains(".claude/settings.json", "no person has confirmed", "writ trust hooks");
      assertThat(write(door)).isEqualTo("ok");
      assertThat(door.audit()).doesNotContain("\"tool\":\"hook\"");
    }
    confirm();
    try (Door door = Door.in(directory)) {
      CallAnswer answer = door.call("write_file", "path", "b.txt", "content", "x");
      assertThat(Door.code(answer)).isEqualTo("HOOK_DENIED");
      assertThat(answer.result().content()).contains("never");
    }
  }

  @Test
  void aPersonSeesTheHooksAndTheScriptsThatTheyRun() throws IOException {
    try (Door door = repository()) {
      List<HookConfirmation.Material> materials = door.governor.confirmation().materials();
      assertThat(materials)
          .extracting(HookConfirmation.Material::place)
          .containsExactly(".claude/settings.json", ".claude/hooks/no.sh");
      assertThat(materials.getLast().text()).contains("exit 2");
      assertThat(materials).noneMatch(HookConfirmation.Material::confirmed);
    }
    confirm();
    try (Door door = Door.in(directory)) {
      assertThat(door.governor.confirmation().materials())
          .allMatch(HookConfirmation.Material::confirmed);
    }
  }

  /// What an interpreter or a build tool takes for the name that it is given.
  @ParameterizedTest
  @CsvSource({
    "node tools/guard, tools/guard.js",
    "node tools/guard, tools/guard/index.js",
    "python3 tools/guard, tools/guard/__main__.py",
    "make -C tools/guard, tools/guard/Makefile",
    "make guard, Makefile",
    "npm run guard, package.json",
    "env -C tools sh guard.sh, tools/guard.sh",
    "git -c 'alias.g=!sh tools/guard.sh' g, tools/guard.sh",
    "perl -Itools -MMy::Guard -e 1, tools/My/Guard.pm",
    "ruby -Itools -rguard -e 1, tools/guard.rb",
    "env PYTHONPATH=lib:tools python3 -m guard, tools/guard.py",
    "env PYTHONPATH=tools python3 -c 'import guard', tools/guard.py",
    "python3 -m tools.guard, tools/guard.py",
    "java -cp tools Guard, tools/Guard.class",
    "timeout 5 node -e 'require(\"./tools/guard\")', tools/guard.js"
  })
  void codeThatAHookNamesByHalfBelongsToItToo(String command, String file) throws IOException {
    try (Door door = Door.in(directory)) {
      door.file(".claude/settings.json", SETTINGS.replaceFirst("sh .*no.sh", escaped(command)));
      door.file(file, "all:\n");

      assertThat(door.governor.confirmation().materials())
          .extracting(HookConfirmation.Material::place)
          .contains(file);
    }
  }

  private static String escaped(String command) {
    return Matcher.quoteReplacement(command.replace("\"", "\\\""));
  }

  /// What a tool finds in a directory is nobody's to foresee, and is often what models are to
  // change.
  @Test
  void whatIsInADirectoryIsNotConfirmedAndSaid() throws IOException {
    try (Door door = Door.in(directory)) {
      door.file(
          ".claude/settings.json",
          SETTINGS.replaceFirst("sh .*no.sh", "node --test tools; ruff check ./src ."));
      door.file("tools/guard.test.js", "");
      door.file("src/check.py", "");
      HookConfirmation confirmation = door.governor.confirmation();
      assertThat(confirmation.materials())
          .extracting(HookConfirmation.Material::place)
          .containsExactly(".claude/settings.json");
      assertThat(confirmation.unbound()).containsExactly("src", "tools");
    }
  }

  @Test
  void aChangedScriptBlocksAndDoesNotRun() throws IOException {
    repository().close();
    confirm();
    try (Door door = Door.in(directory)) {
      door.file(".claude/hooks/no.sh", "exit 0\n");
      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answer)).isEqualTo("HOOK_FAILED");
      assertThat(answer.result().content()).contains("no.sh", "changed since");
    }
  }

  @Test
  void aScriptThatIsGoneBlocks() throws IOException {
    repository().close();
    confirm();
    try (Door door = Door.in(directory)) {
      Files.delete(door.root.resolve(".claude/hooks/no.sh"));
      // dash and bash disagree about the status of a script that is not there
      assertThat(write(door)).isIn("HOOK_FAILED", "HOOK_DENIED");
    }
  }

  @Test
  void changedHooksBlockOtherSettingsDont() throws IOException {
    repository().close();
    confirm();
    try (Door door = Door.in(directory)) {
      door.file(".claude/settings.json", SETTINGS.replace("Bash(ls)", "Bash(pwd)"));
    }
    try (Door door = Door.in(directory)) {
      assertThat(write(door)).isEqualTo("HOOK_DENIED");
      door.file(".claude/settings.json", SETTINGS.replace("Write", "Nothing"));
    }
    try (Door door = Door.in(directory)) {
      assertThat(write(door)).isEqualTo("HOOK_FAILED");
      door.file(".claude/settings.json", "{\"disableAllHooks\": true, " + SETTINGS.substring(1));
    }
    try (Door door = Door.in(directory)) {
      assertThat(write(door)).isEqualTo("HOOK_FAILED");
      Files.delete(door.root.resolve(".claude/settings.json"));
    }
    try (Door door = Door.in(directory)) {
      assertThat(door.text("write_file", "path", "a.txt", "content", "x"))
          .contains("has lost its hooks");
      assertThat(door.governor.confirmation().somethingGone()).isTrue();
      door.governor.confirmation().withdraw("me");
    }
    try (Door door = Door.in(directory)) {
      assertThat(write(door)).isEqualTo("ok");
    }
  }

  @Test
  void ofASessionThatRunsTheHooksAreThoseItBeganWith() throws IOException {
    repository().close();
    confirm();
    try (Door door = Door.in(directory)) {
      assertThat(write(door)).isEqualTo("HOOK_DENIED");
      Files.delete(door.root.resolve(".claude/settings.json"));
      assertThat(write(door)).isEqualTo("HOOK_DENIED");
    }
  }

  @Test
  void whatAPersonSaysInAnotherTerminalCountsFromTheNextCallOn() throws IOException {
    try (Door door = repository()) {
      assertThat(write(door)).isEqualTo("ok");
      confirm();
      assertThat(write(door)).isEqualTo("HOOK_DENIED");

      try (Door other = Door.in(directory)) {
        other.governor.confirmation().withdraw("me");
      }
      assertThat(write(door)).isEqualTo("ok");
      assertThat(door.governor.gate().sessionHooks().takeMessages())
          .anyMatch(message -> message.contains("no person has confirmed"));
    }
  }

  @Test
  void whatChangedSinceItWasSeenIsNotConfirmed() throws IOException {
    try (Door door = repository()) {
      HookConfirmation confirmation = door.governor.confirmation();
      List<HookConfirmation.Material> seen = confirmation.materials();
      door.file(".claude/hooks/no.sh", "exit 0\n");
      assertThatThrownBy(() -> confirmation.confirm(seen, "me"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("changed while");
    }
  }

  @Test
  void aScriptInTheWorkspaceIsUnconfirmedWhoeverConfiguredIt() throws Exception {
    Json.Obj own =
        JsonReader.readObject(
            """
            {"PreToolUse": [{"matcher": "Write", "hooks": [
              {"type": "command", "command": "python3 tools/check.py"}]}]}
            """);
    try (Door door = Door.in(directory, setup -> setup.hooks = Optional.of(own))) {
      door.file("tools/check.py", "import sys\nsys.exit(0)\n");
      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "x");
      assertThat(Door.code(answer)).isEqualTo("HOOK_FAILED");
      assertThat(answer.result().content()).contains("no person has confirmed it");
      HookConfirmation confirmation = door.governor.confirmation();
      confirmation.confirm(confirmation.materials(), "me");
      assertThat(write(door)).isEqualTo("ok");
      // A model may write there, and gains nothing by it.
      assertThat(door.code("read_file", "path", "tools/check.py")).isEqualTo("ok");
      assertThat(
              door.code(
                  "edit_file",
                  "path",
                  "tools/check.py",
                  "old_text",
                  "exit(0)",
                  "new_text",
                  "exit()"))
          .isEqualTo("ok");
      assertThat(door.code("write_file", "path", "b.txt", "content", "x")).isEqualTo("HOOK_FAILED");
    }
  }

  @Test
  void aModuleBesideAScriptIsNotTakenForPythonsOwn() throws Exception {
    Json.Obj own =
        JsonReader.readObject(
            """
            {"PreToolUse": [{"matcher": "Write", "hooks": [
              {"type": "command", "command": "python3 tools/check.py"}]}]}
            """);
    try (Door door = Door.in(directory, setup -> setup.hooks = Optional.of(own))) {
      door.file("tools/check.py", "import json,sys\njson.load(sys.stdin)\nsys.exit(2)\n");
      HookConfirmation confirmation = door.governor.confirmation();
      confirmation.confirm(confirmation.materials(), "me");
      door.file("tools/json.py", "import sys\nsys.exit(0)\n");
      assertThat(write(door)).isEqualTo("HOOK_DENIED");
    }
  }

  @Test
  void noModelWritesHooksOrTheirScripts() {
    try (Door door = repository()) {
      for (String place :
          List.of(
              ".claude/settings.json",
              ".claude/settings.local.json",
              ".claude/hooks/no.sh",
              ".CLAUDE/hooks/new.sh",
              ".codex/hooks.json",
              ".writ.json",
              ".writ/config.yaml")) {
        assertThat(door.code("write_file", "path", place, "content", "{}"))
            .as(place)
            .isEqualTo("PROTECTED_PATH");
      }
    }
  }

  @Test
  void brokenSettingsOfARepositoryAreToldAndHarmNobody() throws Exception {
    for (String text : List.of("{", "[]", "{\"hooks\": []}", "{\"hooks\": {\"Nonsense\": []}}")) {
      try (Door door = Door.in(directory)) {
        door.file(".claude/settings.json", text);
        assertThat(write(door)).isIn("ok", "FILE_NOT_SEEN");
      }
    }
    assertThatThrownBy(this::confirmNonsense).isInstanceOf(IOException.class);
  }

  private void confirmNonsense() throws IOException, JsonException {
    try (Door door = Door.in(directory)) {
      door.governor.confirmation().materials();
    }
  }
}
