// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.writ.base.json.InvisibleCharacters;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The JSON reader and writer against a well-known library: they accept the same texts, read the
/// same values and write the same strings.
class JsonOracleTest {
  private static final JsonFactory ORACLE =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\"a\"",
    "\"b\":",
    "\"\\u00e4\"",
    "\\",
    "\\n",
    "\\u12",
    "0",
    "-",
    "-0",
    "12",
    "1.5",
    "1e",
    "e+3",
    "E-2",
    ".",
    "true",
    "false",
    "null",
    "nul",
    " ",
    "\n",
    "\t",
    "ä",
    "😀",
    "//",
    "/*",
    "\u0001",
    "\u007f",
    "\u2028",
    "[]",
    "{}",
    "\"x\":1",
    "\uFEFF",
  };

  private static Json oracle(String text) throws IOException {
    try (JsonParser parser = ORACLE.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new IOException("empty");
      }
      Json value = value(parser);
      if (parser.nextToken() != null) {
        throw new IOException("trailing");
      }
      return value;
    }
  }

  private static Json value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, Json> members = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        members.put(name, value(parser));
      }
      return new Json.Obj(members);
    }
    if (token == JsonToken.START_ARRAY) {
      List<Json> items = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(value(parser));
      }
      return new Json.Arr(items);
    }
    if (token.isNumeric()) {
      return new Json.Num(parser.getText());
    }
    return switch (token) {
      case VALUE_STRING -> new Json.Text(parser.getText());
      case VALUE_TRUE -> new Json.Bool(true);
      case VALUE_FALSE -> new Json.Bool(false);
      case VALUE_NULL -> new Json.Null();
      default -> throw new IOException("unexpected " + token);
    };
  }

  private static Optional<Json> expected(String text) {
    try {
      return Optional.of(oracle(text));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static Optional<Json> ours(String text) {
    try {
      return Optional.of(JsonReader.read(text));
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  @Test
  void readsWhatTheOracleReads() {
    SplittableRandom random = new SplittableRandom(Long.getLong("seed", 20_261_120L));
    int accepted = 0;
    for (int round = 0; round < 300_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(8); n >= 0; n--) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      Optional<Json> expected = expected(text.toString());
      assertThat(ours(text.toString())).as(text.toString()).isEqualTo(expected);
      accepted += expected.isPresent() ? 1 : 0;
    }
    assertThat(accepted).isGreaterThan(5_000);
  }

  @Test
  void writesStringsAsTheOracleWritesThem() {
    SplittableRandom random = new SplittableRandom(Long.getLong("seed", 20_261_120L));
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(12); n > 0; n--) {
        int kind = random.nextInt(3);
        text.appendCodePoint(
            kind == 0 ? random.nextInt(0x30) : kind == 1 ? random.nextInt(0x800) : 0x1F600 + n);
      }
      String expected = '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
      assertThat(Json.of(text.toString()).write()).isEqualTo(visible(expected));
    }
  }

  /// The oracle leaves invisible characters as they are.
  private static String visible(String written) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      boolean hidden = !Character.isSurrogate(c) && InvisibleCharacters.contains(c);
      text.append(hidden ? "\\u%04X".formatted((int) c) : c);
    }
    return text.toString();
  }
}
