// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.app;

import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.records.journal.DiskPort;
import dev.writ.testkit.Captured;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A person's desk: a workspace, a home of its own, an environment; commands run in this process.
final class Desk implements AutoCloseable {
  final TemporaryWorkspace workspace = TemporaryWorkspace.empty();
  final TemporaryWorkspace home = TemporaryWorkspace.empty();
  private final Map<String, String> environment = new HashMap<>();
  private String input = "";
  private DiskPort disk = DiskPort.system();

  Desk() {
    set("WRIT_AGENT_RETRY_BACKOFF_BASE_MS", "1");
  }

  /// How a command ended.
  record Ran(ExitCode exit, String out, String err) {
    Json.Obj json() {
      return Desk.json(out.strip());
    }

    List<Json.Obj> lines() {
      return out.lines().map(Desk::json).toList();
    }
  }

  Desk set(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Desk unset(String name) {
    environment.remove(name);
    return this;
  }

  Desk input(String text) {
    input = text;
    return this;
  }

  /// Lets commands change the person's files through that port.
  Desk on(DiskPort port) {
    disk = port;
    return this;
  }

  /// Lets commands ask that server in that dialect.
  Desk ask(ScriptedModelServer server, Dialect dialect) {
    return set("WRIT_PROVIDER", dialect.provider)
        .set("WRIT_MODEL", "scripted")
        .set("WRIT_ENDPOINT", server.url() + dialect.path);
  }

  /// What providers speak.
  enum Dialect {
    OPENAI("openai-compatible", "/v1"),
    OLLAMA("ollama", ""),
    ANTHROPIC("anthropic", ""),
    RESPONSES("openai-responses", "/v1"),
    GEMINI("gemini", "/v1beta");

    private final String provider;
    private final String path;

    Dialect(String provider, String path) {
      this.provider = provider;
      this.path = path;
    }
  }

  Ran writ(String... arguments) {
    return writIn(workspace.root(), arguments);
  }

  /// Runs a command as from another directory.
  Ran writIn(Path directory, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Ran ran = writTo(out, directory, arguments);
    return new Ran(ran.exit(), out.toString(StandardCharsets.UTF_8), ran.err());
  }

  /// Runs a command that prints there.
  Ran writTo(OutputStream out, String... arguments) {
    return writTo(out, workspace.root(), arguments);
  }

  private Ran writTo(OutputStream out, Path directory, String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode exit =
        CommandTable.run(
            List.of(arguments),
            new ProcessContext(
                Map.copyOf(environment),
                new ProcessContext.Place(home.root(), directory, directory),
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                disk));
    return new Ran(exit, "", err.toString(StandardCharsets.UTF_8));
  }

  /// The events of the only session.
  List<Json.Obj> session() {
    List<Path> files = files(home.path(".config/writ/sessions"));
    if (files.size() != 1) {
      throw new AssertionError("one session was expected: " + files);
    }
    try {
      return Files.readAllLines(files.getFirst()).stream().map(Desk::json).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A desk whose model is at that server.
  static Desk of(ScriptedModelServer server) {
    return new Desk().ask(server, Dialect.OPENAI);
  }

  /// A server that answers `answer 1`, `answer 2`, and so on.
  static ScriptedModelServer answering(int answers) {
    PlainAnswer[] turns = new PlainAnswer[answers];
    for (int i = 0; i < answers; i++) {
      turns[i] = new PlainAnswer("answer " + (i + 1));
    }
    return ScriptedModelServer.start(turns);
  }

  /// The messages of a request.
  static List<Json> messages(Captured request) {
    return request.json().items("messages");
  }

  /// The files of the recorded sessions.
  List<Path> sessions() {
    return files(home.path(".config/writ/sessions"));
  }

  /// Every regular file below a directory.
  static List<Path> files(Path directory) {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return new ArrayList<>(all.filter(Files::isRegularFile).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Json.Obj json(String line) {
    try {
      return JsonReader.readObject(line);
    } catch (JsonException e) {
      throw new AssertionError(line, e);
    }
  }

  @Override
  public void close() {
    workspace.close();
    home.close();
  }

  /// All that a tool's call says, with every grant there is.
  String call(String tool, Json.Builder arguments) {
    Ran ran =
        writ(
            "tools",
            "call",
            tool,
            "--args",
            arguments.build().write(),
            "--execution",
            "full_autonomous",
            "--allow-dangerous",
            "--json");
    return ran.out() + ran.err();
  }
}
