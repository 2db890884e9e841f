// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.telemetry;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.audit.GateAnswer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes spans and metrics of a session's events, by OpenTelemetry's conventions for generative AI:
/// a trace is a session, as in the ledger's export; a turn is `invoke_agent`, with `chat` for each
/// answer and `execute_tool` for each call, whose events are the gates' verdicts. No contents of
/// messages, arguments or results are in it.
public final class SessionTelemetry implements Consumer<SessionEvent> {
  private static final int INTERNAL = 1;
  private static final int CLIENT = 3;
  private static final int TRACE_DIGITS = 32;
  private static final int SPAN_DIGITS = 16;
  private static final String OPERATION = "gen_ai.operation.name";

  private final String session;
  private final String version;
  private final OtlpExporter exporter;
  private final InstantSource clock;
  private final List<Json> ended = new ArrayList<>();
  private final Map<String, OtlpSpan> calls = new HashMap<>();
  private final OtlpHistogram tokens =
      new OtlpHistogram("gen_ai.client.token.usage", "{token}", powers(1, 4, 14));
  private final OtlpHistogram durations =
      new OtlpHistogram("gen_ai.client.operation.duration", "s", powers(0.01, 2, 14));
  private Optional<OtlpSpan> turn = Optional.empty();
  private String provider = "";
  private String model = "";
  private Instant asked = Instant.EPOCH;
  private String turnId = "";
  private int spans;

  /// @param session the session's id
  /// @param version of Writ
  public SessionTelemetry(
      String session, String version, OtlpExporter exporter, InstantSource clock) {
    this.session = session;
    this.version = version;
    this.exporter = exporter;
    this.clock = clock;
  }

  private static List<Double> powers(double first, int factor, int count) {
    List<Double> bounds = new ArrayList<>();
    double bound = first;
    for (int i = 0; i < count; i++) {
      bounds.add(bound);
      bound *= factor;
    }
    return bounds;
  }

  @Override
  public synchronized void accept(SessionEvent event) {
    Instant now = clock.instant();
    switch (event) {
      case SessionEvent.Recorded(Json.Obj line) -> recorded(line, now);
      case SessionEvent.Calling(var call) -> {
        OtlpSpan span = new OtlpSpan("execute_tool " + call.tool(), INTERNAL, now);
        span.attributes()
            .put(OPERATION, "execute_tool")
            .put("gen_ai.conversation.id", session)
            .put("gen_ai.tool.name", call.tool())
            .put("gen_ai.tool.type", "function")
            .put("gen_ai.tool.call.id", call.id());
        calls.put(call.id(), span);
      }
      case SessionEvent.Called(var call, ToolResult result, CallAnswer answer) ->
          called(call.id(), result, answer, now);
      case SessionEvent.Retrying(var trouble, int attempt, var _) ->
          failed("retry", trouble, new OtlpAttributes().put("writ.attempt", attempt), now);
      case SessionEvent.Substituted(var trouble, var _, ModelId next) ->
          failed(
              "fallback",
              trouble,
              new OtlpAttributes()
                  .put("gen_ai.provider.name", next.provider())
                  .put("gen_ai.request.model", next.model()),
              now);
      case SessionEvent.Ended(TurnEnd end) -> ended(end, now);
      case SessionEvent.Streaming _, SessionEvent.Output _ -> {}
    }
  }

  private void failed(String what, ProviderError trouble, OtlpAttributes about, Instant now) {
    about.put("error.type", trouble.kind().name().toLowerCase(Locale.ROOT));
    turn.ifPresent(span -> span.event(what, now, about));
  }

  private void recorded(Json.Obj line, Instant now) {
    switch (line.text("type").orElse("")) {
      case "session_start" -> {
        provider = line.object("config").text("provider").orElse("");
        model = line.object("config").text("model").orElse("");
      }
      case "user" -> {
        if (turn.isEmpty()) {
          turn = Optional.of(new OtlpSpan("invoke_agent writ", INTERNAL, now));
          turnId = nextId();
        }
        asked = now;
      }
      case "tool_result" -> asked = now;
      case "assistant" -> answered(line, now);
      default -> {}
    }
  }

