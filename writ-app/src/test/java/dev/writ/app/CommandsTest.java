// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every subcommand, without a model.
class CommandsTest {
  private static final String INTENTS =
      """
      active_intents:
        - id: INT-001
          name: "Greet\\e[31m"
          status: active
          owned_scope: [src/**]
          constraints: [Keep it short]
        - id: INT-002
          name: Later
          status: draft
          owned_scope: [docs/**]
      """;

  private static void usage(Desk.Ran ran, String... words) {
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err()).startsWith("writ: ").contains(words);
    assertThat(ran.out()).isEmpty();
  }

  private static Desk.Ran call(Desk desk, String tool, String arguments, String... more) {
    List<String> words =
        new ArrayList<>(List.of("tools", "call", tool, "--args", arguments.replace('`', '"')));
    words.addAll(List.of(more));
    return desk.writ(words.toArray(String[]::new));
  }

  private static void write(Desk desk, String path, String content) {
    Desk.Ran ran = call(desk, "write_file", "{`path`:`" + path + "`,`content`:`" + content + "`}");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "chat", "run", "demo", "tools", "intent", "trace", "undo", "config", "doctor", "pack",
        "audit"
      })
  void everyCommandHasHelpWithAnExampleAndLeavesNothingBehind(String command) {
    try (Desk desk = new Desk()) {
      for (String help : new String[] {"--help", "-h"}) {
        Desk.Ran ran = desk.writ(command, help);
        assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
        assertThat(ran.out()).contains("usage: writ " + command, "example: writ " + command);
        assertThat(ran.err()).isEmpty();
      }
      assertThat(desk.writ("--help").out()).contains("\n  " + command + " ");
      assertThat(Desk.files(desk.home.root())).isEmpty();
      assertThat(Desk.files(desk.workspace.root())).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run --endpont x y|did you mean --endpoint",
        "--moddel x run y|unknown option --moddel (did you mean --model?)",
        "--max-iterations many run x|--max-iterations needs a whole number",
        "policy check rm -rf x|unknown option -rf; put -- before words that begin with"
            + " - and are not"
            + " options",
        "--turn --session undo|one of",
        "rnu x|did you mean run",
        "run|needs a prompt",
        "run --output xml x|text, json or stream-json",
        "run --max-iterations many x|--max-iterations",
        "run --max-iterations|needs a value",
        "run --max-iterations 0 x|--max-iterations needs a whole number from 1",
        "run --max-iterations -1 x|--max-iterations needs a whole number from 1",
        "run --quiet=yes x|takes no value",
        "run --mode sprint x|code, ask, architect, debug",
        "run --execution wild x|interactive, restricted_autonomous",
        "run --execution full_autonomous x|--allow-dangerous",
        "run --cwd nowhere x|nowhere",
        "run --provider nobody x|writ models lists them",
        "chat x|writ run",
        "tools what|list or call",
        "tools call|--args",
        "trace what|show, log, verify",
        "intent what|list",
        "undo|--turn",
        "undo --turn --session|one of",
        "config what|show",
        "pack what|list, show, check",
        "pack show|one tool",
        "pack check|needs a command",
        "pack check a;b&|background",
        "pack diff git|no candidate",
        "pack activate ../x|no candidate",
        "pack activate git --yes|no candidate",
        "pack deactivate nothing|no pack describes",
        "pack candidate nowhere|not a file",
        "audit what|show, search or verify",
        "audit search|one text",
        "audit show x|search",
        "audit show --last many|whole number"
      })
  void wrongUseSaysWhatWouldBeRight(String line, String hint) {
    try (Desk desk = new Desk()) {
      usage(desk.writ(line.split(" ")), hint);
      assertThat(Desk.files(desk.workspace.root())).isEmpty();
    }
  }

  @Test
  void theWorkingDirectoryIsADirectory() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("a.txt", "a\n");
      usage(desk.writ("doctor", "--cwd", "a.txt"), "--cwd: a.txt is not a directory");
      usage(desk.writ("doctor", "--cwd", "a.txt/b"), "--cwd: a.txt/b does not exist");
    }
  }

  @Test
  void aChatThatGetsNoMessageSaysSo() {
    try (Desk desk = new Desk()) {
      String script = desk.home.write("s.json", "{\"turns\":[{\"text\":\"Hi.\"}]}").toString();
      desk.input("");
      usage(desk.writ("--script", script), "standard input is empty", "writ run");
      desk.input("/help\n");
      assertThat(desk.writ("--script", script).exit()).isEqualTo(ExitCode.DONE);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pack deactivate git|no person can agree",
        "pack deactivate git --yes|--hash sha256:",
        "pack deactivate git --yes --hash sha256:0|another pack"
      })
  void whichPackSpeaksIsForAPersonToSay(String line, String hint) {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = desk.writ(line.split(" "));
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains(hint);
      assertThat(Desk.files(desk.home.root())).isEmpty();
    }
  }

  @Test
  void toolsAreListedForTheMode() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("tools", "list").out()).contains("read_file", "write_file");
      assertThat(desk.writ("tools", "--mode", "ask").out())
          .contains("read_file")
          .doesNotContain("write_file\n");
      assertThat(desk.writ("tools", "list", "--json").out()).startsWith("[{\"type\":\"function\"");
    }
  }

  @Test
  void callGoesThroughEveryGateAndIsRecorded() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("a.txt", "one\n");
      assertThat(call(desk, "read_file", "{`path`:`a.txt`}").out()).contains("one");
      Json.Obj denied = call(desk, "write_file", "{`path`:`a.txt`,`content`:`x`}", "--json").json();
      assertThat(denied.isTrue("success")).isFalse();
      assertThat(denied.object("error").text("error_code")).contains("FILE_NOT_SEEN");
      assertThat(denied.object("gates").text("lock").orElse("")).startsWith("deny");
      assertThat(call(desk, "read_file", "{`path`:`../x`}").exit()).isEqualTo(ExitCode.DENIED);
      assertThat(call(desk, "read_file", "{`path`:`gone`}").exit()).isNotEqualTo(ExitCode.DONE);
      assertThat(call(desk, "nonsense", "{}").exit()).isEqualTo(ExitCode.DENIED);
      assertThat(call(desk, "read_file", "nonsense").exit()).isEqualTo(ExitCode.DENIED);
      assertThat(call(desk, "read_file", "{`path`:`../x`}", "-v").err())
          .contains("containment: deny PATH_OUTSIDE_WORKSPACE");

      Json.Obj made = call(desk, "write_file", "{`path`:`b.txt`,`content`:`x`}", "--json").json();
      assertThat(made.items("ledger")).hasSize(1);
      assertThat(desk.workspace.read("b.txt")).isEqualTo("x");
    }
  }

  @Test
  void dryRunJudgesAndDoesNothing() {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = call(desk, "write_file", "{`path`:`b.txt`,`content`:`x`}", "--dry-run");
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out()).contains("Dry run", "create b.txt");
      assertThat(desk.workspace.exists("b.txt")).isFalse();
      assertThat(desk.workspace.exists(".orchestration")).isFalse();
    }
  }

  @Test
  void declaredIntentBoundsACall() {
    try (Desk desk = new Desk()) {
      desk.workspace.write(".orchestration/active_intents.yaml", INTENTS);
      String inside = "{`path`:`src/a.txt`,`content`:`x`}";
      String outside = "{`path`:`b.txt`,`content`:`x`}";
      assertThat(call(desk, "write_file", inside).out()).contains("INTENT_REQUIRED", "INT-001");
      assertThat(call(desk, "write_file", inside, "--intent", "INT-002").out())
          .contains("INTENT_NOT_ACTIVE");
      assertThat(call(desk, "write_file", inside, "--intent", "INT-009").out())
          .contains("UNKNOWN_INTENT");
      assertThat(call(desk, "write_file", outside, "--intent", "INT-001").out())
          .contains("SCOPE_VIOLATION");
      assertThat(call(desk, "write_file", inside, "--intent", "INT-001").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("trace").out()).contains("INT-001      create src/a.txt");
    }
  }

  @Test
  void intentsAreShownInert() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("intent", "list").out()).contains("No intents are declared");
      desk.workspace.write(".orchestration/active_intents.yaml", INTENTS);
      assertThat(desk.writ("intent").out())
          .contains("INT-001  active  Greet", "INT-002  draft  Later")
          .doesNotContain("\u001B");
      assertThat(desk.writ("intent", "show", "INT-001").out())
          .contains("owned scope:\n  src/**", "Keep it short");
      assertThat(desk.writ("intent", "show", "INT-001", "--json").json().text("status"))
          .contains("active");
      assertThat(desk.writ("intent", "show", "INT-009").exit()).isEqualTo(ExitCode.FAILED);
      desk.workspace.write(".orchestration/active_intents.yaml", "active_intents: {");
      Desk.Ran ran = desk.writ("intent", "list");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("active_intents.yaml", "1");
    }
  }

  @Test
  void ledgerIsShownVerifiedAndEveryTamperingNamed() throws IOException {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("trace").err()).contains("ledger is empty");
      assertThat(desk.writ("trace", "verify").exit()).isEqualTo(ExitCode.DONE);
      write(desk, "a.txt", "a");
      write(desk, "b.txt", "b");
      String id =
          Desk.json(desk.writ("trace", "--json").out().lines().findFirst().orElse(""))
              .text("id")
              .orElseThrow();
      assertThat(desk.writ("trace", "show", id, "--json").out()).contains("\"a.txt\"");
      assertThat(desk.writ("trace", "show", "nope").exit()).isEqualTo(ExitCode.FAILED);
      assertThat(desk.writ("trace", "verify").out()).contains("2 records of 2 writers");

      String ledger = ".orchestration/agent_trace.jsonl";
      String sound = desk.workspace.read(ledger);
      List<String> lines = sound.lines().toList();
      tampered(desk, sound.replace("\"a.txt\"", "\"z.txt\""), id);
      tampered(desk, lines.get(1) + "\n", id);
      tampered(desk, "nonsense\n" + sound, ":1:");
      tampered(desk, "", "missing");
      desk.workspace.write(ledger, sound + lines.get(0).substring(0, 40));
      assertThat(desk.writ("trace", "verify").out()).contains("incomplete last line");
      write(desk, "c.txt", "c");
      assertThat(desk.writ("trace", "verify").out()).contains("3 records");
      assertThat(Files.exists(desk.workspace.path(ledger))).isTrue();
    }
  }

  /// Whether Landlock works here or not: what nobody watches needs namespaces.
  @Test
  void anUnattendedRunWithFullAutonomyNeedsNamespaces() {
    try (Desk desk = new Desk()) {
      desk.set("WRIT_SAFETY_SANDBOX", "landlock");
      desk.home.write(
          "s.json",
          "{'turns':[{'calls':[{'tool':'run_command','arguments':{'command':'uname'}}]},{'text':'x'}]}"
              .replace('\'', '"'));
      Desk.Ran ran =
          desk.writ(
              "run",
              "--script",
              desk.home.path("s.json").toString(),
              "--execution",
              "full_autonomous",
              "--allow-dangerous",
              "x");

      assertThat(ran.err()).contains("SANDBOX_UNAVAILABLE");
    }
  }

  private static void tampered(Desk desk, String text, String name) {
    String ledger = ".orchestration/agent_trace.jsonl";
    String sound = desk.workspace.read(ledger);
    desk.workspace.write(ledger, text);
    Desk.Ran ran = desk.writ("trace", "verify");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err()).contains("agent_trace.jsonl:", name);
    Desk.Ran json = desk.writ("trace", "verify", "--json");
    assertThat(json.json().isTrue("sound")).isFalse();
    desk.workspace.write(ledger, sound);
  }

  @Test
  void undoTakesBackWhatNobodyChangedSince() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("undo", "--turn").out()).contains("Nothing to undo");
      write(desk, "a.txt", "a");
      write(desk, "b.txt", "b");
      assertThat(desk.writ("undo", "--turn").out())
          .startsWith("removed b.txt\nTo redo it: writ undo ");
      assertThat(desk.workspace.exists("b.txt")).isFalse();
      desk.workspace.write("a.txt", "mine\n");
      Desk.Ran refused = desk.writ("undo", "--turn");
      assertThat(refused.exit()).isEqualTo(ExitCode.DENIED);
      assertThat(refused.err()).contains("STALE_FILE", "--force");
      assertThat(desk.workspace.read("a.txt")).isEqualTo("mine\n");
      assertThat(desk.writ("undo", "--turn", "--force").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.exists("a.txt")).isFalse();
      assertThat(desk.writ("trace", "verify").exit()).isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void demoComesOutAsTold() {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = desk.writ("demo");
      assertThat(ran.exit()).as(ran.out()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out()).contains("SCOPE_VIOLATION", "STALE_FILE", "verified");
      assertThat(Desk.files(desk.home.root())).isEmpty();
    }
  }

  @Test
  void doctorSaysWhatIsWrongAndWhatToDo() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Done."))) {
      desk.ask(server, Desk.Dialect.OPENAI);
      Desk.Ran well = desk.writ("doctor", "--verbose");
      assertThat(well.exit()).isEqualTo(ExitCode.DONE);
      boolean root = System.getProperty("user.name").equals("root");
      assertThat(well.out().contains("the limit on processes has no effect"))
          .as(well.out())
          .isEqualTo(root);
      write(desk, "a.txt", "a");
      desk.workspace.write(".orchestration/agent_trace.jsonl", "nonsense\n");
      desk.workspace.write(".orchestration/active_intents.yaml", "nonsense: 1\n");
      desk.home.write(".writ/audit.jsonl", "nonsense\n" + desk.home.read(".writ/audit.jsonl"));
      Desk.Ran ran = desk.writ("doctor");
      assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.out())
          .contains(
              "fail  ledger line 1", "active_intents.yaml", "unreadable lines [audit.jsonl:1]");
    }
  }

  @Test
  void chatThroughAPipeKnowsItsMetaCommands() {
    try (Desk desk = new Desk().set("WRIT_MODEL", "any")) {
      desk.input(
          "/help\n/tools\n/mode ask\n/mode nope\n/sesion\n/session\n/undo\n\n/quit\nnever\n");
      Desk.Ran ran = desk.writ("chat");
      assertThat(ran.out())
          .contains("/help      all commands\n", "/mode      change", "read_file             Read")
          .contains("mode: ask (others: code, architect, debug)")
          .contains("unknown mode: nope; there are code, ask, architect, debug")
          .contains("unknown: /sesion (did you mean /session?)", ".config/writ/sessions/session-")
          .contains("Nothing to undo in this session.")
          .doesNotContain("> ");
      assertThat(desk.session().getLast().text("type")).contains("session_end");
    }
  }

  @Test
  void aVerdictSaysWhatToWriteInsteadOnce() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("policy", "check", "--", "echo $NOBODY_SET_IT").out())
          .containsOnlyOnce("printenv NAME");
    }
  }
}
