// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.testkit.Script;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A task as an agent works on it, written down in a file of `tasks`:
///
/// | member | what it is |
/// |---|---|
/// | `about` | what the task tries, in a sentence |
/// | `needs` | programs without which it can't be played |
/// | `files` | the project: text by path |
/// | `setup` | what the person ran before, for `bash -e`; exit 77: it can't be played; optional |
/// | `needs_init` | why it takes more than a question where `writ init` was not run; optional |
/// | `outputs` | names of what tools make and Git ignores: neither recorded nor compared |
/// | `request` | what the person asks for |
/// | `turns` | the model's, as in a script for replay; `@WORKSPACE@` is the project's directory |
/// | `fails` | which calls, counted from 1, must fail, with which exit code or error code |
/// | `judge` | what must succeed afterwards, for `bash -e`, in the project's directory |
///
/// A list in place of a text is its lines; each file ends with a line end.
final class WholeTask {
  /// The model's text at the end of each task.
  static final String LAST_WORDS = "That was the whole task.";

  private static final Path TASKS =
      Project.ROOT.resolve("writ-checks/src/test/resources/dev/writ/checks/tasks");

  private static final List<String> TEXTS =
      List.of("command", "content", "old_text", "new_text", "patch", "stdin");

  /// The Git settings that a person's commits need.
  private static final String GIT_CONFIGURATION =
      "[user]\n\tname = Test\n\temail = test@example.invalid\n";

  private static final int NOT_HERE = 77;
  private static final long SCRIPT_SECONDS = 60;

  private final String name;
  private final Json.Obj task;

  private WholeTask(String name, Json.Obj task) {
    this.name = name;
    this.task = task;
  }

  /// All of them, by their names.
  static List<WholeTask> all() {
    return Program.files(TASKS).stream()
        .map(
            file ->
                new WholeTask(
                    file.getFileName().toString().replace(".json", ""),
                    Program.json(Program.read(file))))
        .toList();
  }

  @Override
  public String toString() {
    return name;
  }

  String request() {
    return task.text("request").orElseThrow();
  }

  /// Whether one question at most is asked where `writ init` was never run.
  boolean isPlayedWithoutInit() {
    return task.text("needs_init").isEmpty();
  }

  List<String> outputs() {
    return texts("outputs");
  }

  /// The programs that it needs and this machine doesn't have where commands look for them.
  List<String> missing() {
    return texts("needs").stream()
        .filter(program -> !Files.isExecutable(Path.of("/usr/bin", program)))
        .toList();
  }

  /// How each call must end, in order: `0`, an exit code, or the code of an error.
  List<String> ends() throws JsonException {
    Json.Obj fails = task.object("fails");
    List<String> ends = new ArrayList<>();
    for (ScriptedCall _ :
        script("").turns().stream().flatMap(turn -> turn.say().calls().stream()).toList()) {
      ends.add(fails.get(Integer.toString(ends.size() + 1)).map(WholeTask::text).orElse("0"));
    }
    return ends;
  }

  /// The model's text and calls.
  Script script(String workspace) throws JsonException {
    Json.Obj turns = Json.object().put("turns", joined(task.get("turns").orElseThrow())).build();
    String quoted = Json.of(workspace).write();
    String path = quoted.substring(1, quoted.length() - 1);
    Script script = Script.parse(turns.write().replace("@WORKSPACE@", path));
    List<ScriptTurn> all = new ArrayList<>(script.turns());
    all.add(new PlainAnswer(LAST_WORDS));
    return new Script(all);
  }

  /// Makes the project and does what the person did before.
  void prepare(TemporaryWorkspace workspace, Path home) throws IOException, InterruptedException {
    task.object("files").members().forEach((path, text) -> workspace.write(path, file(text)));
    Files.writeString(home.resolve(".gitconfig"), GIT_CONFIGURATION);
    bash("setup", workspace.root(), home);
  }

  /// Fails where the task isn't done.
  void judge(TemporaryWorkspace workspace, Path home) throws IOException, InterruptedException {
    bash("judge", workspace.root(), home);
  }

  private void bash(String member, Path workspace, Path home)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(home, member, ".out");
    Path temporary = Files.createTempDirectory(home, member);
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-exc", String.join("\n", texts(member)))
            .directory(workspace.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Map<String, String> settings = new HashMap<>();
    settings.put("HOME", home.toString());
    settings.put("TMPDIR", temporary.toString());
    settings.put("PYTHONDONTWRITEBYTECODE", "1");
    settings.put("LC_ALL", "C.UTF-8");
    settings.put("PROJECT", Project.ROOT.toString());
    settings.put("MAVEN_REPOSITORY", repository());
    builder.environment().putAll(settings);
    Process process = builder.start();
    process.getOutputStream().close();
    boolean over = process.waitFor(SCRIPT_SECONDS, TimeUnit.SECONDS);
    String words = name + ", " + member + ":\n" + Files.readString(output);
    if (!over) {
      process.destroyForcibly();
      throw new AssertionError(words);
    }
    assumeThat(process.exitValue()).as("%s", words).isNotEqualTo(NOT_HERE);
    assertThat(process.exitValue()).as("%s", words).isZero();
  }

  /// The Maven repository of this build.
  private static String repository() {
    String home = System.getenv().getOrDefault("HOME", "");
    return System.getProperty("localRepository", home + "/.m2/repository");
  }

  private List<String> texts(String member) {
    return task.items(member).stream().map(WholeTask::text).toList();
  }

  private static String file(Json text) {
    return text instanceof Json.Arr(List<Json> lines)
        ? lines.stream().map(line -> text(line) + "\n").collect(joining())
        : text(text);
  }

  private static String text(Json value) {
    return value instanceof Json.Text(String text) ? text : value.write();
  }

  /// The same, with texts in place of lists of lines.
  private static Json joined(Json value) {
    return switch (value) {
      case Json.Arr(List<Json> items) ->
          new Json.Arr(items.stream().map(WholeTask::joined).toList());
      case Json.Obj object -> {
        Json.Builder builder = Json.object();
        object.members().forEach((key, member) -> builder.put(key, joined(key, member)));
        yield builder.build();
      }
      default -> value;
    };
  }

  private static Json joined(String key, Json value) {
    return TEXTS.contains(key) && value instanceof Json.Arr(List<Json> lines)
        ? Json.of(lines.stream().map(WholeTask::text).collect(joining("\n")))
        : joined(value);
  }
}
