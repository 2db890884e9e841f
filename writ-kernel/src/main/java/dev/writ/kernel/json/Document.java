// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.json;

import java.util.IdentityHashMap;

/// A configuration text as a tree of values that know where they stand, read from YAML 1.2 or from
/// JSON with comments.
public final class Document {
  /// The longest text that is read, in characters.
  public static final int MAX_CHARS = 1024 * 1024;

  private final Json root;
  private final IdentityHashMap<Json, Place> values;

  private Document(Json root, IdentityHashMap<Json, Place> values) {
    this.root = root;
    this.values = values;
  }

  /// Reads YAML 1.2: one document, no duplicate keys, no aliases, no tags of one's own. An empty
  /// text is an empty object.
  ///
  /// @throws JsonException where it is not that
  public static Document yaml(String text) throws JsonException {
    checkLength(text);
    IdentityHashMap<Json, Place> values = new IdentityHashMap<>();
    return new Document(YamlReader.read(text, values), values);
  }

  /// Reads JSON that may carry comments.
  ///
  /// @throws JsonException where it is not that
  public static Document json(String text) throws JsonException {
    checkLength(text);
    IdentityHashMap<Json, Place> values = new IdentityHashMap<>();
    return new Document(JsonReader.readWithComments(text, values::put), values);
  }

  private static void checkLength(String text) throws JsonException {
    if (text.length() > MAX_CHARS) {
      throw new JsonException("the text is longer than " + MAX_CHARS + " characters", 1, 1);
    }
  }

  /// The whole value.
  public Json root() {
    return root;
  }

  /// Where a value of this document begins.
  public Place place(Json value) {
    return values.getOrDefault(value, new Place(1, 1));
  }

  /// An error at a value of this document.
  public JsonException error(Json at, String message) {
    Place place = place(at);
    return new JsonException(message, place.line(), place.column());
  }
}
