// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.kernel.intent.IntentBudget;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.ProviderFactory;
import dev.writ.wire.catalog.ModelCatalog;
import dev.writ.wire.catalog.ModelPrice;
import dev.writ.wire.catalog.ModelRow;
import dev.writ.wire.catalog.TokenRates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What Writ says about models, as a command and in the reference.
class ModelsCommandTest {
  private static final String NOWHERE = "http://127.0.0.1:1";

  @Test
  void aReachableOllamaSaysWhatItHas() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("never"))) {
      Desk.Ran ran = desk.set("WRIT_ENDPOINT", server.url()).writ("models");
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out())
          .containsPattern("ollama/scripted +\\? +\\? +0\\.00 +0\\.00 +0\\.00")
          .containsPattern("openai/gpt-6-astra +1\\.05M +128k +10\\.00 +1\\.00 +50\\.00 +trcv")
          .contains("? is unknown", "mistral/mistral-large-latest");
    }
  }

  /// On the narrowest usual terminal no row is broken.
  @Test
  void theTableFitsIntoEightyColumns() throws IOException {
    try (Desk desk = new Desk().set("WRIT_ENDPOINT", NOWHERE)) {
      desk.home.write(
          ".config/writ/models.json",
          """
          {"models": [{"provider": "openai", "model": "tuned", "window": 9999, "max_output": 131072,
            "abilities": ["streaming", "parallel_calls"], "source": "x", "date": "2026-11-22"}]}
          """);
      List<String> lines = desk.writ("models").out().lines().toList();
      List<String> table = lines.subList(0, lines.indexOf(""));
      assertThat(table).hasSizeGreaterThan(60).allMatch(line -> line.length() <= 80);
      assertThat(table).anyMatch(line -> line.matches("openai/tuned +9999 +131k +\\? .*ps"));
    }
  }

  @Test
  void aServerThatIsNotThereIsNoFailure() {
    try (Desk desk = new Desk().set("WRIT_ENDPOINT", NOWHERE)) {
      Desk.Ran ran = desk.set("OPENAI_API_KEY", "sk-some-key-of-mine").writ("models");
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out())
          .contains("ollama: http://127.0.0.1:1 cannot be reached", "openai: a key was found")
          .doesNotContain("sk-some-key");
    }
  }

  @Test
  void asDataItNamesPricesAndTheirSource() {
    try (Desk desk = new Desk().set("WRIT_ENDPOINT", NOWHERE)) {
      Json.Obj overview = desk.writ("models", "--output", "json").json();
      assertThat(overview.text("date")).contains(ModelCatalog.shipped().date().toString());
      Json.Obj astra =
          overview.items("models").stream()
              .map(Json.Obj.class::cast)
              .filter(m -> m.text("model").orElse("").equals("gpt-6-astra"))
              .findFirst()
              .orElseThrow();
      assertThat(astra.object("price").write())
          .isEqualTo(
              "{\"input\":10.00,\"cached_input\":1.00,\"cache_write\":12.50,\"output\":50.00}");
      assertThat(astra.number("long_over")).hasValue(272_000);
      assertThat(astra.text("source").orElse("")).startsWith("https://");
    }
  }

  @Test
  void oneProviderIsAskedByName() {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = desk.writ("models", "opneai");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("there is no provider 'opneai' (did you mean openai?)");
    }
  }

  /// The reference shows the data. `-Dgolden=update` rewrites it.
  @Test
  void theReferenceShowsTheData() throws IOException {
    Path file = Path.of("..", "docs", "reference", "providers.md");
    String text = Files.readString(file);
    String generated =
        between(between(text, "providers", providers()), "models", models()); // in this order
    if ("update".equals(System.getProperty("golden"))) {
      Files.writeString(file, generated);
    }
    assertThat(text).as("run it with -Dgolden=update").isEqualTo(generated);
  }

  private static String between(String text, String name, String table) {
    String begin = "<!-- " + name + ":begin -->\n";
    int from = text.indexOf(begin) + begin.length();
    return text.substring(0, from) + table + text.substring(text.indexOf("<!-- " + name + ":end"));
  }

  private static String providers() {
    StringBuilder table =
        new StringBuilder(
            "| `llm.provider` | usual address | key | usual model |\n|---|---|---|---|\n");
    for (String provider : ProviderFactory.known()) {
      table.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  provider,
                  ProviderFactory.endpoint(provider).map(a -> "`" + a + "`").orElse("–"),
                  ProviderFactory.keyVariable(provider).map(a -> "`" + a + "`").orElse("–"),
                  ModelCatalog.shipped().usual(provider).map(a -> "`" + a + "`").orElse("–")));
    }
    return table.toString();
  }

  private static String models() {
    StringBuilder table =
        new StringBuilder(
            """
            | model | window | output | input | cached | write | output | abilities | of |
            |---|---|---|---|---|---|---|---|---|
            """);
    for (ModelRow row : ModelCatalog.shipped().rows()) {
      Optional<TokenRates> rates = row.price().map(ModelPrice::usual);
      table.append(
          "| `%s/%s` | %s | %s | %s | %s | %s |\n"
              .formatted(
                  row.provider(),
                  row.name(),
                  number(row.size().window()),
                  number(row.size().maxOutput()),
                  rates.map(ModelsCommandTest::cells).orElse("unknown | | | "),
                  row.abilities().stream()
                      .map(ModelRow::word)
                      .sorted()
                      .collect(Collectors.joining(", ")),
                  row.provenance().date().map(LocalDate::toString).orElse("")));
      row.price()
          .flatMap(ModelPrice::ofLong)
          .ifPresent(
              more ->
                  table.append(
                      "| above %d tokens of input | | | %s | | |\n"
                          .formatted(
                              row.price().flatMap(ModelPrice::longOver).orElseThrow(),
                              cells(more))));
    }
    return table.toString();
  }

  private static String cells(TokenRates rates) {
    return "%s | %s | %s | %s"
        .formatted(
            IntentBudget.usd(rates.input()),
            usd(rates.cachedInput()),
            usd(rates.cacheWrite()),
            IntentBudget.usd(rates.output()));
  }

  private static String usd(OptionalLong rate) {
    return rate.isPresent() ? IntentBudget.usd(rate.getAsLong()) : "";
  }

  private static String number(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "unknown";
  }
}
