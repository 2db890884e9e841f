// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.ollama;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.AnswerMask;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.SplitPairs;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.RefusalReader;
import dev.writ.wire.http.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads one answer. It is complete with `done: true` and with nothing else.
final class OllamaReader {
  /// The greatest number of calls in one answer.
  private static final int MAX_CALLS = 128;

  private final HttpExchange exchange;
  private final CallIds.AnswerIds ids;
  private final AnswerDraft draft;
  private final List<ToolCall> calls = new ArrayList<>();

  OllamaReader(
      String provider, HttpExchange exchange, Consumer<AnswerDelta> deltas, CallIds.AnswerIds ids) {
    this.exchange = exchange;
    this.ids = ids;
    this.draft = new AnswerDraft(provider, new AnswerMask(exchange.key()), deltas);
  }

  /// Reads to the end.
  ModelReply read() throws WireException, InterruptedException {
    if (exchange.mediaType().equals("text/html")) {
      throw exchange.malformed("a web page");
    }
    boolean any = false;
    for (Optional<String> line = exchange.line(); line.isPresent(); line = exchange.line()) {
      if (line.get().isBlank()) {
        continue;
      }
      any = true;
      Json.Obj part = part(line.get());
      message(part);
      if (part.isTrue("done")) {
        exchange.done();
        return draft.complete(calls, usage(part), finish(part));
      }
    }
    throw any ? exchange.cut() : exchange.malformed("nothing");
  }

  private Json.Obj part(String line) throws WireException, InterruptedException {
    try {
      return SplitPairs.readObject(line);
    } catch (JsonException e) {
      if (RefusalReader.isMarkup(line)) {
        throw exchange.malformed("a web page");
      }
      if (exchange.line().isEmpty()) {
        throw exchange.cut();
      }
      throw exchange.malformed("a line that is not a JSON object (" + e.getMessage() + ")");
    }
  }

  private void message(Json.Obj part) throws WireException {
    Optional<Json> error = part.get("error").filter(value -> !(value instanceof Json.Null));
    if (error.isPresent()) {
      throw exchange.error(part);
    }
    Json.Obj message = part.object("message");
    message.text("thinking").ifPresent(draft::reasoning);
    message.text("content").ifPresent(draft::text);
    for (Json item : message.items("tool_calls")) {
      if (item instanceof Json.Obj call) {
        call(call);
      }
    }
    draft.reportTo(exchange);
  }

  private void call(Json.Obj call) throws WireException {
    if (calls.size() == MAX_CALLS) {
      throw exchange.malformed("more than " + MAX_CALLS + " calls");
    }
    Json.Obj function = call.object("function");
    String tool = function.text("name").orElse("");
    String arguments =
        switch (function.get("arguments").orElse(Json.Obj.EMPTY)) {
          case Json.Text(String text) -> text;
          case Json.Null _ -> "";
          case Json other -> other.write();
        };
    calls.add(new ToolCall(ids.claim(call.text("id").orElse("")), tool, arguments));
    draft.callBegun(tool);
    draft.arguments(arguments);
  }

  private static FinishReason finish(Json.Obj part) {
    return part.text("done_reason").orElse("").equals("length")
        ? FinishReason.LENGTH
        : FinishReason.STOP;
  }

  private static TokenUsage usage(Json.Obj part) {
    return new TokenUsage(
        AnswerDraft.tokens(part.number("prompt_eval_count")),
        AnswerDraft.tokens(part.number("eval_count")),
        0,
        0,
        0);
  }
}
