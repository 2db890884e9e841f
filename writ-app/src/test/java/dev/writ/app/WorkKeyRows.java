// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static dev.writ.app.KeyScene.DONE;
import static dev.writ.app.KeyScene.asked;
import static dev.writ.app.KeyScene.call;
import static dev.writ.app.KeyScene.script;
import static dev.writ.app.KeyScene.scripted;
import static dev.writ.app.KeyScene.text;

import dev.writ.app.Desk.Dialect;
import dev.writ.app.EveryKeyEffectTest.Row;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What keys of turns, commands, tools and governance do.
final class WorkKeyRows {
  private static final String READ =
      "{`calls`:[{`tool`:`read_file`,`arguments`:{`path`:`a.txt`}}]}";
  private static final String WRITE =
      "{`calls`:[{`tool`:`write_file`,`arguments`:{`path`:`n.txt`,`content`:`new\\n`}}]}";
  private static final String END = "{`text`:`Done.`}";
  private static final String WRITING = "{`path`:`n.txt`,`content`:`new`}";

  private static final Path PACKS =
      Path.of(System.getProperty("writ.root", "..")).resolve("packs/activated");

  private WorkKeyRows() {}

  static List<Row> rows() {
    return Stream.of(turns(), governance(), safety(), tools()).flatMap(List::stream).toList();
  }

  private static List<Row> turns() {
    return List.of(
        new Row(
            "context.max_tool_output_chars",
            "5",
            "",
            "\"truncated\":true",
            script(READ + "," + END)),
        new Row("agent.max_iterations", "1", "5", "MAX_ITER", script(READ + "," + END)),
        new Row("agent.retry_attempts", "0", "3", "exit PROVIDER", failing()),
        new Row("agent.retry_backoff_base_ms", "1234", "1", " s]", backoff()),
        new Row(
            "agent.max_tokens_total", "50", "5000", "max_tokens_total", script(READ + "," + END)),
        new Row("agent.max_duration_seconds", "1", "600", "max_duration", slow()),
        new Row("agent.max_cost_usd", "0.000001", "", "max_cost_usd", priced()),
        new Row(
            "agent.modes",
            "{`docs`:{`effects`:[`read`]}}",
            "",
            "The mode 'docs' does not offer",
            mode("docs")),
        new Row("agent.ask_default", "`the blue one`", "", "the blue one", asking()),
        new Row(
            "agent.terminal.default_mode",
            "`interactive`",
            "",
            "APPROVAL_UNAVAILABLE",
            call("write_file", WRITING)),
        new Row("agent.command_timeout_seconds", "1", "", "COMMAND_TIMEOUT", free("sleep 3")),
        new Row(
            "agent.terminal.max_stdout_bytes", "1000", "", "\"truncated\":true", free("seq 999")),
        new Row("agent.terminal.max_stderr_bytes", "10", "", "\"truncated\":true", failed()),
        new Row("agent.terminal.allowlist", "[`touch x`]", "", "allow", verdict("touch x")),
        new Row("authority.observe_executes", "true", "false", "allow", verdict("ls")));
  }

  private static KeyScene mode(String name) {
    return desk -> text(desk.writ("policy", "check", "--mode", name, "--", "ls"));
  }

  private static List<Row> governance() {
    return List.of(
        new Row("governance.profile", "`strict`", "", "INTENT", call("write_file", WRITING)),
        new Row(
            "governance.require_declared_intents",
            "true",
            "",
            "INTENT_REQUIRED",
            script(WRITE + "," + END)),
        new Row("governance.intent_reset", "`request`", "", "INTENT_REQUIRED", twoWrites()),
        new Row(
            "governance.kinds",
            "{`CODE`:[`read`]}",
            "",
            "NOT_ALLOWED",
            call("write_file", WRITING)),
        new Row("governance.taint", "true", "false", "APPROVAL_UNAVAILABLE", tainted()),
        new Row(
            "governance.risk_rules", rule(), "", "may be generated", call("write_file", WRITING)));
  }

  private static List<Row> safety() {
    return List.of(
        new Row(
            "safety.sandbox",
            "`none`",
            "",
            "SANDBOX_UNAVAILABLE",
            call("run_command", "{`command`:`ls`}")),
        new Row(
            "safety.sandbox_allowed_paths",
            "[`src`]",
            "",
            "OUTSIDE",
            call("read_file", "{`path`:`a.txt`}")),
        new Row(
            "safety.sandbox_blocked_paths",
            "[`./src`]",
            "",
            "BLOCKED",
            call("read_file", "{`path`:`src/b.txt`}")),
        new Row("safety.blocked_commands", "[`ls`]", "", "COMMAND_DENIED", verdict("ls")),
        new Row("safety.env_settable", "[`MY_FLAG`]", "", "allow", verdict("MY_FLAG=1 ls")),
        new Row("safety.visible_secrets", "[`.env.test`]", "", "visible-0123456789", secret()),
        new Row("safety.verify_binaries", "true", "", "BINARY_CHANGED", otherBinary()),
        new Row(
            "safety.require_confirmation",
            "[`read_file`]",
            "[]",
            "APPROVAL",
            call("read_file", "{`path`:`a.txt`}")),
        new Row(
            "safety.unattended_answers",
            "{`confirmation`:`allow`}",
            "",
            "success\":true",
            confirmed()));
  }

