// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
  private static final String SAMPLE =
      "{\"a\":[1,-2.5e+3,true,false,null,\"x\\u00e4\\n\\\"\"],\"b\":{\"c\":{}},\"d\":\"ä😀\"}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "}",
        "[1,]",
        "{\"a\":1,}",
        "{\"a\":1 \"b\":2}",
        "{'a':1}",
        "{a:1}",
        "01",
        "+1",
        "1.",
        ".5",
        "NaN",
        "Infinity",
        "tru",
        "nul",
        "\"\n\"",
        "\"\\x\"",
        "\"\\u12\"",
        "1 2",
        "{} {}",
        "{\"a\":1,\"a\":2}",
        "/* c */ 1",
        "// c\n1",
        "[1 // c\n]",
        "\uFEFF{",
        "\"",
        "[\"",
        "{\"a\"",
        "{\"a\":",
        "\u0000",
      })
  void whatIsNoJsonIsRefused(String text) {
    assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(JsonException.class);
  }

  @Test
  void whatIsTooDeepOrTooLongIsRefused() {
    for (String text :
        new String[] {
          "[".repeat(100_000),
          "{\"a\":".repeat(100_000),
          "1".repeat(1000),
          "{\"" + "n".repeat(20_000) + "\":1}",
          "\"" + "x".repeat(JsonReader.MAX_STRING_CHARS + 1) + "\"",
        }) {
      assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(JsonException.class);
    }
  }

  @Test
  void whatWasWrittenIsReadBack() throws JsonException {
    Json json = JsonReader.read(SAMPLE);
    assertThat(JsonReader.read(json.write())).isEqualTo(json);
    assertThat(json.write().lines()).hasSize(1);
    String odd = "\u0000\u001b\n\r\u2028\u007f\\\"/\uD83D\uDE00";
    assertThat(JsonReader.read(Json.of(odd).write())).isEqualTo(Json.of(odd));
  }

  @Test
  void whatNobodySeesIsWrittenAsEscapesOfTheSameValue() throws JsonException {
    assertThat(Json.of("a\u0085\u009b31m\u202e\u200b\u034f\u00a0").write())
        .isEqualTo("\"a\\u0085\\u009B31m\\u202E\\u200B\\u034F\\u00A0\"");
    assertThat(Json.of("x\uDB40\uDC41y").write()).isEqualTo("\"x\\uDB40\\uDC41y\"");
    assertThat(Json.object().put("k\u2066", 1).build().write()).isEqualTo("{\"k\\u2066\":1}");
    assertThat(Json.of("ä😀 漢字 é").write()).isEqualTo("\"ä😀 漢字 é\"");
    for (int code = 0; code <= Character.MAX_CODE_POINT; code++) {
      if (code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE) {
        continue;
      }
      Json value = Json.of("a" + Character.toString(code) + "b");
      String written = value.write();
      assertThat(JsonReader.read(written)).isEqualTo(value);
      boolean visible =
          written.codePoints().allMatch(c -> c >= ' ' && !InvisibleCharacters.contains(c));
      assertThat(visible).as("U+%04X", code).isTrue();
    }
  }

  @Test
  void nothingButItsOwnExceptionIsEverThrown() {
    long seed = Long.getLong("seed", 20_261_120L);
    SplittableRandom random = new SplittableRandom(seed);
    String alphabet = "{}[]\",:\\u0123456789eE+-.truefalsn \n\t/*\u0000ä\uD800";
    for (int round = 0; round < 8_000; round++) {
      StringBuilder text = new StringBuilder(SAMPLE);
      for (int change = random.nextInt(5); change >= 0; change--) {
        int at = random.nextInt(text.length() + 1);
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        switch (random.nextInt(3)) {
          case 0 -> text.insert(at, c);
          case 1 -> text.delete(at, Math.min(text.length(), at + random.nextInt(6)));
          default -> text.setLength(Math.max(1, at));
        }
        if (text.isEmpty()) {
          text.append(c);
        }
      }
      parse(seed, text.toString());
    }
  }

  private static void parse(long seed, String text) {
    try {
      Json json = JsonReader.read(text);
      assertThat(JsonReader.read(json.write())).isEqualTo(json);
    } catch (JsonException e) {
      assertThat(e.line()).isPositive();
      assertThat(e.column()).isPositive();
    } catch (RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + text, e);
    }
    try {
      ConfigDocument.yaml(text);
    } catch (JsonException e) {
      assertThat(e.line()).isPositive();
    } catch (RuntimeException e) {
      throw new AssertionError("as YAML, seed " + seed + ": " + text, e);
    }
  }

  @Test
  void anObjectStaysAsItWasBuilt() {
    Json.Builder builder = Json.object().put("a", 1);
    Json.Obj first = builder.build();
    Json.Obj second = builder.put("b", 2).build();
    Json.Obj third = builder.put("a", 3).build();
    assertThat(first.write()).isEqualTo("{\"a\":1}");
    assertThat(second.write()).isEqualTo("{\"a\":1,\"b\":2}");
    assertThat(third.write()).isEqualTo("{\"a\":3,\"b\":2}");
    assertThat(builder.build()).isEqualTo(third);
  }

  @Test
  void commentsAreReadOnlyWhereTheyAreAllowed() throws JsonException {
    ConfigDocument document = ConfigDocument.json("// top\n{ /* in */ \"a\": 1 // end\n}");
    assertThat(document.root()).isEqualTo(Json.object().put("a", 1).build());
    assertThat(document.place(document.root())).isEqualTo(new SourcePosition(2, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1000000",
    "1.5, 1500000",
    "0.000001, 1",
    "1.50000000000, 1500000",
    "1.0, 1000000",
    "-2.5, -2500000",
    "-0.5, -500000",
    "9223372036854.775807, 9223372036854775807",
    "9223372036854.775808, ",
    "0.0000001, ",
    "1e3, ",
    "2.5E1, ",
    ".inf, ",
    ".nan, "
  })
  void amountsAreMillionths(String literal, Long expected) {
    assertThat(new Json.Num(literal).millionths())
        .isEqualTo(expected == null ? OptionalLong.empty() : OptionalLong.of(expected));
  }
}
