// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.kernel.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/// Reads JSON strictly: one value, no duplicate names, nothing behind it, bounded depth and size.
public final class JsonReader {
  /// The deepest nesting that is read.
  public static final int MAX_DEPTH = 200;

  /// The longest string that is read, in characters (a file of the greatest readable size).
  public static final int MAX_STRING_CHARS = 20 * 1024 * 1024;

  private static final JsonFactory STRICT = factory().build();
  private static final JsonFactory WITH_COMMENTS =
      factory().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

  private JsonReader() {}

  private static JsonFactoryBuilder factory() {
    return new JsonFactoryBuilder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxStringLength(MAX_STRING_CHARS)
                .maxNumberLength(100)
                .maxNameLength(10_000)
                .build())
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
  }

  /// Reads one value.
  ///
  /// @throws JsonException where the text is not exactly one JSON value within the limits
  public static Json read(String text) throws JsonException {
    return read(STRICT, text, (_, _) -> {});
  }

  /// Reads one value that may carry `//` and `/* */` comments, telling where each value begins.
  ///
  /// @param places gets each value with its 1-based place
  static Json readWithComments(String text, BiConsumer<Json, Place> places) throws JsonException {
    return read(WITH_COMMENTS, text, places);
  }

  /// Reads one object.
  ///
  /// @throws JsonException where the text is no JSON object
  public static Json.Obj readObject(String text) throws JsonException {
    if (read(text) instanceof Json.Obj object) {
      return object;
    }
    throw new JsonException("a JSON object was expected", 1, 1);
  }

  private static Json read(JsonFactory factory, String text, BiConsumer<Json, Place> places)
      throws JsonException {
    try (JsonParser parser = factory.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new JsonException("the text is empty", 1, 1);
      }
      Json value = value(parser, places);
      if (parser.nextToken() != null) {
        Place place = Place.of(parser);
        throw new JsonException("text behind the end of the value", place.line(), place.column());
      }
      return value;
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      throw new JsonException(
          e.getOriginalMessage(),
          at == null ? 1 : Math.max(1, at.getLineNr()),
          at == null ? 1 : Math.max(1, at.getColumnNr()));
    } catch (IOException e) {
      throw new IllegalStateException("reading from a string can't fail", e);
    }
  }

  private static Json value(JsonParser parser, BiConsumer<Json, Place> places) throws IOException {
    Place place = Place.of(parser);
    JsonToken token = parser.currentToken();
    Json value =
        switch (token) {
          case START_OBJECT -> object(parser, places);
          case START_ARRAY -> array(parser, places);
          case VALUE_STRING -> new Json.Text(parser.getText());
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getText());
          case VALUE_TRUE -> new Json.Bool(true);
          case VALUE_FALSE -> new Json.Bool(false);
          case VALUE_NULL -> new Json.Null();
          case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
              throw new IllegalStateException("the parser gave " + token + " for a value");
        };
    places.accept(value, place);
    return value;
  }

  private static Json object(JsonParser parser, BiConsumer<Json, Place> places) throws IOException {
    Map<String, Json> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, value(parser, places));
    }
    return new Json.Obj(members);
  }

  private static Json array(JsonParser parser, BiConsumer<Json, Place> places) throws IOException {
    List<Json> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser, places));
    }
    return new Json.Arr(items);
  }
}
