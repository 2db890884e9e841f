// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.base.json;

/// A configuration text as a tree of values that know where they stand, read from YAML 1.2 or from
/// JSON with comments.
public final class ConfigDocument {
  /// The longest text that is read, in characters.
  public static final int MAX_CHARS = 1024 * 1024;

  private final Json root;
  private final SourceMap map;

  private ConfigDocument(Json root, SourceMap map) {
    this.root = root;
    this.map = map;
  }

  /// Reads YAML 1.2: one document, no duplicate keys, no aliases, no tags of one's own. An empty
  /// text is an empty object.
  ///
  /// @throws JsonException where it is not that
  public static ConfigDocument yaml(String text) throws JsonException {
    checkLength(text);
    SourceMap map = new SourceMap();
    return new ConfigDocument(YamlReader.read(text, map), map);
  }

  /// Reads JSON that may carry comments.
  ///
  /// @throws JsonException where it is not that
  public static ConfigDocument json(String text) throws JsonException {
    checkLength(text);
    SourceMap map = new SourceMap();
    return new ConfigDocument(JsonReader.readWithComments(text, map::value), map);
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

  /// The start of a value of this document.
  public SourcePosition place(Json value) {
    return map.value(value);
  }

  /// The stretch of the text that a value was read from; known only of values read from YAML.
  public SourceRange span(Json value) {
    return map.span(value);
  }

  /// An error at a key of an object of this document.
  public JsonException keyError(Json.Obj object, String key, String message) {
    SourcePosition position = map.key(object, key);
    return new JsonException(message, position.line(), position.column());
  }

  /// An error at a value of this document.
  public JsonException error(Json at, String message) {
    SourcePosition position = place(at);
    return new JsonException(message, position.line(), position.column());
  }
}
