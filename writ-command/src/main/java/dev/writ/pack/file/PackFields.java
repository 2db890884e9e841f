// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// The members of an object that a file may have there, each read strictly.
final class PackFields {
  private final ConfigDocument document;
  private final Json.Obj object;

  private PackFields(ConfigDocument document, Json.Obj object) {
    this.document = document;
    this.object = object;
  }

  /// The object that a value must be, with no other keys than these.
  static PackFields of(ConfigDocument document, Json value, Set<String> known)
      throws JsonException {
    if (!(value instanceof Json.Obj object)) {
      throw document.error(value, "a mapping was expected, not a " + value.typeName());
    }
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      if (!known.contains(member.getKey())) {
        throw document.error(
            member.getValue(),
            "unknown key '" + member.getKey() + "'; known are " + known.stream().sorted().toList());
      }
    }
    return new PackFields(document, object);
  }

  boolean has(String key) {
    return object.get(key).isPresent();
  }

  JsonException error(String key, String message) {
    return document.error(object.get(key).orElse(object), message);
  }

  /// Fails where the key is missing.
  void require(String key) throws JsonException {
    need(key);
  }

  private Json need(String key) throws JsonException {
    Json value = object.members().get(key);
    if (value == null) {
      throw document.error(object, "the key '" + key + "' is missing");
    }
    return value;
  }

  private JsonException type(String key, Json value, String expected) {
    return document.error(
        value, key + ": " + expected + " was expected, not a " + value.typeName());
  }

  String text(String key) throws JsonException {
    return text(key, need(key));
  }

  private String text(String key, Json value) throws JsonException {
    if (value instanceof Json.Text(String text) && !text.isBlank()) {
      return text;
    }
    throw type(key, value, "a text");
  }

  String textOr(String key, String otherwise) throws JsonException {
    return has(key) ? text(key) : otherwise;
  }

  String matching(String key, Pattern pattern) throws JsonException {
    String text = text(key);
    if (!pattern.matcher(text).matches()) {
      throw error(key, key + ": '" + text + "' does not have the shape " + pattern);
    }
    return text;
  }

  boolean flag(String key, boolean otherwise) throws JsonException {
    if (!has(key)) {
      return otherwise;
    }
    Json value = need(key);
    if (value instanceof Json.Bool flag) {
      return flag.value();
    }
    throw type(key, value, "true or false");
  }

  long number(String key, long otherwise) throws JsonException {
    if (!has(key)) {
      return otherwise;
    }
    Json value = need(key);
    OptionalLong whole = value instanceof Json.Num number ? number.whole() : OptionalLong.empty();
    return whole.orElseThrow(() -> type(key, value, "a whole number"));
  }

  /// Words: a text with blanks between them, or a list of texts.
  List<String> words(String key) throws JsonException {
    if (!has(key)) {
      return List.of();
    }
    Json value = need(key);
    if (!(value instanceof Json.Arr(List<Json> items))) {
      return split(text(key, value));
    }
    List<String> words = new ArrayList<>();
    for (Json item : items) {
      words.add(text(key, item));
    }
    return words;
  }

  /// By hand: a regular expression here is half of the time that reading a pack takes.
  private static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    int from = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean blank = i == text.length() || text.charAt(i) <= ' ';
      if (!blank) {
        from = from < 0 ? i : from;
      } else if (from >= 0) {
        words.add(text.substring(from, i));
        from = -1;
      }
    }
    return words;
  }

  /// One of a closed set, as the lower case of its name.
  <E extends Enum<E>> E choice(String key, E[] values, E otherwise) throws JsonException {
    return has(key) ? choice(key, text(key), values) : otherwise;
  }

  /// Some of a closed set.
  <E extends Enum<E>> Set<E> choices(String key, E[] values) throws JsonException {
    Set<E> choices = new HashSet<>();
    for (String word : words(key)) {
      choices.add(choice(key, word, values));
    }
    return choices;
  }

  private <E extends Enum<E>> E choice(String key, String word, E[] values) throws JsonException {
    for (E value : values) {
      if (word(value).equals(word)) {
        return value;
      }
    }
    throw error(
        key,
        key
            + ": '"
            + word
            + "' is none of "
            + Arrays.stream(values).map(PackFields::word).toList());
  }

  /// A constant as files write it.
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  List<PackFields> list(String key, Set<String> known) throws JsonException {
    if (!has(key)) {
      return List.of();
    }
    Json value = need(key);
    if (!(value instanceof Json.Arr(List<Json> items))) {
      throw type(key, value, "a list");
    }
    List<PackFields> list = new ArrayList<>();
    for (Json item : items) {
      list.add(of(document, item, known));
    }
    return list;
  }

  PackFields object(String key, Set<String> known) throws JsonException {
    return of(document, has(key) ? need(key) : Json.Obj.EMPTY, known);
  }

  /// A mapping whose keys are free and whose values are texts.
  Map<String, String> texts(String key) throws JsonException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : free(key).members().entrySet()) {
      texts.put(member.getKey(), text(member.getKey(), member.getValue()));
    }
    return texts;
  }

  /// A mapping whose keys are free and whose values are objects.
  Map<String, PackFields> objects(String key, Set<String> known) throws JsonException {
    Map<String, PackFields> objects = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : free(key).members().entrySet()) {
      objects.put(member.getKey(), of(document, member.getValue(), known));
    }
    return objects;
  }

  private Json.Obj free(String key) throws JsonException {
    Json value = has(key) ? need(key) : Json.Obj.EMPTY;
    if (value instanceof Json.Obj object) {
      return object;
    }
    throw type(key, value, "a mapping");
  }

  /// A regular expression.
  Pattern pattern(String key) throws JsonException {
    try {
      return Pattern.compile(text(key), Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw error(key, key + ": not a regular expression: " + e.getDescription());
    }
  }
}
