// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.cli.UsageException;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Values of keys as a person writes them in a variable or on the command line.
public final class KeyText {
  private KeyText() {}

  /// A word of the command line as the value of a key.
  ///
  /// @throws UsageException where the key is unknown, or can't have the value
  public static Json value(String name, String text) throws UsageException {
    ConfigKey key = ConfigKeyTable.known(name);
    if (text.equals("null")) {
      return new Json.Null();
    }
    Json value = value(key, text);
    Optional<String> problem = key.problem(value);
    if (problem.isPresent()) {
      throw new UsageException(name + ": " + problem.get());
    }
    return value;
  }

  /// A variable's text as the kind of value the key wants; lists may be separated by commas.
  static Json value(ConfigKey key, String text) {
    return switch (key.kind()) {
      case TEXT -> Json.of(text);
      case TEXTS -> text.startsWith("[") ? json(text) : Json.texts(separated(text));
      case WHOLE, NUMBER, FLAG, LIST, OBJECT -> json(text);
    };
  }

  private static List<String> separated(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  private static Json json(String text) {
    try {
      return JsonReader.read(text);
    } catch (JsonException _) {
      return Json.of(text);
    }
  }
}
