// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.telemetry;

import dev.writ.base.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A span while it is open.
final class OtlpSpan {
  private static final int FAILED = 2;

  private final String name;
  private final int kind;
  private final Instant start;
  private final List<Json> events = new ArrayList<>();
  private String error = "";
  private final OtlpAttributes attributes = new OtlpAttributes();

  /// @param kind 1 for what happens in this process, 3 for a request to another
  OtlpSpan(String name, int kind, Instant start) {
    this.name = name;
    this.kind = kind;
    this.start = start;
  }

  Instant start() {
    return start;
  }

  OtlpAttributes attributes() {
    return attributes;
  }

  void event(String what, Instant when, OtlpAttributes about) {
    events.add(
        Json.object()
            .put("timeUnixNano", nanos(when))
            .put("name", what)
            .put("attributes", about.json())
            .build());
  }

  void fail(String type) {
    error = type;
    attributes.put("error.type", type);
  }

  /// The span as it is sent.
  ///
  /// @param parent empty for a root
  Json ended(Instant end, String trace, String id, String parent) {
    Json.Builder span = Json.object().put("traceId", trace).put("spanId", id);
    if (!parent.isEmpty()) {
      span.put("parentSpanId", parent);
    }
    span.put("name", name)
        .put("kind", kind)
        .put("startTimeUnixNano", nanos(start))
        .put("endTimeUnixNano", nanos(end))
        .put("attributes", attributes.json());
    if (!events.isEmpty()) {
      span.put("events", new Json.Arr(events));
    }
    if (!error.isEmpty()) {
      span.put("status", Json.object().put("code", FAILED).put("message", error).build());
    }
    return span.build();
  }

  static String nanos(Instant instant) {
    return "%d%09d".formatted(instant.getEpochSecond(), instant.getNano());
  }
}
