// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.base.schema;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.List;

/// Arguments that were checked against their parameters. Asking for a required one of the declared
/// type always succeeds; asking otherwise is a bug.
public record CheckedArguments(Json.Obj json) {
  /// A required text.
  public String text(String name) {
    return json.text(name).orElseThrow(() -> new IllegalStateException("no text '" + name + "'"));
  }

  /// A text, or what stands where it is left out.
  public String text(String name, String otherwise) {
    return json.text(name).orElse(otherwise);
  }

  /// A whole number, or what stands where it is left out.
  public int whole(String name, int otherwise) {
    return Math.toIntExact(json.number(name).orElse(otherwise));
  }

  /// A flag, or what stands where it is left out.
  public boolean flag(String name, boolean otherwise) {
    return json.get(name).isPresent() ? json.isTrue(name) : otherwise;
  }

  /// A list of texts; empty where it is left out.
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Json item : json.items(name)) {
      if (item instanceof Json.Text(String text)) {
        texts.add(text);
      }
    }
    return List.copyOf(texts);
  }

  /// A list of objects; empty where it is left out.
  public List<CheckedArguments> objects(String name) {
    return json.items(name).stream()
        .filter(Json.Obj.class::isInstance)
        .map(item -> new CheckedArguments((Json.Obj) item))
        .toList();
  }
}
