// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.openai;

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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Reads one answer of the Responses API. It is complete with `response.completed` or
/// `response.incomplete`.
final class ResponsesReader {
  private static final String ITEM_DONE = "response.output_item.done";

  /// They repeat whole what was streamed, and the item that they belong to repeats it once more.
  private static final Set<String> REPETITIONS =
      Set.of(
          "response.output_text.done",
          "response.refusal.done",
          "response.content_part.done",
          "response.function_call_arguments.done",
          "response.reasoning_text.done",
          "response.reasoning_summary_text.done",
          "response.reasoning_summary_part.done");

  private final HttpExchange exchange;
  private final CallIds.AnswerIds ids;
  private final AnswerDraft draft;
  private final CallDrafts calls;
  private final Set<Long> streamed = new HashSet<>();

  /// The items that have begun and not ended.
  private int open;

  /// Which item began last.
  private long last;

  ResponsesReader(
      String provider, HttpExchange exchange, Consumer<AnswerDelta> deltas, CallIds.AnswerIds ids) {
    this.exchange = exchange;
    this.ids = ids;
    this.draft = new AnswerDraft(provider, new AnswerMask(exchange.key()), deltas);
    this.calls = new CallDrafts(draft);
  }

  /// Reads to the end.
  ModelReply read() throws WireException, InterruptedException {
    JsonEvents events = new JsonEvents(exchange, this::isRepetition);
    for (Optional<Json.Obj> next = events.next(); next.isPresent(); next = events.next()) {
      Json.Obj event = next.get();
      switch (event.text("type").orElse("")) {
        case "response.completed" -> {
          return complete(event.object("response"), FinishReason.STOP);
        }
        case "response.incomplete" -> {
          return complete(event.object("response"), incomplete(event.object("response")));
        }
        case "response.failed", "response.cancelled" -> throw failed(event.object("response"));
        case "error" -> throw failed(event);
        case "response.output_item.added" -> {
          open++;
          last = index(event);
          begin(last, event.object("item"));
        }
        case ITEM_DONE -> {
          open--;
          whole(index(event), event.object("item"));
        }
        case "response.output_text.delta", "response.refusal.delta" -> {
          streamed.add(index(event));
          event.text("delta").ifPresent(draft::text);
        }
        case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
            event.text("delta").ifPresent(draft::reasoning);
        case "response.reasoning_summary_part.added" -> {
          if (event.number("summary_index").orElse(0) > 0) {
            draft.reasoning("\n\n");
          }
        }
        case "response.function_call_arguments.delta" ->
            event.text("delta").ifPresent(piece -> calls.add(index(event), piece));
        default -> {
          if (event.get("error").filter(error -> !(error instanceof Json.Null)).isPresent()) {
            throw failed(event);
          }
        }
      }
      draft.reportTo(exchange);
    }
    throw events.ended();
  }

  /// Whether an event of that name has nothing new. The end of an item has nothing where it is the
  /// only one that is open, and its text was streamed.
  private boolean isRepetition(String name) {
    if (name.equals(ITEM_DONE) && open == 1 && streamed.contains(last)) {
      open = 0;
      return true;
    }
    return REPETITIONS.contains(name);
  }

  private static long index(Json.Obj event) {
    return event.number("output_index").orElse(0);
  }

  private void begin(long index, Json.Obj item) throws WireException {
    switch (item.text("type").orElse("")) {
      case "reasoning" -> draft.beginBlock("reasoning");
      case "function_call" -> {
        if (!calls.begin(index, item.text("call_id").orElse(""), item.text("name").orElse(""))) {
          throw exchange.malformed("more than " + CallDrafts.MAX_CALLS + " calls");
        }
      }
      default -> {}
    }
  }

  /// A finished item, with what was not streamed of it.
  private void whole(long index, Json.Obj item) throws WireException {
    switch (item.text("type").orElse("")) {
      case "function_call" -> {
        begin(index, item);
        item.text("arguments").ifPresent(arguments -> calls.whole(index, arguments));
      }
      case "message" -> {
        if (streamed.add(index)) {
          for (Json part : item.items("content")) {
            if (part instanceof Json.Obj said) {
              said.text("text").or(() -> said.text("refusal")).ifPresent(draft::text);
            }
          }
        }
      }
      case "reasoning" -> {
        String encrypted = item.text("encrypted_content").orElse("");
        if (!encrypted.isEmpty()) {
          draft.signature(
              Json.object()
                  .put("id", item.text("id").orElse(""))
                  .put("encrypted_content", encrypted)
                  .build()
                  .write());
        }
        draft.endBlock();
      }
      default -> {}
    }
  }

  private static FinishReason incomplete(Json.Obj response) {
    return response.object("incomplete_details").text("reason").orElse("").equals("content_filter")
        ? FinishReason.REFUSED
        : FinishReason.LENGTH;
  }

  /// The error of a response, or an event that is one itself.
  private WireException failed(Json.Obj carrier) {
    Json told = carrier.get("error").filter(error -> !(error instanceof Json.Null)).orElse(carrier);
    return exchange.error(Json.object().put("error", told).build());
  }

  private ModelReply complete(Json.Obj response, FinishReason finish) throws WireException {
    if (streamed.isEmpty() && calls.isEmpty()) {
      List<Json> output = response.items("output");
      for (int i = 0; i < output.size(); i++) {
        if (output.get(i) instanceof Json.Obj item) {
          whole(i, item);
        }
      }
    }
    draft.reportTo(exchange);
    exchange.done();
    return draft.complete(calls.calls(ids), usage(response.object("usage")), finish);
  }

  private static TokenUsage usage(Json.Obj told) {
    Json.Obj input = told.object("input_tokens_details");
    return new TokenUsage(
        AnswerDraft.tokens(told.number("input_tokens")),
        AnswerDraft.tokens(told.number("output_tokens")),
        AnswerDraft.tokens(input.number("cached_tokens")),
        AnswerDraft.tokens(input.number("cache_write_tokens")),
        AnswerDraft.tokens(told.object("output_tokens_details").number("reasoning_tokens")));
  }
}
