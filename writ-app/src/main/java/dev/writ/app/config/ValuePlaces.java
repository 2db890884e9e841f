// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.SourcePosition;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The positions of a configuration value and its parts: `hooks.PreToolUse[0].matcher` is at a
/// file, a line and a column.
final class ValuePlaces {
  private final ConfigDocument document;
  private final Path file;
  private final Map<String, String> places = new LinkedHashMap<>();

  private ValuePlaces(ConfigDocument document, Path file) {
    this.document = document;
    this.file = file;
  }

  /// The places by the names that lead to them.
  static Map<String, String> of(ConfigDocument document, Path file, String name, Json value) {
    ValuePlaces all = new ValuePlaces(document, file);
    all.add(name, value);
    return all.places;
  }

  private void add(String name, Json value) {
    SourcePosition position = document.place(value);
    places.put(name, file + ":" + position.line() + ":" + position.column());
    if (value instanceof Json.Obj object) {
      object.members().forEach((member, nested) -> add(name + "." + member, nested));
    } else if (value instanceof Json.Arr(var items)) {
      for (int i = 0; i < items.size(); i++) {
        add(name + "[" + i + "]", items.get(i));
      }
    }
  }
}
