// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.trace;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.RecordedConversation;
import dev.writ.records.ledger.TraceRecord;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/// Records as spans of OpenTelemetry's OTLP in JSON, one export request a line, named after the
/// conventions for generative AI: a trace is a session, a span the tool's execution.
public final class TelemetryExport {
  private static final int TRACE_DIGITS = 32;
  private static final int SPAN_DIGITS = 16;
  private static final int INTERNAL = 1;

  private final String version;

  /// Spans of that version of Writ.
  public TelemetryExport(String version) {
    this.version = version;
  }

  /// One record.
  public Json.Obj span(TraceRecord record, VouchedRecords vouched) {
    String model = "";
    String url = "";
    long lines = 0;
    List<Json> paths = new ArrayList<>();
    for (RecordedChange file : record.leaves()) {
      paths.add(Json.object().put("stringValue", file.path()).build());
      for (RecordedConversation conversation : file.conversations()) {
        url = conversation.url().orElse(url);
        model = conversation.model().orElse(model);
        lines += TabularExport.lines(conversation);
      }
    }
    String nanos = nanos(record.json().text("timestamp").orElse(""));
    List<Json> attributes = new ArrayList<>();
    attributes.add(text("gen_ai.operation.name", "execute_tool"));
    attributes.add(text("gen_ai.conversation.id", record.session()));
    int slash = model.indexOf('/');
    if (slash > 0) {
      attributes.add(text("gen_ai.provider.name", model.substring(0, slash)));
      attributes.add(text("gen_ai.request.model", model.substring(slash + 1)));
    }
    attributes.add(text("gen_ai.tool.name", "writ.mutation"));
    attributes.add(text("gen_ai.tool.type", "function"));
    attributes.add(text("gen_ai.tool.call.id", url));
    attributes.add(text("writ.record.id", record.id()));
    attributes.add(text("writ.intent.id", record.intentId()));
    attributes.add(text("writ.mutation.class", record.json().text("mutation_class").orElse("")));
    attributes.add(text("writ.recorded_by", vouched.by(record)));
    attributes.add(number("writ.turn", record.turn()));
    attributes.add(number("writ.lines.written", lines));
    attributes.add(
        attribute(
            "writ.files",
            Json.object()
                .put("arrayValue", Json.object().put("values", new Json.Arr(paths)).build())));
    Json span =
        Json.object()
            .put("traceId", digits("trace " + record.session(), TRACE_DIGITS))
            .put("spanId", digits("span " + record.id(), SPAN_DIGITS))
            .put("name", "execute_tool writ.mutation")
            .put("kind", INTERNAL)
            .put("startTimeUnixNano", nanos)
            .put("endTimeUnixNano", nanos)
            .put("attributes", new Json.Arr(attributes))
            .build();
    return request(span);
  }

  private Json.Obj request(Json span) {
    Json scope =
        Json.object()
            .put("scope", Json.object().put("name", "writ").put("version", version).build())
            .put("spans", new Json.Arr(List.of(span)))
            .build();
    Json resource =
        Json.object()
            .put(
                "resource",
                Json.object()
                    .put(
                        "attributes",
                        new Json.Arr(
                            List.of(
                                text("service.name", "writ"), text("service.version", version))))
                    .build())
            .put("scopeSpans", new Json.Arr(List.of(scope)))
            .build();
    return Json.object().put("resourceSpans", new Json.Arr(List.of(resource))).build();
  }

  private static String nanos(String timestamp) {
    try {
      return Long.toString(Instant.parse(timestamp).toEpochMilli()) + "000000";
    } catch (DateTimeParseException _) {
      return "0";
    }
  }

  private static String digits(String text, int count) {
    int from = "sha256:".length();
    return ContentHash.of(text).substring(from, from + count);
  }

  private static Json text(String key, String value) {
    return attribute(key, Json.object().put("stringValue", value));
  }

  private static Json number(String key, long value) {
    return attribute(key, Json.object().put("intValue", Long.toString(value)));
  }

  private static Json attribute(String key, Json.Builder value) {
    return Json.object().put("key", key).put("value", value.build()).build();
  }
}
