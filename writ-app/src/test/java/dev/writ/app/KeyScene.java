// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.app;

import dev.writ.app.Desk.Dialect;
import dev.writ.testkit.Captured;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A real run under a configuration, and all that can be seen of it afterwards.
@FunctionalInterface
interface KeyScene {
  /// An answer that ends a turn.
  PlainAnswer DONE = new PlainAnswer("All done.");

  /// Plays the scene. The key under test stands in the person's `.writ.json`.
  ///
  /// @return what was seen: output, requests, files, as the scene wants
  String play(Desk desk);

  /// What a call of a tool answers.
  static KeyScene call(String tool, String arguments, String... more) {
    return desk -> {
      desk.workspace.write("a.txt", "alpha\nneedle\n");
      desk.workspace.write("src/b.txt", "beta\n");
      List<String> line = new ArrayList<>(List.of("tools", "call", tool, "--json"));
      line.addAll(List.of(more));
      line.addAll(List.of("--args", arguments.replace('`', '"')));
      return text(desk.writ(line.toArray(String[]::new)));
    };
  }

  /// What a subcommand prints.
  static KeyScene writ(String... arguments) {
    return desk -> text(desk.writ(arguments));
  }

  /// What a run prints and leaves below the home and the workspace, with scripted turns.
  static KeyScene script(String turns) {
    return desk -> scripted(desk, turns) + files(desk.home.root()) + files(desk.workspace.root());
  }

  /// A run with scripted turns.
  static String scripted(Desk desk, String turns, String... options) {
    desk.workspace.write("a.txt", "alpha\nneedle\n");
    Path script = desk.home.write("s.json", ("{`turns`:[" + turns + "]}").replace('`', '"'));
    List<String> line = new ArrayList<>(List.of("run", "--script", script.toString()));
    line.addAll(List.of(options));
    line.add("Go");
    return text(desk.writ(line.toArray(String[]::new)));
  }

  /// What a server is asked by a run, and what the run prints.
  static KeyScene asked(Dialect dialect, ScriptTurn... turns) {
    return desk -> {
      try (ScriptedModelServer server = ScriptedModelServer.start(turns)) {
        String ran = text(desk.ask(server, dialect).writ("run", "Go"));
        return requests(server) + ran;
      }
    };
  }

  /// What a server is asked by a chat that reads those lines, and what it prints.
  static KeyScene chat(String input, ScriptTurn... turns) {
    return desk -> {
      for (int i = 0; i < 8; i++) {
        desk.workspace.write("f" + i + ".txt", ("some words " + i + "\n").repeat(250));
      }
      try (ScriptedModelServer server = ScriptedModelServer.start(turns)) {
        String ran = text(desk.ask(server, Dialect.OPENAI).input(input).writ("chat"));
        return requests(server) + ran;
      }
    };
  }

  /// A model reads a file of a chat's workspace.
  static PlainAnswer reads(int file) {
    return new PlainAnswer(
        "I look. ", new ScriptedCall("read_file", "{\"path\":\"f" + file + ".txt\"}"));
  }

  /// All requests of a server, with their headers.
  static String requests(ScriptedModelServer server) {
    return server.requests().stream().map(KeyScene::line).collect(Collectors.joining());
  }

  private static String line(Captured request) {
    return request.method()
        + " "
        + request.path()
        + " "
        + request.headers()
        + "\n"
        + request.body()
        + "\n";
  }

  /// How a command ended and what it printed.
  static String text(Desk.Ran ran) {
    return "exit " + ran.exit() + "\n" + ran.out() + ran.err();
  }

  /// Every file with its content.
  static String files(Path directory) {
    return Desk.files(directory).stream()
        .filter(file -> !file.endsWith("s.json") && !file.endsWith(".writ.json"))
        .map(file -> "\n== " + directory.relativize(file) + "\n" + content(file))
        .collect(Collectors.joining());
  }

  private static String content(Path file) {
    return file.toString().contains("/objects/") ? "" : Desk.read(file);
  }
}
