// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.json;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/// Where the values and keys of a document stand.
final class Places {
  private final IdentityHashMap<Json, Place> values = new IdentityHashMap<>();
  private final IdentityHashMap<Json, Span> spans = new IdentityHashMap<>();
  private final IdentityHashMap<Json, Map<String, Place>> keys = new IdentityHashMap<>();

  void value(Json value, Place place) {
    values.put(value, place);
  }

  void span(Json value, Span span) {
    spans.put(value, span);
  }

  void keys(Json.Obj object, Map<String, Place> places) {
    keys.put(object, new HashMap<>(places));
  }

  Place value(Json value) {
    return values.getOrDefault(value, new Place(1, 1));
  }

  Span span(Json value) {
    return spans.getOrDefault(value, Span.UNKNOWN);
  }

  Place key(Json.Obj object, String key) {
    Map<String, Place> own = keys.get(object);
    Place at = own == null ? null : own.get(key);
    return at == null ? value(object.get(key).orElse(object)) : at;
  }
}
