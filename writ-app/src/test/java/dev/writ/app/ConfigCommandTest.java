// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.config.ConfigKey;
import dev.writ.app.config.ConfigKeyTable;
import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.kernel.grant.PersonAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `writ config` by a person: what is set is in force, what can't be set is refused, and comments
/// stay.
class ConfigCommandTest {
  private static void refused(Desk.Ran ran, String... words) {
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err()).contains(words);
  }

  @Test
  void whatIsSetIsInForceAndCommentsStay() throws IOException {
    try (Desk desk = new Desk()) {
      Path file = desk.home.write(".config/writ/config.yaml", "# mine\nllm:\n  model: a # why\n");
      assertThat(desk.writ("config", "set", "llm.model", "b:7b").out())
          .contains("llm.model = \"b:7b\"", "config.yaml");
      assertThat(desk.writ("config", "set", "agent.max_iterations", "7").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("config", "get", "llm.model").out()).isEqualTo("b:7b\n");
      assertThat(desk.writ("config", "get", "agent.max_iterations", "--origin").out())
          .startsWith("7  # ")
          .contains("config.yaml:5:");
      assertThat(Files.readString(file))
          .isEqualTo("# mine\nllm:\n  model: \"b:7b\" # why\nagent:\n  max_iterations: 7\n");
    }
  }

  /// Screens are shown to others, and outputs are kept.
  @ParameterizedTest
  @CsvSource({
    "llm.endpoint, WRIT_ENDPOINT",
    "telemetry.otlp_endpoint, WRIT_TELEMETRY_OTLP_ENDPOINT"
  })
  void passwordsInAddressesAreHidden(String key, String variable) {
    for (String account : List.of("Tok9zz", ":Pw9zz", "me:Pw9zz")) {
      try (Desk desk = new Desk()) {
        desk.set(variable, "http://" + account + "@127.0.0.1:11434/v1")
            .set("WRIT_PROVIDER", "ollama");
        for (Desk.Ran ran :
            List.of(
                desk.writ("config", "get", key),
                desk.writ("config", "get", key, "--json"),
                desk.writ("config", "show", "--origin"),
                desk.writ("config", "show", "--json"))) {
          assertThat(ran.out() + ran.err()).doesNotContain("9zz");
          assertThat(ran.out()).contains("//•••@127.0.0.1:11434/v1");
        }
        assertThat(desk.writ("config", "set", key, "http://" + account + "@h.example").out())
            .doesNotContain("9zz");
      }
    }
  }

  /// Its settings would be passed over, and a rule of it with them.
  @ParameterizedTest
  @CsvSource({
    "mkdir, .writ/config.yaml",
    "mkfifo, .writ/config.yaml",
    "ln -s nowhere, .writ/config.yaml",
    "mkdir, .writ.json",
    "mkdir, ../home/.config/writ/config.yaml"
  })
  void whatIsNoFileIsNotPassedOverInSilence(String making, String path) throws Exception {
    try (Desk desk = new Desk()) {
      Path file =
          path.startsWith("../home/")
              ? desk.home.path(path.substring("../home/".length()))
              : desk.workspace.path(path);
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Process made = new ProcessBuilder("sh", "-c", making + " '" + file + "'").start();
      assertThat(made.waitFor()).isZero();

      for (List<String> command :
          List.of(
              List.of("config", "show"),
              List.of("config", "set", "--project", "agent.max_iterations", "7"))) {
        refused(desk.writ(command.toArray(String[]::new)), file.toString(), "is not a file");
      }
    }
  }

  @Test
  void aKeyIsSetInTheFileThatHasIt() {
    try (Desk desk = new Desk()) {
      Path low = desk.home.write(".config/writ/config.json", "{\"ui.color\":true}");
      Path high = desk.home.write(".writ.json", "{\"llm.model\":\"a\"}");
      assertThat(desk.writ("config", "set", "llm.model", "b").exit()).isEqualTo(ExitCode.DONE);
      assertThat(Desk.read(high)).isEqualTo("{\"llm.model\":\"b\"}");
      assertThat(desk.writ("config", "set", "ui.show_tool_calls", "false").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(Desk.read(low)).contains("show_tool_calls");
    }
  }

  @Test
  void aNewFileIsPrivateAndALinkIsFollowed() throws IOException {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("config", "set", "llm.model", "b").exit()).isEqualTo(ExitCode.DONE);
      Path file = desk.home.path(".config/writ/config.yaml");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      Path kept = desk.home.write("dotfiles/config.yaml", Desk.read(file));
      Files.delete(file);
      Files.createSymbolicLink(file, kept);
      assertThat(desk.writ("config", "set", "llm.model", "c").exit()).isEqualTo(ExitCode.DONE);
      assertThat(Files.isSymbolicLink(file)).isTrue();
      assertThat(Desk.read(kept)).contains("\"c\"");
    }
  }

  @Test
  void whatAnotherSourceOverridesIsTold() {
    try (Desk desk = new Desk().set("WRIT_MODEL", "other")) {
      assertThat(desk.writ("config", "set", "llm.model", "b").out())
          .contains("Another source has precedence here", "\"other\"", "WRIT_MODEL");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "llm.modle, x, did you mean llm.model?",
    "agent.max_iterations, many, a whole number was expected",
    "agent.max_iterations, 0, from 1 to",
    "governance.profile, stirct, standard or strict",
    "llm.api_key, sk-canary, writ auth login"
  })
  void whatCannotBeMeantIsNotWritten(String key, String value, String words) {
    try (Desk desk = new Desk()) {
      refused(desk.writ("config", "set", "--", key, value), words);
      assertThat(Desk.files(desk.home.root())).isEmpty();
    }
  }

  @Test
  void aProjectsFileGetsOnlyWhatItMaySet() {
    try (Desk desk = new Desk()) {
      refused(desk.writ("config", "set", "--project", "llm.endpoint", "http://x"), "project");
      assertThat(desk.writ("config", "set", "--project", "llm.model", "b").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(Desk.read(desk.workspace.path(".writ/config.yaml"))).contains("model: \"b\"");
    }
  }

  @Test
  void nothingThatWritRunsSetsAnything() {
    try (Desk desk = new Desk().set(PersonAuthority.CHILD_MARKER, "1")) {
      refused(desk.writ("config", "set", "llm.model", "b"), "Writ started this process");
    }
  }

  @Test
  void whatNothingUsesIsListedOnlyWhereAPersonSetsIt() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("config", "show").out())
          .contains("llm.model = ")
          .doesNotContain("no effect yet", "agent.max_worker_depth");
      assertThat(desk.writ("config", "show", "--json").json().members())
          .containsKey("llm.model")
          .doesNotContainKey("agent.max_worker_depth");
      assertThat(desk.writ("config", "get", "agent.max_worker_depth").out()).isEqualTo("1\n");
      desk.home.write(".writ.json", "{\"agent\":{\"max_worker_depth\":2}}");
      assertThat(desk.writ("config", "show").out())
          .contains("agent.max_worker_depth = 2  (no effect yet)\n");
    }
  }

  @Test
  void theExamplesOfTheReferenceAreAccepted() {
    Path reference = Path.of(System.getProperty("writ.root"), "docs/reference/configuration.md");
    List<String> examples =
        Pattern.compile("(?s)```yaml\n(.*?)```")
            .matcher(Desk.read(reference))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(examples).hasSizeGreaterThan(2);
    for (String example : examples) {
      try (Desk desk = new Desk()) {
        desk.home.write(".config/writ/config.yaml", example);
        Desk.Ran ran = desk.writ("config", "show");
        assertThat(ran.exit()).as(example + ran).isEqualTo(ExitCode.DONE);
        assertThat(ran.err()).isEmpty();
      }
    }
  }

  @Test
  void theFileToBeginWithSetsNothingAndEachOfItsLinesCanBeUsed() {
    try (Desk desk = new Desk()) {
      String usual = desk.writ("config", "show").out();
      assertThat(desk.writ("config", "init").exit()).isEqualTo(ExitCode.DONE);
      Path file = desk.home.path(".config/writ/config.yaml");
      assertThat(desk.writ("config", "show").out()).isEqualTo(usual);
      refused(desk.writ("config", "init"), "exists already");
      List<String> keys = new ArrayList<>();
      for (String line : Desk.read(file).lines().toList()) {
        if (line.matches("# [a-z_]+\\.[a-zA-Z_.]+: .*")) {
          desk.home.write(".config/writ/config.yaml", line.substring(2) + "\n");
          Desk.Ran ran = desk.writ("config", "show");
          assertThat(ran.exit()).as(line + ran.err()).isEqualTo(ExitCode.DONE);
          keys.add(line.substring(2, line.indexOf(':')));
        }
      }
      for (ConfigKey key : ConfigKeyTable.all()) {
        boolean offered = key.name().contains(".") && !key.name().equals("llm.api_key");
        assertThat(keys.contains(key.name()))
            .as(key.name())
            .isEqualTo(offered && ConfigKeyTable.inUse(key));
      }
    }
  }

  @Test
  void onlyWhatCanBeReadTakesTheEditedFilesPlace() throws IOException {
    try (Desk desk = new Desk()) {
      Path file = desk.home.write(".config/writ/config.yaml", "llm.model: a\n");
      desk.set("EDITOR", editor(desk, "llm.modle: b"));
      refused(desk.writ("config", "edit"), "did you mean llm.model?", "unchanged");
      assertThat(Desk.read(file)).isEqualTo("llm.model: a\n");
      desk.set("EDITOR", editor(desk, "llm.model: b"));
      assertThat(desk.writ("config", "edit").out()).contains("Changed: ");
      assertThat(Desk.read(file)).isEqualTo("llm.model: b\n");
      assertThat(Desk.files(Objects.requireNonNull(file.getParent()))).containsExactly(file);
      desk.set("EDITOR", "/nowhere/editor");
      refused(desk.writ("config", "edit"), "/nowhere/editor", "EDITOR");
    }
  }

  private static String editor(Desk desk, String text) throws IOException {
    Path script = desk.home.write("editor", "#!/bin/sh\necho '" + text + "' > \"$1\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script.toString();
  }

  @Test
  void theSchemaKnowsWhatTheSourcesKnow() {
    try (Desk desk = new Desk()) {
      Json.Obj schema = desk.writ("config", "schema").json();
      for (ConfigKey key : ConfigKeyTable.all()) {
        assertThat(accepts(schema, nested(key.name(), key.fallback()))).as(key.name()).isTrue();
        assertThat(accepts(schema, Json.object().put(key.name(), key.fallback()).build()))
            .as(key.name())
            .isTrue();
        Json wrong = new Json.Arr(List.of(Json.of(true)));
        Json value = key.kind() == ConfigKey.ConfigType.LIST ? Json.of(1) : wrong;
        assertThat(accepts(schema, nested(key.name(), value))).as(key.name()).isFalse();
        assertThat(key.problem(value)).as(key.name()).isPresent();
      }
      assertThat(accepts(schema, nested("llm.modle", Json.of("x")))).isFalse();
      assertThat(accepts(schema, nested("agent.max_iterations", Json.of(10_000_000)))).isFalse();
      assertThat(accepts(schema, nested("governance.profile", Json.of("stirct")))).isFalse();
      assertThat(accepts(schema, nested("provider.type", Json.of("ollama")))).isTrue();
      assertThat(accepts(schema, nested("provider", Json.of("ollama")))).isTrue();
      assertThat(accepts(schema, nested("$schema", Json.of("writ.schema.json")))).isTrue();
      desk.workspace.write(".writ.json", "{\"$schema\":\"writ.schema.json\"}");
      assertThat(desk.writ("config", "show").exit()).isEqualTo(ExitCode.DONE);
    }
  }

  private static Json nested(String name, Json value) {
    int dot = name.indexOf('.');
    return dot < 0
        ? Json.object().put(name, value).build()
        : Json.object().put(name.substring(0, dot), nested(name.substring(dot + 1), value)).build();
  }

  /// The part of JSON Schema that ours uses.
  private static boolean accepts(Json.Obj schema, Json value) {
    List<Json> either = schema.items("anyOf");
    if (!either.isEmpty()) {
      return either.stream().anyMatch(one -> accepts((Json.Obj) one, value));
    }
    List<Json> types =
        schema.get("type").orElse(new Json.Arr(List.of())) instanceof Json.Arr(List<Json> several)
            ? several
            : List.of(schema.get("type").orElseThrow());
    if (!types.isEmpty() && !types.contains(Json.of(type(value, types)))) {
      return false;
    }
    List<Json> words = schema.items("enum");
    if (value instanceof Json.Text && !words.isEmpty() && !words.contains(value)) {
      return false;
    }
    return switch (value) {
      case Json.Num(String literal) ->
          Double.parseDouble(literal) >= schema.number("minimum").orElse(Long.MIN_VALUE)
              && Double.parseDouble(literal) <= schema.number("maximum").orElse(Long.MAX_VALUE);
      case Json.Arr(List<Json> items) ->
          items.stream().allMatch(item -> accepts(schema.object("items"), item));
      case Json.Obj(Map<String, Json> members) ->
          members.entrySet().stream().allMatch(member -> accepts(schema, member));
      case Json.Text _, Json.Bool _, Json.Null _ -> true;
    };
  }

  private static boolean accepts(Json.Obj schema, Map.Entry<String, Json> member) {
    if (schema.object("properties").get(member.getKey()).orElse(new Json.Null())
        instanceof Json.Obj own) {
      return accepts(own, member.getValue());
    }
    for (Map.Entry<String, Json> pattern :
        schema.object("patternProperties").members().entrySet()) {
      if (member.getKey().matches(pattern.getKey())) {
        return accepts((Json.Obj) pattern.getValue(), member.getValue());
      }
    }
    return switch (schema.get("additionalProperties").orElse(Json.of(true))) {
      case Json.Obj other -> accepts(other, member.getValue());
      case Json.Bool(boolean allowed) -> allowed;
      default -> false;
    };
  }

  private static String type(Json value, List<Json> among) {
    return switch (value) {
      case Json.Obj _ -> "object";
      case Json.Arr _ -> "array";
      case Json.Text _ -> "string";
      case Json.Bool _ -> "boolean";
      case Json.Null _ -> "null";
      case Json.Num number ->
          number.whole().isPresent() && among.contains(Json.of("integer")) ? "integer" : "number";
    };
  }
}
