// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.openai;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.TokenUsage;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.AnswerMask;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.ServerSentEvents;
import dev.writ.wire.adapter.SplitPairs;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.RefusalReader;
import dev.writ.wire.http.WireException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads one answer. It is complete with a finish reason or with `[DONE]`; a stream that ends
/// before both is cut, and nothing of it counts.
final class ChatReader {
  private static final String DONE = "[DONE]";

  /// How long usage and `[DONE]` may take once the finish reason is known.
  private static final Duration PATIENCE_AFTER_FINISH = Duration.ofSeconds(2);

  private final HttpExchange exchange;
  private final CallIds.AnswerIds ids;
  private final AnswerDraft draft;
  private final CallPieces calls = new CallPieces();
  private TokenUsage usage = TokenUsage.NONE;
  private @Nullable FinishReason finish;
  private boolean chosen;

  ChatReader(
      String provider, HttpExchange exchange, Consumer<AnswerDelta> deltas, CallIds.AnswerIds ids) {
    this.exchange = exchange;
    this.ids = ids;
    this.draft = new AnswerDraft(provider, new AnswerMask(exchange.key()), deltas);
  }

  /// Reads to the end.
  ModelReply read() throws WireException, InterruptedException {
    return switch (exchange.mediaType()) {
      case "text/html", "application/xhtml+xml" -> throw exchange.malformed("a web page");
      case "application/json" -> whole(exchange.text());
      default -> stream();
    };
  }

  private ModelReply stream() throws WireException, InterruptedException {
    ServerSentEvents events = new ServerSentEvents(exchange);
    boolean done = false;
    boolean any = false;
    try {
      while (!done) {
        Optional<String> data = events.next();
        if (data.isEmpty()) {
          break;
        }
        any = true;
        done = data.get().strip().equals(DONE);
        if (!done) {
          event(data.get(), events.ended());
        }
      }
    } catch (WireException e) {
      if (finish == null || !isBroken(e.trouble().kind())) {
        throw e;
      }
    }
    if (done) {
      exchange.done();
    }
    if (!any && finish == null) {
      return nothing(events.firstOther());
    }
    return conclusion(done);
  }

  /// Whether the trouble lies in the connection, so that what came before it stands.
  private static boolean isBroken(ProviderErrorKind kind) {
    return switch (kind) {
      case CUT, TIMEOUT -> true;
      case UNREACHABLE,
          RATE_LIMITED,
          SERVER_ERROR,
          MALFORMED,
          UNAUTHORISED,
          CONTEXT_TOO_LONG,
          REJECTED ->
          false;
    };
  }

  private ModelReply nothing(String first) throws WireException {
    if (first.isEmpty()) {
      throw exchange.malformed("nothing");
    }
    if (first.startsWith("{")) {
      return whole(first);
    }
    throw RefusalReader.isMarkup(first) ? exchange.malformed("a web page") : exchange.cut();
  }

  private void event(String data, boolean atEnd) throws WireException {
    Json.Obj chunk;
    try {
      chunk = SplitPairs.readObject(data);
    } catch (JsonException e) {
      throw atEnd
          ? exchange.cut()
          : exchange.malformed("an event that is not a JSON object (" + e.getMessage() + ")");
    }
    chunk(chunk);
  }

  private ModelReply whole(String body) throws WireException {
    try {
      chunk(SplitPairs.readObject(body));
    } catch (JsonException _) {
      throw exchange.malformed(
          RefusalReader.isMarkup(body) ? "a web page" : "data that is not a JSON object");
    }
    return conclusion(true);
  }

  private void chunk(Json.Obj chunk) throws WireException {
    Optional<Json> error = chunk.get("error").filter(value -> !(value instanceof Json.Null));
    if (error.isPresent()) {
      throw exchange.error(chunk);
    }
    if (chunk.get("usage").orElse(Json.Obj.EMPTY) instanceof Json.Obj told
        && !told.members().isEmpty()) {
      usage = usage(told);
    }
    for (Json item : chunk.items("choices")) {
      if (item instanceof Json.Obj choice && choice.number("index").orElse(0) == 0) {
        chosen = true;
        delta(choice.object("delta"));
        delta(choice.object("message"));
        finish(choice.text("finish_reason").orElse(""));
      }
    }
    draft.reportTo(exchange);
  }

  /// The gravest reason counts: a later chunk doesn't take a content filter's word back.
  private void finish(String reason) throws WireException {
    if (reason.isEmpty()) {
      return;
    }
    FinishReason told =
        switch (reason.toLowerCase(Locale.ROOT)) {
          case "length", "max_tokens", "model_length" -> FinishReason.LENGTH;
          case "content_filter", "safety", "recitation", "prohibited_content", "sensitive" ->
              FinishReason.REFUSED;
          case "error", "network_error", "insufficient_system_resource" ->
              throw exchange.error(
                  Json.object().put("error", "it ended with “" + reason + "”").build());
          case "tool_calls", "function_call" -> FinishReason.CALLS;
          default -> FinishReason.STOP;
        };
    finish = finish == null || told.compareTo(finish) > 0 ? told : finish;
    if (exchange.patience().compareTo(PATIENCE_AFTER_FINISH) > 0) {
      exchange.patience(PATIENCE_AFTER_FINISH);
    }
  }

  private void delta(Json.Obj delta) throws WireException {
    delta.text("reasoning_content").or(() -> delta.text("reasoning")).ifPresent(draft::reasoning);
    delta.text("content").ifPresent(draft::text);
    for (Json part : delta.items("content")) {
      if (part instanceof Json.Obj object) {
        object.text("text").ifPresent(draft::text);
      }
    }
    delta.text("refusal").ifPresent(draft::text);
    for (Json item : delta.items("tool_calls")) {
      if (item instanceof Json.Obj call && !calls.add(call, draft)) {
        throw exchange.malformed("more than " + CallPieces.MAX_CALLS + " calls");
      }
    }
  }

  private static TokenUsage usage(Json.Obj told) {
    Json.Obj input = told.object("prompt_tokens_details");
    long cached = AnswerDraft.tokens(input.number("cached_tokens"));
    return new TokenUsage(
        AnswerDraft.tokens(told.number("prompt_tokens")),
        AnswerDraft.tokens(told.number("completion_tokens")),
        Math.max(cached, AnswerDraft.tokens(told.number("prompt_cache_hit_tokens"))),
        AnswerDraft.tokens(input.number("cache_write_tokens")),
        AnswerDraft.tokens(told.object("completion_tokens_details").number("reasoning_tokens")));
  }

  private ModelReply conclusion(boolean done) throws WireException {
    if (!done && finish == null) {
      throw exchange.cut();
    }
    if (!chosen) {
      throw exchange.malformed("no choices");
    }
    return draft.complete(calls.calls(ids), usage, finish == null ? FinishReason.STOP : finish);
  }
}
