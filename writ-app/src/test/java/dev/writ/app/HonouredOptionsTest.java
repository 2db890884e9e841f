// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.process.ExitCode;
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
          Map.entry(List.of("init", "--yes"), "cwd config"),
          Map.entry(List.of("trust", "--yes"), "cwd config"),
          Map.entry(List.of("trust", "--withdraw"), "cwd config"),
          Map.entry(List.of("trust", "hooks", "--yes"), "cwd config"),
          Map.entry(List.of("pack", "list"), "cwd config json"),
          Map.entry(List.of("pack", "show", "git"), "cwd config json"),
          Map.entry(List.of("pack", "check", "git", "status"), "cwd config json"),
          Map.entry(List.of("pack", "candidate", "nproc.yaml"), "cwd config json"),
          Map.entry(List.of("pack", "deactivate", "nproc", "--yes"), "cwd config"),
          Map.entry(List.of("trace"), "cwd config json"),
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
          Map.entry(List.of("doctor"), "cwd config model provider endpoint script"));

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
