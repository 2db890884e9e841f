// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.testkit.Gen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Invariants of §1.2 that no other test is named after.
class InvariantTest {
  /// A front end that agrees to everything.
  private static final Approver YES =
      question -> new Approver.Answer.Yes(question.digest(), Approver.Extent.ONCE);

  private static final Gen<List<String>> WORDS =
      Gen.strings(8).map(text -> text.replaceAll("[\\x00-\\x1f\\x7f\\uD800-\\uDFFF]", "")).list(5);

  @TempDir Path directory;

  /// The displayed, the judged and the executed command are one tree: any words, written in the
  /// command language and parsed again, are the same words.
  @Test
  void inv2AnyWordsAreTheSameTreeAgain() {
    AtomicInteger parsed = new AtomicInteger();
    Gen.check(
        500,
        WORDS,
        words -> {
          List<String> argv = new ArrayList<>(List.of("echo"));
          argv.addAll(words);
          CommandLine line = CommandLine.of(Command.of(argv));
          if (CommandParser.parse(line.text())
              instanceof ParsedCommand.ParsedLine(CommandLine again)) {
            parsed.incrementAndGet();
            return again.equals(line);
          }
          return true; // refused, such as for an odd blank
        });
    assertThat(parsed.get()).isGreaterThan(250);
  }

  @Test
  void inv2AProgramGetsExactlyTheWordsOfTheTree() {
    try (Door door = Door.in(directory)) {
      String word = "a  b'\"\\$HOME `id` * ; | && > x é";
      CallAnswer answer =
          door.call("run_command", "program", "echo", "args", List.of(word, "", "-n"));
      assertThat(answer.result().content()).isEqualTo(word + "  -n\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if ls; then echo $(touch x); fi",
        "echo `touch x`",
        "echo a; eval touch x",
        "touch x &",
        "while true; do touch x; done",
        "for i in $(touch x; eval ls); do ls; done",
        "cat <<E\n$(touch x)\nE",
        "echo ${IFS}x",
        "(touch x) | cat",
        "{ touch x; } > y"
      })
  void inv2WhatHasNoTreeNeverRuns(String text) {
    try (Door door = Door.in(directory, setup -> setup.approver = YES)) {
      assertThat(door.code("run_command", "command", text)).isEqualTo("COMMAND_UNSUPPORTED");
      assertThat(door.root.resolve("x")).doesNotExist();
    }
  }

  /// For any front end and any answer, the kernel's denials remain denials.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write_file|{'path':'../x','content':''}|PATH_OUTSIDE_WORKSPACE",
        "write_file|{'path':'.git/config','content':''}|PROTECTED_PATH",
        "write_file|{'path':'.orchestration/agent_trace.jsonl','content':''}|PROTECTED_PATH",
        "write_file|{'path':'docs/x','content':''}|SCOPE_VIOLATION",
        "run_command|{'command':'sudo ls'}|COMMAND_DENIED",
        "run_command|{'command':'rm -rf /'}|COMMAND_DENIED",
        "run_command|{'command':'writ trust'}|COMMAND_DENIED"
      })
  void inv10NoFrontEndAndNoHookSwitchesAGateOff(String tool, String arguments, String code) {
    Json.Obj hooks =
        HookDoors.json(
            "{\"PreToolUse\":[{\"matcher\":\"*\",\"hooks\":[{\"type\":\"command\",\"command\":"
                + "\"echo '{\\\"decision\\\":\\\"approve\\\"}'\"}]}]}");
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.approver = YES;
              setup.hooks = Optional.of(hooks);
            })) {
      door.intents();
      assertThat(door.code("select_active_intent", "kind", "CODE", "intent_id", "INT-001"))
          .isEqualTo("ok");
      assertThat(Door.code(door.raw(tool, arguments.replace('\'', '"')))).isEqualTo(code);
    }
  }

  @Test
  void inv11APersonsUndoIsARecordOfAHuman() throws IOException, JsonException {
    try (Door door = Door.in(directory)) {
      CallAnswer written = door.call("write_file", "path", "a.txt", "content", "a\n");
      ActOrigin person = new ActOrigin("S-1", 99, 9, new ActOrigin.Contributor.Human());
      door.governor
          .undo()
          .undo(new Selection.ById(written.ledger().getFirst().id()), person, false);
      List<String> types = new ArrayList<>();
      for (String line : door.read(".orchestration/agent_trace.jsonl").lines().toList()) {
        Json.Obj file = (Json.Obj) JsonReader.readObject(line).items("files").getFirst();
        Json.Obj conversation = (Json.Obj) file.items("conversations").getFirst();
        types.add(conversation.object("contributor").text("entity_type").orElse(""));
      }
      assertThat(types).containsExactly("ai", "human");
    }
  }
}
