// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.base.json;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/// The positions of the values and keys of a document.
final class SourceMap {
  private final IdentityHashMap<Json, SourcePosition> values = new IdentityHashMap<>();
  private final IdentityHashMap<Json, SourceRange> spans = new IdentityHashMap<>();
  private final IdentityHashMap<Json, Map<String, SourcePosition>> keys = new IdentityHashMap<>();

  void value(Json value, SourcePosition position) {
    values.put(value, position);
  }

  void span(Json value, SourceRange range) {
    spans.put(value, range);
  }

  void keys(Json.Obj object, Map<String, SourcePosition> places) {
    keys.put(object, new HashMap<>(places));
  }

  SourcePosition value(Json value) {
    return values.getOrDefault(value, new SourcePosition(1, 1));
  }

  SourceRange span(Json value) {
    return spans.getOrDefault(value, SourceRange.UNKNOWN);
  }

  SourcePosition key(Json.Obj object, String key) {
    Map<String, SourcePosition> own = keys.get(object);
    SourcePosition at = own == null ? null : own.get(key);
    return at == null ? value(object.get(key).orElse(object)) : at;
  }
}
