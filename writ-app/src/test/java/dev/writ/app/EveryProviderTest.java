// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptTurn.StatedUsage;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.StubPlugin;
import dev.writ.wire.ProviderFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// One task of five turns, done with every provider by the same test; what it cost can be worked
/// out from the price file.
class EveryProviderTest {
  /// Those that need more than an address: a sign-in, a Mac, a script.
  private static final Set<String> OTHERS = Set.of("copilot", "apple", "replay");

  private static final ScriptTurn[] TASK = {
    say(1200, 30, 0, new ScriptedCall("read_file", "{\"path\":\"a.txt\"}")),
    say(
        1300,
        60,
        1100,
        new ScriptedCall(
            "edit_file", "{\"path\":\"a.txt\",\"old_text\":\"one\",\"new_text\":\"two\"}"),
        new ScriptedCall("write_file", "{\"path\":\"b.txt\",\"content\":\"b ä\\n\"}")),
    say(
        1500,
        45,
        1300,
        new ScriptedCall("read_file", "{\"path\":\"a.txt\"}"),
        new ScriptedCall("read_file", "{\"path\":\"b.txt\"}")),
    say(1700, 25, 1500, new ScriptedCall("move_path", "{\"from\":\"b.txt\",\"to\":\"c.txt\"}")),
    new PlainAnswer(
        "All done.", "It is done, I think.", List.of(), "", new StatedUsage(1800, 15, 1700))
  };

  private static PlainAnswer say(long input, long output, long cached, ScriptedCall... calls) {
    return new PlainAnswer(
        "I go on.", "", List.of(calls), "", new StatedUsage(input, output, cached));
  }

  static Stream<String> providers() {
    return ProviderFactory.known().stream().filter(name -> !OTHERS.contains(name));
  }

  /// A provider in another language does the same task, over its standard streams.
  @Test
  void aPlugInDoesItToo() {
    Assumptions.assumeTrue(StubPlugin.isAvailable(), "no python3");
    try (Desk desk = new Desk()) {
      plugIn(desk, "good", desk.home.path("script.json").toString());
      desk.home.write(
          "script.json",
          """
          {"turns": [
            {"text": "I go on.", "usage": {"input": 1200, "output": 30},
             "calls": [{"tool": "read_file", "arguments": {"path": "a.txt"}}]},
            {"text": "", "usage": {"input": 1300, "output": 60, "cached": 1100},
             "calls": [{"tool": "edit_file",
                        "arguments": {"path": "a.txt", "old_text": "one", "new_text": "two"}},
                       {"tool": "write_file", "arguments": {"path": "b.txt", "content": "b ä\\n"}}]},
            {"text": "", "usage": {"input": 1500, "output": 45, "cached": 1300},
             "calls": [{"tool": "read_file", "arguments": {"path": "a.txt"}},
                       {"tool": "read_file", "arguments": {"path": "b.txt"}}]},
            {"text": "", "usage": {"input": 1700, "output": 25, "cached": 1500},
             "calls": [{"tool": "move_path", "arguments": {"from": "b.txt", "to": "c.txt"}}]},
            {"text": "All done.", "reasoning": "It is done, I think.",
             "usage": {"input": 1800, "output": 15, "cached": 1700}}]}
          """);
      String prices =
          "{\"models\": [{\"provider\": \"stub\", \"model\": \"m\", \"window\": 64000, \"price\":"
              + " {\"input\": 3.5, \"cached_input\": 0.35, \"output\": 17.25}}]}";
      desk.home.write(".config/writ/models.json", prices);
      desk.workspace.write("a.txt", "one\n");
      Desk.Ran ran = desk.writ("run", "-p", "stub", "-m", "m", "--output", "json", "Go");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertDone(desk, ran.json(), 5600);
      assertCost(desk, ran.json(), row(prices, "stub", "m").object("price"));
    }
  }

  private static void plugIn(Desk desk, String... behaviour) {
    String words = Json.texts(StubPlugin.command(desk.home.root(), behaviour)).write();
    desk.home.write(
        ".config/writ/providers.json",
        "{\"providers\": [{\"name\": \"stub\", \"wire\": \"plug-in\", \"command\": "
            + words
            + "}]}");
  }

