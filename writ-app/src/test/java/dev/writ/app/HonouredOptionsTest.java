// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.process.ExitCode;
import dev.writ.base.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// An option has an effect, or is refused.
class HonouredOptionsTest {
  /// Each command with what it needs to do something, and the options for many commands that it
  /// honours.
  private static final Map<List<String>, String> COMMANDS =
      Map.ofEntries(
          Map.entry(List.of("demo"), ""),
          Map.entry(List.of("tools"), "cwd config mode json"),
          Map.entry(List.of("tools", "list"), "cwd config mode json"),
          Map.entry(
              List.of("tools", "call", "write_file", "--args", "{\"path\":\"n\",\"content\":\"\"}"),
              "cwd config mode execution dry-run json verbose"),
          Map.entry(List.of("intent", "list"), "cwd config json"),
          Map.entry(List.of("intent", "show", "INT-001"), "cwd config json"),
          Map.entry(List.of("intent", "add", "More", "a/**"), "cwd config json dry-run"),
          Map.entry(List.of("intent", "suggest", "change a.txt"), "cwd config json dry-run"),
          Map.entry(List.of("intent", "activate", "INT-001", "--yes"), "cwd config json"),
          Map.entry(List.of("intent", "pause", "INT-001"), "cwd config json"),
          Map.entry(List.of("intent", "abandon", "INT-001"), "cwd config json"),
          Map.entry(List.of("intent", "done", "INT-001"), "cwd config json mode execution"),
          Map.entry(List.of("policy", "check", "ls"), "cwd config mode execution json"),
          Map.entry(List.of("policy", "show"), "cwd config mode execution json"),
          Map.entry(List.of("init", "--yes"), "cwd config programs"),
          Map.entry(List.of("trust", "--yes"), "cwd config"),
          Map.entry(List.of("trust", "--withdraw"), "cwd config"),
          Map.entry(List.of("trust", "hooks", "--yes"), "cwd config"),
          Map.entry(List.of("grants"), "cwd config json"),
          Map.entry(List.of("grants", "remove", "1"), "cwd config"),
          Map.entry(List.of("pack", "list"), "cwd config json"),
          Map.entry(List.of("pack", "show", "git"), "cwd config json"),
          Map.entry(List.of("pack", "check", "git", "status"), "cwd config json"),
          Map.entry(List.of("pack", "candidate", "nproc.yaml"), "cwd config json"),
          Map.entry(List.of("pack", "deactivate", "nproc", "--yes"), "cwd config"),
          Map.entry(List.of("trace"), "cwd config json"),
          Map.entry(List.of("trace", "log"), "cwd config json"),
          Map.entry(List.of("trace", "verify"), "cwd config json"),
          Map.entry(List.of("trace", "checkpoint"), "cwd config json"),
          Map.entry(List.of("trace", "key"), "cwd config"),
          Map.entry(List.of("trace", "stats"), "cwd config json"),
          Map.entry(List.of("trace", "export"), "cwd config"),
          Map.entry(List.of("trace", "anchor"), "cwd config"),
          Map.entry(List.of("trace", "map"), "cwd config"),
          Map.entry(List.of("blame", "a.txt"), "cwd config json"),
          Map.entry(List.of("why", "a.txt:1"), "cwd config json"),
          Map.entry(List.of("audit"), "cwd json"),
          Map.entry(List.of("audit", "search", "a"), "cwd json"),
          Map.entry(List.of("audit", "verify"), "cwd json"),
          Map.entry(List.of("undo", "--turn"), "cwd config"),
          Map.entry(List.of("undo", "--session"), "cwd config"),
          Map.entry(
              List.of("config", "show"),
              "cwd config model provider endpoint script execution json"),
          Map.entry(
              List.of("config", "get", "llm.model"),
              "cwd config model provider endpoint script execution json"),
          Map.entry(List.of("config", "set", "llm.model", "x"), "cwd config"),
          Map.entry(List.of("config", "init"), "cwd"),
          Map.entry(List.of("config", "schema"), ""),
          Map.entry(List.of("import"), "cwd dry-run"),
          Map.entry(List.of("changes"), "cwd config"),
          Map.entry(List.of("sessions"), "cwd config json"),
          Map.entry(List.of("sessions", "list"), "cwd config json"),
          Map.entry(List.of("sessions", "search", "a"), "cwd config json"),
          Map.entry(List.of("sessions", "prune"), "cwd config json dry-run"),
          Map.entry(List.of("auth", "status"), "cwd config json"),
          Map.entry(List.of("auth", "login", "openai"), "cwd config"),
          Map.entry(List.of("models"), "cwd config endpoint json"),
          Map.entry(List.of("completion", "bash"), ""),
          Map.entry(List.of("help"), ""),
          Map.entry(List.of("version"), ""),
          Map.entry(
              List.of("chat", "--script", "s"),
              "cwd config model provider endpoint script mode execution record dry-run no-commit"
                  + " verbose"),
          Map.entry(
              List.of("run", "--script", "s", "x"),
              "cwd config model provider endpoint script mode execution record dry-run no-commit"
                  + " quiet verbose json"),
          Map.entry(List.of("doctor"), "cwd config model provider endpoint script json verbose"));