  private void answered(Json.Obj line, Instant now) {
    provider = line.text("provider").orElse(provider);
    model = line.text("model").orElse(model);
    long input = line.object("tokens").number("input").orElse(0);
    long output = line.object("tokens").number("output").orElse(0);
    OtlpSpan span = new OtlpSpan("chat " + model, CLIENT, asked);
    about(span.attributes(), "chat")
        .put("gen_ai.conversation.id", session)
        .put("gen_ai.response.model", model)
        .put("gen_ai.usage.input_tokens", input)
        .put("gen_ai.usage.output_tokens", output);
    end(span, now);
    tokens.add(
        (double) input, about(new OtlpAttributes(), "chat").put("gen_ai.token.type", "input"));
    tokens.add(
        (double) output, about(new OtlpAttributes(), "chat").put("gen_ai.token.type", "output"));
    double seconds = Duration.between(asked, now).toNanos() / 1e9;
    durations.add(Math.max(0, seconds), about(new OtlpAttributes(), "chat"));
  }

  private OtlpAttributes about(OtlpAttributes attributes, String operation) {
    return attributes
        .put(OPERATION, operation)
        .put("gen_ai.provider.name", provider)
        .put("gen_ai.request.model", model);
  }

  private void called(String id, ToolResult result, CallAnswer answer, Instant now) {
    OtlpSpan span = calls.remove(id);
    if (span == null) {
      return;
    }
    for (GateAnswer gate : answer.gates()) {
      String verdict = gate.kind().name().toLowerCase(Locale.ROOT);
      span.event(
          "writ.gate.verdict",
          now,
          new OtlpAttributes()
              .put("writ.gate", gate.gate())
              .put("writ.verdict", verdict)
              .put("writ.code", gate.denies() ? gate.detail() : ""));
    }
    if (result instanceof ToolResult.Failure failure) {
      span.fail(failure.error().code().name());
    }
    end(span, now);
  }

  private void ended(TurnEnd end, Instant now) {
    if (turn.isEmpty()) {
      return;
    }
    OtlpSpan span = turn.get();
    TurnEnd.Totals totals = end.totals();
    about(span.attributes(), "invoke_agent")
        .put("gen_ai.agent.name", "writ")
        .put("gen_ai.agent.version", version)
        .put("gen_ai.conversation.id", session)
        .put("gen_ai.usage.input_tokens", totals.usage().input())
        .put("gen_ai.usage.output_tokens", totals.usage().output())
        .put("writ.requests", totals.requests())
        .put("writ.calls", totals.calls())
        .put("writ.denied", totals.denied());
    switch (end) {
      case TurnEnd.FinalAnswer _ -> {}
      case TurnEnd.Stopped stopped -> span.fail(stopped.code().name());
      case TurnEnd.Aborted _ -> span.fail("aborted");
    }
    ended.add(span.ended(now, trace(), turnId, ""));
    calls.clear();
    turn = Optional.empty();
    export(span.start(), now);
  }

  private void end(OtlpSpan span, Instant now) {
    if (!turnId.isEmpty()) {
      ended.add(span.ended(now, trace(), nextId(), turnId));
    }
  }

  private void export(Instant start, Instant now) {
    exporter.send("/v1/traces", request("resourceSpans", "scopeSpans", "spans", ended));
    ended.clear();
    List<Json> metrics = new ArrayList<>();
    for (OtlpHistogram histogram : List.of(tokens, durations)) {
      if (!histogram.isEmpty()) {
        metrics.add(histogram.drained(start, now));
      }
    }
    if (!metrics.isEmpty()) {
      exporter.send("/v1/metrics", request("resourceMetrics", "scopeMetrics", "metrics", metrics));
    }
  }

  private Json.Obj request(String resources, String scopes, String kind, List<Json> items) {
    Json scope =
        Json.object()
            .put("scope", Json.object().put("name", "writ").put("version", version).build())
            .put(kind, new Json.Arr(List.copyOf(items)))
            .build();
    Json about =
        new OtlpAttributes().put("service.name", "writ").put("service.version", version).json();
    Json resource =
        Json.object()
            .put("resource", Json.object().put("attributes", about).build())
            .put(scopes, new Json.Arr(List.of(scope)))
            .build();
    return Json.object().put(resources, new Json.Arr(List.of(resource))).build();
  }

  private String trace() {
    return digits("trace " + session, TRACE_DIGITS);
  }

  private String nextId() {
    spans++;
    return digits("span " + session + " " + spans, SPAN_DIGITS);
  }

  private static String digits(String text, int count) {
    int from = "sha256:".length();
    return ContentHash.of(text).substring(from, from + count);
  }
}
