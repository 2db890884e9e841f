// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.anthropic;

import dev.writ.base.json.Json;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.TokenUsage;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.AnswerMask;
import dev.writ.wire.adapter.CallDrafts;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.JsonEvents;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.WireException;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads one answer. It is complete with `message_stop` and with nothing else.
final class AnthropicReader {
  private final HttpExchange exchange;
  private final CallIds.AnswerIds ids;
  private final AnswerDraft draft;
  private final CallDrafts calls;
  private TokenUsage usage = TokenUsage.NONE;
  private FinishReason finish = FinishReason.STOP;

  AnthropicReader(
      String provider, HttpExchange exchange, Consumer<AnswerDelta> deltas, CallIds.AnswerIds ids) {
    this.exchange = exchange;
    this.ids = ids;
    this.draft = new AnswerDraft(provider, new AnswerMask(exchange.key()), deltas);
    this.calls = new CallDrafts(draft);
  }

  /// Reads to the end.
  ModelReply read() throws WireException, InterruptedException {
    JsonEvents events = new JsonEvents(exchange);
    for (Optional<Json.Obj> event = events.next(); event.isPresent(); event = events.next()) {
      if (isLast(event.get())) {
        exchange.done();
        return draft.complete(calls.calls(ids), usage, finish);
      }
      draft.reportTo(exchange);
    }
    throw events.ended();
  }

  private boolean isLast(Json.Obj event) throws WireException {
    switch (event.text("type").orElse("")) {
      case "message_start" -> used(event.object("message").object("usage"));
      case "content_block_start" -> begin(index(event), event.object("content_block"));
      case "content_block_delta" -> delta(index(event), event.object("delta"));
      case "content_block_stop" -> draft.endBlock();
      case "message_delta" -> {
        used(event.object("usage"));
        event.object("delta").text("stop_reason").ifPresent(reason -> finish = finish(reason));
      }
      case "message_stop" -> {
        return true;
      }
      case "error" -> throw exchange.error(event);
      default -> {
        if (event.get("error").filter(error -> !(error instanceof Json.Null)).isPresent()) {
          throw exchange.error(event);
        }
      }
    }
    return false;
  }

  private static long index(Json.Obj event) {
    return event.number("index").orElse(0);
  }

  private void begin(long index, Json.Obj block) throws WireException {
    switch (block.text("type").orElse("")) {
      case "text" -> block.text("text").ifPresent(draft::text);
      case AnthropicBlocks.THINKING -> {
        draft.beginBlock(AnthropicBlocks.THINKING);
        block.text("thinking").ifPresent(draft::reasoning);
        block.text("signature").ifPresent(draft::signature);
      }
      case AnthropicBlocks.REDACTED -> {
        draft.beginBlock(AnthropicBlocks.REDACTED);
        block.text("data").ifPresent(draft::signature);
      }
      case "tool_use" -> {
        if (!calls.begin(index, block.text("id").orElse(""), block.text("name").orElse(""))) {
          throw exchange.malformed("more than " + CallDrafts.MAX_CALLS + " calls");
        }
        Json.Obj input = block.object("input");
        if (!input.members().isEmpty()) {
          calls.whole(index, input.write());
        }
      }
      default -> {}
    }
  }

  private void delta(long index, Json.Obj delta) {
    switch (delta.text("type").orElse("")) {
      case "text_delta" -> delta.text("text").ifPresent(draft::text);
      case "thinking_delta" -> delta.text("thinking").ifPresent(draft::reasoning);
      case "signature_delta" -> delta.text("signature").ifPresent(draft::signature);
      case "input_json_delta" ->
          delta.text("partial_json").ifPresent(piece -> calls.add(index, piece));
      default -> {}
    }
  }

  /// A turn that the server paused is not whole either.
  private static FinishReason finish(String reason) {
    return switch (reason) {
      case "max_tokens", "model_context_window_exceeded", "pause_turn" -> FinishReason.LENGTH;
      case "refusal" -> FinishReason.REFUSED;
      case "tool_use" -> FinishReason.CALLS;
      default -> FinishReason.STOP;
    };
  }

  /// The numbers of later events are totals, so they take the place of earlier ones. The API counts
  /// cached input apart; here it is part of the input.
  private void used(Json.Obj told) {
    long read = AnswerDraft.tokens(told.number("cache_read_input_tokens"));
    long written = AnswerDraft.tokens(told.number("cache_creation_input_tokens"));
    long input = AnswerDraft.tokens(told.number("input_tokens")) + read + written;
    long output = AnswerDraft.tokens(told.number("output_tokens"));
    usage =
        new TokenUsage(
            Math.max(usage.input(), input),
            Math.max(usage.output(), output),
            Math.max(usage.cachedRead(), read),
            Math.max(usage.cachedWrite(), written),
            AnswerDraft.tokens(told.object("output_tokens_details").number("thinking_tokens")));
  }
}
