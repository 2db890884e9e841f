// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.gemini;

import dev.writ.base.json.Json;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.TokenUsage;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.AnswerMask;
import dev.writ.wire.adapter.CallDrafts;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.adapter.JsonEvents;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.WireException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads one answer. It is complete with a finish reason; signatures and usage may still follow.
final class GeminiReader {
  /// How long the end of the stream may take once the finish reason is known.
  private static final Duration PATIENCE_AFTER_FINISH = Duration.ofSeconds(2);

  private final HttpExchange exchange;
  private final CallIds.AnswerIds ids;
  private final AnswerDraft draft;
  private final CallDrafts calls;
  private TokenUsage usage = TokenUsage.NONE;
  private @Nullable FinishReason finish;
  private long nextCall;

  GeminiReader(
      String provider, HttpExchange exchange, Consumer<AnswerDelta> deltas, CallIds.AnswerIds ids) {
    this.exchange = exchange;
    this.ids = ids;
    this.draft = new AnswerDraft(provider, new AnswerMask(exchange.key()), deltas);
    this.calls = new CallDrafts(draft);
  }

  /// Reads to the end.
  ModelReply read() throws WireException, InterruptedException {
    JsonEvents events = new JsonEvents(exchange);
    try {
      for (Optional<Json.Obj> chunk = events.next(); chunk.isPresent(); chunk = events.next()) {
        chunk(chunk.get());
        draft.reportTo(exchange);
      }
      exchange.done();
    } catch (WireException e) {
      ProviderErrorKind kind = e.trouble().kind();
      if (finish == null || (kind != ProviderErrorKind.CUT && kind != ProviderErrorKind.TIMEOUT)) {
        throw e;
      }
    }
    if (finish == null) {
      throw events.ended();
    }
    return draft.complete(calls.calls(ids), usage, finish);
  }

  private void chunk(Json.Obj chunk) throws WireException {
    if (chunk.get("error").filter(error -> !(error instanceof Json.Null)).isPresent()) {
      throw exchange.error(chunk);
    }
    Optional<String> blocked = chunk.object("promptFeedback").text("blockReason");
    if (blocked.isPresent()) {
      throw exchange.rejected("refused the prompt: " + blocked.get());
    }
    used(chunk.object("usageMetadata"));
    for (Json item : chunk.items("candidates")) {
      if (item instanceof Json.Obj candidate && candidate.number("index").orElse(0) == 0) {
        for (Json part : candidate.object("content").items("parts")) {
          if (part instanceof Json.Obj object) {
            part(object);
          }
        }
        finish(candidate.text("finishReason").orElse(""));
      }
    }
  }

  private void part(Json.Obj part) throws WireException {
    String signature = part.text("thoughtSignature").orElse("");
    if (part.get("functionCall").orElse(Json.Obj.EMPTY) instanceof Json.Obj call
        && !call.members().isEmpty()) {
      if (!signature.isEmpty()) {
        sign(GeminiParts.CALL, signature);
      }
      call(call);
      return;
    }
    String text = part.text("text").orElse("");
    if (part.isTrue("thought")) {
      draft.reasoning(text);
    } else {
      draft.text(text);
    }
    if (!signature.isEmpty()) {
      sign(GeminiParts.TEXT, signature);
    }
  }

  private void sign(String kind, String signature) {
    draft.beginBlock(kind);
    draft.signature(signature);
    draft.endBlock();
  }

  private void call(Json.Obj call) throws WireException {
    long index = nextCall++;
    if (!calls.begin(index, call.text("id").orElse(""), call.text("name").orElse(""))) {
      throw exchange.malformed("more than " + CallDrafts.MAX_CALLS + " calls");
    }
    Json arguments = call.get("args").orElse(Json.Obj.EMPTY);
    calls.add(
        index,
        switch (arguments) {
          case Json.Text(String text) -> text;
          case Json.Null _ -> "";
          case Json.Obj _, Json.Arr _, Json.Num _, Json.Bool _ -> arguments.write();
        });
  }

  /// The most serious reason applies. A malformed call is not an answer, and a retry mostly helps.
  private void finish(String reason) throws WireException {
    FinishReason told =
        switch (reason) {
          case "" -> null;
          case "MAX_TOKENS", "CONTINUATION" -> FinishReason.LENGTH;
          case "SAFETY",
              "RECITATION",
              "LANGUAGE",
              "BLOCKLIST",
              "PROHIBITED_CONTENT",
              "SPII",
              "IMAGE_SAFETY",
              "IMAGE_PROHIBITED_CONTENT",
              "IMAGE_RECITATION" ->
              FinishReason.REFUSED;
          case "MALFORMED_FUNCTION_CALL",
              "UNEXPECTED_TOOL_CALL",
              "TOO_MANY_TOOL_CALLS",
              "MISSING_THOUGHT_SIGNATURE",
              "MALFORMED_RESPONSE",
              "OTHER" ->
              throw exchange.broken("ended its answer with " + reason);
          default -> FinishReason.STOP;
        };
    if (told != null) {
      finish = finish == null || told.compareTo(finish) > 0 ? told : finish;
      if (exchange.patience().compareTo(PATIENCE_AFTER_FINISH) > 0) {
        exchange.patience(PATIENCE_AFTER_FINISH);
      }
    }
  }

  /// Reasoning is counted apart by the API; here it is part of the output.
  private void used(Json.Obj told) {
    if (!told.members().isEmpty()) {
      long reasoning = AnswerDraft.tokens(told.number("thoughtsTokenCount"));
      usage =
          new TokenUsage(
              AnswerDraft.tokens(told.number("promptTokenCount")),
              AnswerDraft.tokens(told.number("candidatesTokenCount")) + reasoning,
              AnswerDraft.tokens(told.number("cachedContentTokenCount")),
              0,
              reasoning);
    }
  }
}
