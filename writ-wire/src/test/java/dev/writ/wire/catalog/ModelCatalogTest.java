// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.engine.model.TokenUsage;
import dev.writ.wire.ProviderFactory;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelCatalogTest {
  private static final LocalDate DAY = LocalDate.parse("2026-11-22");

  private static ModelCatalog with(String json) throws CatalogException {
    return ModelCatalog.shipped().with("own.json", json.replace('`', '"'));
  }

  @Test
  void everyShippedRowHasASourceAndADay() {
    ModelCatalog catalog = ModelCatalog.shipped();
    assertThat(catalog.rows())
        .allMatch(row -> !row.provenance().date().orElseThrow().isAfter(catalog.date()))
        .anyMatch(row -> row.provenance().date().orElseThrow().equals(catalog.date()));
    assertThat(catalog.rows())
        .hasSizeGreaterThan(60)
        .allSatisfy(
            row -> {
              assertThat(row.provenance().source()).isNotEmpty();
              assertThat(row.provenance().date()).isPresent();
            });
    for (String provider : List.of("anthropic", "openai", "gemini", "mistral", "deepseek")) {
      assertThat(catalog.of(provider)).as(provider).isNotEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic, claude-opus-5-5, claude-opus-5-5*",
    "anthropic, claude-opus-5-20260724, claude-opus-5*",
    "anthropic, claude-fable-5-20260724, claude-fable-5*",
    "anthropic, claude-fable-5-2, claude-fable-5-2",
    "anthropic, claude-fable-5-2-20261120, claude-fable-5-2-*",
    "anthropic, claude-haiku-4-5-20251001, claude-haiku-4-5*",
    "openai, gpt-5, gpt-5",
    "openai, gpt-5-mini, gpt-5-mini",
    "ollama, qwen3:14b, *",
    "ollama, gpt-oss:120b-cloud, *cloud"
  })
  void theRowWithTheLongestNameCounts(String provider, String model, String row) {
    assertThat(ModelCatalog.shipped().row(provider, model).map(ModelRow::name)).contains(row);
  }

  /// A row for a model and its dated names must not give its price to the next minor version.
  @Test
  void theNextVersionOfAModelDoesNotGetItsPrice() {
    assertThat(ModelCatalog.shipped().row("anthropic", "claude-fable-5-2"))
        .hasValueSatisfying(row -> assertThat(row.price()).isEmpty());
  }

  @Test
  void anUnknownModelHasNoRow() {
    assertThat(ModelCatalog.shipped().row("openai", "gpt-5-imagined")).isEmpty();
    assertThat(ModelCatalog.shipped().row("openai-compatible", "gpt-5")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // 1000 plain at 4, 7000 read at 0.2, 2000 written at 5, 500 out at 20
    "anthropic, claude-opus-5-5, 10000, 500, 7000, 2000, 25400",
    "openai, gpt-6.1-sol, 1000, 0, 1000, 0, 100",
    "openai, gpt-6.2-sol, 1000, 0, 400, 500, 1490", // 100 plain, 400 read, 500 written
    "openai, gpt-5.4, 1000, 0, 0, 1000, 2500", // written for the price of input
    "openai, gpt-6.1-sol, 1000000, 1000, 0, 0, 4015000", // long: 4 and 15
    "openai, gpt-6.1-sol, 272000, 0, 0, 0, 544000",
    "gemini, gemini-3.1-pro-preview, 1000, 0, 1000, 0, 2000", // no price of cached input
    "openai, gpt-5-nano, 1, 0, 1, 0, 1", // rounded up
    "ollama, qwen3:14b, 123456, 789, 0, 0, 0"
  })
  void aRequestIsPricedToTheMillionthOfADollar(
      String provider, String model, long in, long out, long read, long written, long micro) {
    ModelPrice price =
        ModelCatalog.shipped().row(provider, model).orElseThrow().price().orElseThrow();
    assertThat(price.microUsd(new TokenUsage(in, out, read, written, 0)))
        .isEqualTo(OptionalLong.of(micro));
  }

  @Test
  void aCacheWriteWithoutAPriceIsOfUnknownCost() {
    ModelPrice price =
        ModelCatalog.shipped().row("openai", "gpt-4-turbo").orElseThrow().price().orElseThrow();
    assertThat(price.microUsd(new TokenUsage(10, 1, 0, 5, 0))).isEmpty();
  }

  @Test
  void theMostThatARequestCanCostTakesTheDearestInput() {
    ModelPrice price =
        ModelCatalog.shipped()
            .row("anthropic", "claude-opus-5-5")
            .orElseThrow()
            .price()
            .orElseThrow();
    assertThat(price.mostMicroUsd(1000, 100)).isEqualTo(1000 * 5 + 100 * 20);
    assertThat(price.mostMicroUsd(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void anExpiredPriceIsUnknown() {
    ModelRow row = ModelCatalog.shipped().row("gemini", "gemini-3.8-flash").orElseThrow();
    assertThat(row.priceOn(DAY)).isPresent();
    assertThat(row.priceOn(LocalDate.parse("2026-12-31"))).isPresent();
    assertThat(row.priceOn(LocalDate.parse("2027-01-01"))).isEmpty();
  }

  @Test
  void aPersonsRowReplacesTheShippedOneAndAddsOthers() throws CatalogException {
    ModelCatalog catalog =
        with(
            "{`models`:[{`provider`:`openai`,`model`:`gpt-5`,`price`:{`input`:9,`output`:9}},"
                + "{`provider`:`vllm`,`model`:`mine`,`window`:4096,`price`:`unknown`}]}");
    assertThat(catalog.row("openai", "gpt-5").orElseThrow().price().orElseThrow().usual().input())
        .isEqualTo(9_000_000);
    ModelRow mine = catalog.row("vllm", "mine").orElseThrow();
    assertThat(mine.price()).isEmpty();
    assertThat(mine.size().window()).hasValue(4096);
    assertThat(catalog.rows()).hasSize(ModelCatalog.shipped().rows().size() + 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|own.json:1:1: a mapping with \"models\" was expected",
        "{`models`:{}}|own.json:1:1: \"models\" must be a list of rows",
        "{`modles`:[]}|own.json:1:11: modles: unknown field; there are models, unit, usual,"
            + " version",
        "{`models`:[{`provider`:`x`}]}|own.json:1:12: row 1, model: a text was expected",
        "{`models`:[{`provider`:`x`,`model`:`y`,`windwo`:1}]}|own.json:1:49: row 1 (x/y), windwo:"
            + " unknown field; there are abilities, date, long_price, max_output, model, note,"
            + " price, provider, source, until, window",
        "{`models`:[{`provider`:`x`,`model`:`y`,`window`:-1}]}|own.json:1:49: row 1 (x/y),"
            + " window: a whole number of tokens, or \"unknown\", was expected",
        "{`models`:[{`provider`:`x`,`model`:`y`,`window`:`big`}]}|own.json:1:49: row 1 (x/y),"
            + " window: a whole number of tokens, or \"unknown\", was expected",
        "{`models`:[{`provider`:`x`,`model`:`y`,`price`:3}]}|own.json:1:48: row 1 (x/y), price: a"
            + " mapping of prices, or \"unknown\", was expected",
        "{`models`:[{`provider`:`x`,`model`:`y`,`price`:{`input`:-1,`output`:1}}]}|own.json:1:57:"
            + " row 1 (x/y), input: US dollars per million tokens were expected, from 0 to"
            + " 100000, such as 2.5, with six decimals at most",
        "{`models`:[{`provider`:`x`,`model`:`y`,`price`:{`input`:`1`,`output`:1}}]}|own.json:1:57:"
            + " row 1 (x/y), input: US dollars per million tokens were expected, from 0 to"
            + " 100000, such as 2.5, with six decimals at most",
        "{`models`:[{`provider`:`x`,`model`:`y`,`price`:{`input`:1}}]}|own.json:1:48: row 1"
            + " (x/y), price: it needs \"input\" and \"output\"",
        "{`models`:[{`provider`:`x`,`model`:`y`,`price`:{`input`:1,`output`:1,`ouput`:1}}]}|own.js"
            + "on:1:78: row 1 (x/y), ouput: unknown field of price; there are cache_write,"
            + " cached_input, input, output",
        "{`models`:[{`provider`:`x`,`model`:`y`,`long_price`:{`input`:1,`output`:1}}]}|own.json:1:"
            + "53: row 1 (x/y), long_price: it needs \"over\", and a \"price\" beside it",
        "{`models`:[{`provider`:`x`,`model`:`y*z*`}]}|own.json:1:36: row 1 (x/y*z*), model: one *"
            + " at most",
        "{`models`:[{`provider`:`x`,`model`:`y`,`abilities`:[`fly`]}]}|own.json:1:52: row 1"
            + " (x/y), abilities: there are tools, parallel_calls, streaming, reasoning, caching,"
            + " vision",
        "{`models`:[{`provider`:`x`,`model`:`y`,`date`:`soon`}]}|own.json:1:47: row 1 (x/y),"
            + " date: a day such as 2026-11-22 was expected",
        "{`models`:[{`provider`:`x`,`model`:`y`},{`provider`:`x`,`model`:`y`}]}|own.json:1:41:"
            + " row 2 (x/y): this model has two rows; remove one of them"
      })
  void aWrongRowIsAnErrorThatNamesFileRowAndField(String json, String message) {
    assertThatThrownBy(() -> with(json)).isInstanceOf(CatalogException.class).hasMessage(message);
  }

  @Test
  void yamlIsReadToo() throws CatalogException {
    ModelCatalog catalog =
        ModelCatalog.shipped()
            .with(
                "own.yaml",
                """
                models:
                  - provider: openai
                    model: mine
                    price: {input: 1, output: 2}
                """);
    assertThat(catalog.row("openai", "mine")).isPresent();
  }

  @Test
  void whatRunsOnOnesOwnMachineIsFree() {
    for (String provider : ProviderFactory.known()) {
      ModelCatalog.shipped()
          .row(provider, "any")
          .ifPresent(row -> assertThat(row.price().orElseThrow().usual().free()).isTrue());
    }
  }

  /// A row that stood on another line than its beginning would be seen by all, or by nobody.
  @Test
  void theRowsOfEachProviderAreAllRows() {
    ModelCatalog catalog = ModelCatalog.shipped();
    List<ModelRow> all = catalog.rows();
    assertThat(all).hasSizeGreaterThan(50);
    for (String provider : all.stream().map(ModelRow::provider).distinct().toList()) {
      assertThat(catalog.of(provider))
          .isNotEmpty()
          .isEqualTo(all.stream().filter(row -> row.provider().equals(provider)).toList());
    }
    assertThat(catalog.of("nobody")).isEmpty();
  }
}