  private static List<Row> tools() {
    return List.of(
        new Row(
            "tools.builtin",
            "{`read_file`:{`enabled`:false}}",
            "",
            "UNKNOWN_TOOL",
            call("read_file", "{`path`:`a.txt`}")),
        new Row("tools.search_paths", "[`BIN`]", "", "own words", ownProgram()),
        new Row("tools.max_output_size", "1000", "", "\"truncated\":true", free("seq 999")),
        new Row(
            "tools.max_file_read_size",
            "5",
            "",
            "max_file_read_size",
            call("search_files", "{`pattern`:`needle`}")),
        new Row("tools.max_parallel", "1", "8", "alone", meeting()),
        new Row("tools.max_calls_per_response", "1", "", "at most 1 calls", twoReads()),
        new Row("hooks", hook(), "", "hook says no", hooked()),
        new Row(
            "quality.after_write",
            "{`**`:`false`}",
            "",
            "[quality: false]",
            script(WRITE + "," + END + "," + END)),
        new Row("quality.max_rounds", "1", "3", "requests: 4;", quality()));
  }

  private static KeyScene failing() {
    return asked(Dialect.OPENAI, new ErrorStatus(500), DONE);
  }

  /// The pause before a request that is repeated; the test's own setting of it is taken away.
  private static KeyScene backoff() {
    return desk -> failing().play(desk.unset("WRIT_AGENT_RETRY_BACKOFF_BASE_MS"));
  }

  private static String free(Desk desk, String turns) {
    return scripted(
        desk, turns, "--execution", "full_autonomous", "--allow-dangerous", "--no-sandbox");
  }

  private static String command(String line) {
    return "{`calls`:[{`tool`:`run_command`,`arguments`:{`command`:`" + line + "`}}]},";
  }

  private static KeyScene slow() {
    return desk -> free(desk, command("sleep 2") + READ + "," + END);
  }

  /// What was read from the network may not change what later sessions are told.
  private static KeyScene tainted() {
    String write =
        "{`calls`:[{`tool`:`write_file`,`arguments`:{`path`:`AGENTS.md`,`content`:`x`}}]},";
    return desk -> {
      desk.workspace.write(
          ".writ/project.yaml",
          """
          authority:
            level: scoped_commands
            allowed_bins: [curl]
            network: {allowlist: [models.invalid]}
          """);
      Desk.Ran trusted = desk.writ("trust", "--yes");
      return text(trusted) + free(desk, command("curl -s http://models.invalid/") + write + END);
    };
  }

  /// Two reads whose hooks wait for each other.
  private static KeyScene meeting() {
    return desk -> {
      Path meeting = desk.home.write("meeting/place", "").getParent();
      Path hook =
          desk.home.write(
              "hook.sh",
              """
              #!/bin/sh
              : > %1$s/$$
              for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
                [ $(ls %1$s | wc -l) -gt 2 ] && exit 0
                sleep 0.1
              done
              echo alone >&2
              exit 2
              """
                  .formatted(meeting));
      desk.set(
          "WRIT_HOOKS",
          ("{`PreToolUse`:[{`hooks`:[{`type`:`command`,`command`:`sh " + hook + "`}]}]}")
              .replace('`', '"'));
      String call = "{`tool`:`read_file`,`arguments`:{`path`:`a.txt`}}";
      return free(desk, "{`calls`:[" + call + "," + call + "]}," + END);
    };
  }

  private static KeyScene priced() {
    return desk ->
        text(
            desk.set("WRIT_PROVIDER", "anthropic")
                .set("ANTHROPIC_API_KEY", "sk-no-key-at-all")
                .set("WRIT_MODEL", "claude-sonnet-5-5")
                .set("WRIT_AGENT_RETRY_ATTEMPTS", "0")
                .set("WRIT_ENDPOINT", "http://127.0.0.1:1")
                .writ("run", "Go"));
  }

  private static KeyScene asking() {
    return script("{`calls`:[{`tool`:`ask_user`,`arguments`:{`question`:`Which?`}}]}," + END);
  }

