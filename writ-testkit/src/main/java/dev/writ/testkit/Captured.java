// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A request as it arrived.
///
/// @param headers by lower-case name
/// @param arrivedNanos when its last byte was read, by `System.nanoTime()`
public record Captured(
    String method, String path, Map<String, String> headers, String body, long arrivedNanos) {
  public Captured {
    headers = Map.copyOf(headers);
  }

  /// A header's value.
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  /// The body as JSON.
  ///
  /// @throws IllegalStateException where it is none
  public Json.Obj json() {
    try {
      return JsonReader.readObject(body);
    } catch (JsonException e) {
      throw new IllegalStateException("no JSON object: " + body, e);
    }
  }
}
