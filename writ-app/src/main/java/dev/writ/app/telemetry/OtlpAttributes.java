// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.telemetry;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.List;

/// Attributes of a span, an event or a data point, as OTLP writes them in JSON.
final class OtlpAttributes {
  private final List<Json> all = new ArrayList<>();

  OtlpAttributes put(String key, String value) {
    if (!value.isEmpty()) {
      add(key, Json.object().put("stringValue", value).build());
    }
    return this;
  }

  OtlpAttributes put(String key, long value) {
    add(key, Json.object().put("intValue", Long.toString(value)).build());
    return this;
  }

  private void add(String key, Json value) {
    all.add(Json.object().put("key", key).put("value", value).build());
  }

  Json json() {
    return new Json.Arr(all);
  }
}