  private static final List<String> EVERYWHERE = List.of("help", "version", "no-color");

  private static Desk desk() {
    Desk desk = new Desk();
    desk.workspace.write(".writ/hooks.json", "{}");
    Desk.Ran ran =
        desk.writ(
            "tools", "call", "write_file", "--args", "{\"path\":\"a.txt\",\"content\":\"a\\n\"}");
    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(desk.writ("intent", "add", "One", "a.txt").exit()).isEqualTo(ExitCode.DONE);
    return desk;
  }

  private static List<String> with(List<String> command, CommandOption option) {
    List<String> arguments = new ArrayList<>(command);
    arguments.add("--" + option.name());
    if (!option.value().isEmpty()) {
      arguments.add(
          switch (option.name()) {
            case "cwd" -> ".";
            case "mode" -> "ask";
            case "execution" -> "interactive";
            case "config" -> "config.yaml";
            default -> "x";
          });
    }
    return arguments;
  }

  @Test
  void whatIsNotHonouredIsRefusedAndChangesNothing() {
    try (Desk desk = desk()) {
      Map<String, String> before = contents(desk);
      COMMANDS.forEach(
          (command, honoured) -> {
            for (CommandOption option : ParsedArguments.GLOBAL) {
              if (!List.of(honoured.split(" ")).contains(option.name())
                  && !EVERYWHERE.contains(option.name())) {
                List<String> line = with(command, option);
                Desk.Ran ran = desk.writ(line.toArray(String[]::new));
                assertThat(ran.exit()).as("" + line + ran).isEqualTo(ExitCode.USAGE);
                assertThat(ran.err()).contains("does not take --" + option.name());
                assertThat(ran.out()).isEmpty();
              }
            }
          });
      assertThat(contents(desk)).isEqualTo(before);
    }
  }

  @Test
  void whatIsHonouredIsNotRefused() {
    try (Desk desk = desk()) {
      desk.workspace.write("config.yaml", "{}\n");
      COMMANDS.forEach(
          (command, honoured) -> {
            for (CommandOption option : ParsedArguments.GLOBAL) {
              if (List.of(honoured.split(" ")).contains(option.name())) {
                List<String> line = with(command, option);
                Desk.Ran ran = desk.writ(line.toArray(String[]::new));
                assertThat(ran.err()).as("" + line).doesNotContain("does not take");
              }
            }
          });
    }
  }

  /// A command without a row would take whatever it is given.
  @Test
  void everyCommandRefusesWhatOnlyOthersTake() {
    try (Desk desk = new Desk()) {
      List<String> commands =
          desk.writ("--help").out().lines().filter(line -> line.matches("  [a-z].*")).toList();
      assertThat(commands).hasSizeGreaterThan(20);
      for (String line : commands) {
        String command = line.strip().split(" ", 2)[0];
        List<String> acts = new ArrayList<>(HonouredOptions.acts(command));
        if (acts.isEmpty()) {
          acts.add("");
        }
        for (String act : acts) {
          String option = command.equals("audit") ? "--verbose" : "--no-commit";
          option = command.equals("run") || command.equals("chat") ? "--hash" : option;
          Desk.Ran ran =
              act.isEmpty() ? desk.writ(command, option) : desk.writ(command, act, option);
          assertThat(ran.exit()).as(command + " " + act + ran).isEqualTo(ExitCode.USAGE);
          assertThat(ran.err())
              .as(command + " " + act)
              .containsPattern("does not take|unknown option");
        }
      }
      assertThat(Desk.files(desk.home.root())).isEmpty();
    }
  }