  /// A command that may do everything.
  private static KeyScene free(String command) {
    return call(
        "run_command",
        "{`command`:`" + command + "`}",
        "--execution",
        "full_autonomous",
        "--allow-dangerous",
        "--no-sandbox");
  }

  private static KeyScene failed() {
    return free("ls nowhere-at-all");
  }

  private static KeyScene verdict(String command) {
    return desk ->
        text(
            desk.writ(
                "policy",
                "check",
                "--json",
                "--execution",
                "restricted_autonomous",
                "--",
                command));
  }

  /// A declared intent, selected once, and two writes after it.
  private static KeyScene twoWrites() {
    String select =
        "{`calls`:[{`tool`:`select_active_intent`,`arguments`:{`intent`:`CODE`,"
            + "`intent_id`:`INT-001`}}]},";
    return desk -> {
      desk.workspace.write(
          ".orchestration/active_intents.yaml",
          """
          active_intents:
            - id: "INT-001"
              name: "Widgets"
              status: "IN_PROGRESS"
              owned_scope: ["**"]
              constraints: []
              acceptance_criteria: []
          """);
      return scripted(desk, select + WRITE + "," + WRITE.replace("n.txt", "m.txt") + "," + END);
    };
  }

  private static KeyScene twoReads() {
    String two = READ.replace("]}", ",{`tool`:`list_files`,`arguments`:{}}]}");
    return script(two + "," + END);
  }

  private static String rule() {
    return "[{`id`:`r`,`when`:[`creates`],`paths`:[`n.*`],`score`:70,"
        + "`reason`:`{path} may be generated`,`match`:[`creates n.txt`],"
        + "`not_match`:[`creates m.txt`]}]";
  }

  private static String hook() {
    return "{`PreToolUse`:[{`matcher`:`write_file`,`hooks`:[{`type`:`command`,"
        + "`command`:`sh HOOK`}]}]}";
  }

  private static KeyScene hooked() {
    return desk -> {
      Path hook = desk.home.write("hook.sh", "echo hook says no >&2\nexit 2\n");
      replace(desk, "HOOK", hook);
      return call("write_file", WRITING).play(desk);
    };
  }

  /// Puts a place into the configuration under test.
  private static void replace(Desk desk, String word, Path place) {
    if (Files.exists(desk.home.path(".writ.json"))) {
      String configuration = desk.home.read(".writ.json");
      desk.home.write(".writ.json", configuration.replace(word, place.toString()));
    }
  }

  private static KeyScene secret() {
    return desk -> {
      desk.workspace.write(".env.test", "MARK_TOKEN=visible-0123456789\n");
      desk.workspace.write("show.sh", "cat .env.*\n");
      return free("sh show.sh").play(desk);
    };
  }

  /// The pack of a program says that another one was meant.
  private static KeyScene otherBinary() {
    return desk -> {
      String pack = Desk.read(PACKS.resolve("sort.yaml"));
      desk.workspace.write(
          "sort.yaml",
          pack.replaceFirst("(?m)^version: .*$", "version: 9.0.1")
              + "sha256: "
              + "0".repeat(64)
              + "\n");
      Desk.Ran kept = desk.writ("pack", "candidate", "sort.yaml", "--json");
      String hash = kept.json().text("hash").orElseThrow();
      Desk.Ran _ = desk.writ("pack", "activate", "sort", "--yes", "--hash", hash);
      return free("sort --version").play(desk);
    };
  }

  private static KeyScene confirmed() {
    return desk -> {
      desk.set("WRIT_SAFETY_REQUIRE_CONFIRMATION", "read_file");
      return call("read_file", "{`path`:`a.txt`}").play(desk);
    };
  }

  private static KeyScene ownProgram() {
    return desk -> {
      Path program = desk.home.write("bin/own-program", "#!/bin/sh\necho own words\n");
      if (!program.toFile().setExecutable(true)) {
        throw new AssertionError("the program can't be started");
      }
      replace(desk, "BIN", desk.home.path("bin"));
      return free("own-program").play(desk);
    };
  }

  private static String writes(String name) {
    return WRITE.replace("n.txt", name) + "," + END + ",";
  }

  /// How many requests a turn takes whose quality command never passes.
  private static KeyScene quality() {
    return desk -> {
      String _ =
          scripted(
              desk.set("WRIT_QUALITY_AFTER_WRITE", "{\"**\":\"false\"}"),
              writes("1") + writes("2") + writes("3") + writes("4") + END);
      long requests =
          desk.session().stream()
              .filter(event -> event.text("type").filter("assistant"::equals).isPresent())
              .count();
      return "requests: " + requests + ";";
    };
  }
}
