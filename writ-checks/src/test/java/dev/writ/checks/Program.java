// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The packaged program as a person starts it, with a workspace and a home of its own.
final class Program implements AutoCloseable {
  private static final String DEFAULT_SIGNALS =
      "$SIG{INT} = $SIG{QUIT} = $SIG{HUP} = 'DEFAULT'; exec {$ARGV[0]} @ARGV or die $!";

  static final String WRIT = Project.ROOT.resolve("writ").toString();

  private static final long END_SECONDS = 100;

  final TemporaryWorkspace home = TemporaryWorkspace.empty();
  final TemporaryWorkspace workspace;
  private final Map<String, String> environment = new HashMap<>();

  Program() {
    this(TemporaryWorkspace.empty());
  }

  Program(TemporaryWorkspace workspace) {
    this.workspace = workspace;
    set("HOME", home.root().toString());
    set("TERM", "dumb"); // plain lines
    set("WRIT_AGENT_RETRY_BACKOFF_BASE_MS", "1");
  }

  /// What a finished process left.
  record Ran(int exit, String out, String err) {
    Json.Obj json() {
      return Program.json(out.strip().lines().reduce((_, last) -> last).orElse(""));
    }
  }

  Program set(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Program ask(ScriptedModelServer server) {
    return ask(server, "openai-compatible", "/v1");
  }

  Program ask(ScriptedModelServer server, String provider, String path) {
    return set("WRIT_PROVIDER", provider)
        .set("WRIT_MODEL", "scripted")
        .set("WRIT_ENDPOINT", server.url() + path);
  }

  /// A process builder of that command line, ready to be started. A shell that starts the tests in
  /// the background, and `nohup`, make every process inherit an ignored SIGINT or SIGHUP, and no
  /// shell can undo that (POSIX, `trap`). The program gets the signals' default actions, as from a
  /// person's terminal.
  ProcessBuilder builder(List<String> command) {
    List<String> withSignals = new ArrayList<>(List.of("perl", "-e", DEFAULT_SIGNALS));
    withSignals.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(withSignals).directory(workspace.root().toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("WRIT_"));
    builder.environment().putAll(environment);
    return builder;
  }

  /// Starts `./writ` with its output in files, so that no pipe can block it.
  Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(WRIT));
    command.addAll(List.of(arguments));
    return builder(command)
        .redirectOutput(home.path("out").toFile())
        .redirectError(home.path("err").toFile())
        .start();
  }

  Ran ran(Process process) throws InterruptedException {
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running; " + home.read("out") + home.read("err"));
    }
    return new Ran(process.exitValue(), home.read("out"), home.read("err"));
  }

  Ran run(String... arguments) throws IOException, InterruptedException {
    return typed("", arguments);
  }

  Ran typed(String input, String... arguments) throws IOException, InterruptedException {
    Process process = start(arguments);
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      if (process.isAlive()) {
        throw e; // whoever doesn't read its input may end before it is written
      }
    }
    return ran(process);
  }

  /// Sends a signal to a process.
  static void signal(String name, Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /// The lines of all sessions, torn tails left out.
  List<Json.Obj> session() {
    List<Json.Obj> events = new ArrayList<>();
    for (Path file : files(home.path(".config/writ/sessions"))) {
      wholeLines(read(file)).forEach(line -> events.add(json(line)));
    }
    return events;
  }

  static List<String> wholeLines(String text) {
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Path> files(Path directory) {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
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
}