  /// With `--json`, standard output has no other text.
  @Test
  void dataIsJson() {
    try (Desk desk = desk()) {
      COMMANDS.forEach(
          (command, honoured) -> {
            boolean served = List.of("models", "run", "trace").contains(command.getFirst());
            if (!List.of(honoured.split(" ")).contains("json") || served) {
              return; // these have tests of their own
            }
            List<String> line = new ArrayList<>(command);
            line.add("--json");
            String out = desk.writ(line.toArray(String[]::new)).out();
            for (String text : out.lines().toList()) {
              assertThatCode(() -> JsonReader.read(text))
                  .as(line + "\n" + out)
                  .doesNotThrowAnyException();
            }
          });
    }
  }

  @Test
  void quietRunsPrintOnlyTheAnswer() {
    try (Desk desk = desk()) {
      desk.workspace.write(
          "script.json",
          "{\"turns\":[{\"text\":\"Let me"
              + " look.\",\"calls\":[{\"tool\":\"list_files\",\"arguments\":{\"path\":\".\"}}]},{\"text\":\"It"
              + " is \\u001b[31mdone.\"}]}");
      Desk.Ran ran = desk.writ("run", "-q", "--script", "script.json", "x");
      assertThat(ran.out()).isEqualTo("It is ⟨U+001B⟩[31mdone.\n");
      assertThat(ran.err()).isEmpty();
    }
  }

  @Test
  void verboseSaysMore() {
    try (Desk desk = desk()) {
      for (List<String> command : COMMANDS.keySet()) {
        if (!List.of("doctor", "tools").contains(command.getFirst())
            || !COMMANDS.get(command).contains("verbose")) {
          continue;
        }
        Desk.Ran usual = desk.writ(command.toArray(String[]::new));
        List<String> line = new ArrayList<>(command);
        line.add("--verbose");
        Desk.Ran more = desk.writ(line.toArray(String[]::new));
        assertThat((more.out() + more.err()).lines().count())
            .as("" + command)
            .isGreaterThan((usual.out() + usual.err()).lines().count());
      }
    }
  }

  /// Whatever a command does, with `--dry-run` it changes neither the project nor what a person
  /// confirmed.
  @Test
  void nothingIsChangedInADryRun() {
    try (Desk desk = desk()) {
      desk.workspace.write(".writ/project.yaml", "authority:\n  level: parameterized_tools\n");
      desk.workspace.write(
          "script.json",
          "{\"turns\":[{\"calls\":[{\"tool\":\"write_file\",\"arguments\":"
              + "{\"path\":\"n.txt\",\"content\":\"n\"}}]},{\"text\":\"Done.\"}]}");
      Map<String, String> before = contents(desk);
      List<List<String>> all = new ArrayList<>(COMMANDS.keySet());
      all.add(List.of("run", "--script", "script.json", "x"));
      all.add(List.of("chat", "--script", "script.json"));
      all.add(List.of("trust", "--status"));
      desk.input("write n\n");
      for (List<String> command : all) {
        List<String> line = new ArrayList<>(command);
        line.add("--dry-run");
        Desk.Ran _ = desk.writ(line.toArray(String[]::new));
        assertThat(contents(desk)).as("" + line).isEqualTo(before);
      }
    }
  }

  /// The project, and what is kept of a person's word; not the records and logs of
  /// sessions and calls.
  private static Map<String, String> contents(Desk desk) {
    Map<String, String> contents = new TreeMap<>();
    for (Path root : List.of(desk.workspace.root(), desk.home.root())) {
      for (Path file : Desk.files(root)) {
        String name = file.toString();
        if (!name.contains("/sessions/") && !name.contains("/logs/") && !name.contains("/audit")) {
          try {
            contents.put(name, new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        }
      }
    }
    return contents;
  }
}