  /// The example of the reference is a whole provider.
  @Test
  void theReferencesExampleAnswers() {
    Assumptions.assumeTrue(StubPlugin.isAvailable(), "no python3");
    String reference = Desk.read(Path.of("..", "docs", "reference", "provider-plug-ins.md"));
    int begin = reference.indexOf("```python\n") + "```python\n".length();
    try (Desk desk = new Desk()) {
      desk.home.write("parrot.py", reference.substring(begin, reference.indexOf("```", begin)));
      Json words = Json.texts(List.of("/usr/bin/python3", desk.home.path("parrot.py").toString()));
      desk.home.write(
          ".config/writ/providers.json",
          "{\"providers\": [{\"name\": \"parrot\", \"wire\": \"plug-in\", \"command\": "
              + words.write()
              + "}]}");
      Desk.Ran ran = desk.writ("run", "-p", "parrot", "-m", "parrot", "Hello");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out()).contains("You said: ").contains("Hello");
    }
  }

  /// Whoever can exchange it runs what they want as this person, outside of the sandbox.
  @Test
  void aPlugInThatOthersCouldExchangeIsNotStarted() {
    try (Desk desk = new Desk()) {
      desk.home.write("plug-in.sh", "touch \"$HOME/ran\"\n");
      Path script = desk.home.path("plug-in.sh");
      assertThat(script.toFile().setWritable(true, false)).isTrue();
      desk.home.write(
          ".config/writ/providers.json",
          "{\"providers\": [{\"name\": \"mine\", \"wire\": \"plug-in\", \"command\": "
              + Json.texts(List.of("/bin/sh", script.toString())).write()
              + "}]}");
      Desk.Ran ran = desk.writ("run", "-p", "mine", "-m", "m", "Hello");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err())
          .contains("the plug-in mine: " + script + " can be written by every user", "chmod go-w");
      assertThat(desk.home.path("ran")).doesNotExist();
    }
  }

  /// It has keys of its own, which a project must not come by.
  @Test
  void aPlugInThatOnlyAProjectNamesIsNotStarted() {
    Assumptions.assumeTrue(StubPlugin.isAvailable(), "no python3");
    try (Desk desk = new Desk()) {
      plugIn(desk, "good");
      desk.workspace.write(".writ.json", "{\"llm\": {\"provider\": \"stub\", \"model\": \"m\"}}");
      Desk.Ran ran = desk.writ("run", "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err())
          .contains(
              "only this project's configuration names the provider stub, which is a program of"
                  + " yours; agree with: writ -p stub");
      assertThat(desk.writ("run", "-p", "stub", "Go").err()).doesNotContain("agree with");
    }
  }

  @Test
  void aPlugInIsListedWithItsProgramAndItsModels() {
    Assumptions.assumeTrue(StubPlugin.isAvailable(), "no python3");
    try (Desk desk = new Desk()) {
      plugIn(desk, "good");
      assertThat(desk.writ("models", "stub").out()).contains("stub/other");
      desk.set("WRIT_PROVIDER", "stub").set("WRIT_MODEL", "m").input("/provider list\n/quit\n");
      assertThat(desk.writ("chat").out()).containsPattern("stub +/usr/bin/python3");
    }
  }

  private static String path(String provider) {
    return switch (provider) {
      case "ollama", "anthropic" -> "";
      case "gemini" -> "/v1beta";
      default -> "/v1";
    };
  }

  private static Desk.Ran run(
      Desk desk, ScriptedModelServer server, String provider, String model) {
    desk.workspace.write("a.txt", "one\n");
    desk.set("WRIT_ENDPOINT", server.url() + path(provider));
    Desk.Ran ran = desk.writ("run", "-p", provider, "-m", model, "--output", "json", "Go");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    server.assertClean();
    return ran;
  }

  private static List<Json.Obj> events(Desk desk, String type) {
    return desk.session().stream().filter(e -> e.text("type").orElse("").equals(type)).toList();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void theSameTaskIsDoneWithEach(String provider) {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(TASK)) {
      Json.Obj result = run(desk, server, provider, "scripted").json();

      assertDone(desk, result, provider.equals("ollama") ? 0 : 5600);
    }
  }

  private static void assertDone(Desk desk, Json.Obj result, long cached) {
    assertThat(result.text("result")).contains("All done.");
    assertThat(result.number("requests")).hasValue(5);
    assertThat(result.number("calls")).hasValue(6);
    assertThat(desk.workspace.read("a.txt")).isEqualTo("two\n");
    assertThat(desk.workspace.exists("b.txt")).isFalse();
    assertThat(desk.workspace.read("c.txt")).isEqualTo("b ä\n");
    assertThat(result.items("ledger")).hasSize(3);
    assertThat(events(desk, "tool_result")).hasSize(6);
    assertThat(events(desk, "tool_result")).allMatch(event -> event.isTrue("success"));
    assertThat(result.object("usage").number("input")).hasValue(7500);
    assertThat(result.object("usage").number("output")).hasValue(175);
    assertThat(result.object("usage").number("cached")).hasValue(cached);
    assertThat(desk.writ("trace", "verify").exit()).isEqualTo(ExitCode.DONE);
  }

  /// Works a cost out as a person would, from a row of a price file and the tokens of an event.
  private static BigDecimal cost(Json.Obj price, Json.Obj tokens) {
    BigDecimal cached = number(tokens, "cached");
    BigDecimal written = number(tokens, "cache_write");
    BigDecimal plain = number(tokens, "input").subtract(cached).subtract(written);
    return plain
        .multiply(number(price, "input"))
        .add(cached.multiply(number(price, "cached_input")))
        .add(written.multiply(number(price, "cache_write")))
        .add(number(tokens, "output").multiply(number(price, "output")))
        .movePointLeft(6)
        .setScale(6, RoundingMode.CEILING);
  }

  private static BigDecimal number(Json.Obj object, String member) {
    return object.get(member).map(value -> new BigDecimal(value.write())).orElse(BigDecimal.ZERO);
  }

  private static Json.Obj row(String file, String provider, String pattern) {
    return Desk.json(file).items("models").stream()
        .map(Json.Obj.class::cast)
        .filter(row -> row.text("provider").orElse("").equals(provider))
        .filter(row -> row.text("model").orElse("").equals(pattern))
        .findFirst()
        .orElseThrow();
  }

  private static void assertCost(Desk desk, Json.Obj result, Json.Obj price) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Json.Obj event : events(desk, "assistant")) {
      BigDecimal cost = cost(price, event.object("tokens"));
      assertThat(number(event, "cost_usd")).isEqualByComparingTo(cost);
      sum = sum.add(cost);
    }
    assertThat(sum).isPositive();
    assertThat(number(result, "cost_usd")).isEqualByComparingTo(sum);
  }

  /// The rows of the program's own file.
  @ParameterizedTest
  @CsvSource({
    "anthropic, claude-opus-5-5-20261001, claude-opus-5-5*",
    "anthropic, claude-fable-5, claude-fable-5*"
  })
  void theShippedPricesGiveTheCost(String provider, String model, String pattern) {
    String file =
        Desk.read(
            Path.of("..", "writ-wire", "src/main/resources/dev/writ/wire/catalog/models.json"));
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(TASK)) {
      Json.Obj result = run(desk, server, provider, model).json();
      assertCost(desk, result, row(file, provider, pattern).object("price"));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void aPersonsPricesGiveTheCostOfEach(String provider) {
    String file =
        """
        {"models": [{"provider": "%s", "model": "scripted", "window": 100000, "max_output": 1000,
          "price": {"input": 3.5, "cached_input": 0.35, "cache_write": 4, "output": 17.25}}]}
        """
            .formatted(provider);
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(TASK)) {
      desk.home.write(".config/writ/models.json", file);
      Json.Obj result = run(desk, server, provider, "scripted").json();
      assertCost(desk, result, row(file, provider, "scripted").object("price"));
    }
  }

  @Test
  void noProviderIsLeftOut() {
    assertThat(providers().toList())
        .contains("openai", "anthropic", "gemini", "ollama", "openai-compatible", "mistral");
    assertThat(ProviderFactory.known()).containsAll(OTHERS);
  }
}
