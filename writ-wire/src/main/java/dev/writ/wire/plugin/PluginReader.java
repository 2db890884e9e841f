// Implements: docs/spec/05-providers.md §5.4 (Plug-ins)
package dev.writ.wire.plugin;

import dev.writ.base.json.Json;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.wire.adapter.AnswerDraft;
import dev.writ.wire.adapter.CallIds;
import dev.writ.wire.http.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads one answer. It is complete with `done` and with nothing else.
final class PluginReader {
  /// The greatest number of calls in one answer.
  private static final int MAX_CALLS = 128;

  /// The greatest number of notices in one answer.
  private static final int MAX_NOTICES = 20;

  private static final long MAX_WAIT_SECONDS = Duration.ofDays(30).toSeconds();

  private final PluginVoice voice;
  private final ReplyListener listener;
  private final CallIds.AnswerIds ids;
  private final AnswerDraft draft;
  private final List<ToolCall> calls = new ArrayList<>();
  private int notices;

  PluginReader(
      AnswerDraft draft, PluginVoice voice, ReplyListener listener, CallIds.AnswerIds ids) {
    this.voice = voice;
    this.listener = listener;
    this.ids = ids;
    this.draft = draft;
  }

  /// Reads to the end of the answer with that number.
  ModelReply read(long id) throws WireException, InterruptedException {
    while (true) {
      Json.Obj event = voice.next(id, "its answer was complete");
      switch (event.text("type").orElse("")) {
        case "text" -> draft.text(event.text("text").orElse(""));
        case "reasoning" -> reasoning(event);
        case "call" -> call(event);
        case "notice" -> notice(event);
        case "done" -> {
          return draft.complete(calls, usage(event.object("usage")), finish(event));
        }
        case "failed" -> throw failed(event);
        default ->
            throw voice.malformed(
                "an event of the unknown type “" + event.text("type").orElse("") + "”");
      }
      Optional<String> excess = draft.excess();
      if (excess.isPresent()) {
        throw voice.malformed(excess.get());
      }
      if (draft.grown()) {
        voice.progressed();
      }
    }
  }

  /// A block begins with its kind and ends with its signature, or with whatever comes next.
  private void reasoning(Json.Obj event) {
    event.text("kind").ifPresent(draft::beginBlock);
    draft.reasoning(event.text("text").orElse(""));
    Optional<String> signature = event.text("signature");
    if (signature.isPresent()) {
      draft.signature(signature.get());
      draft.endBlock();
    }
  }

  private void call(Json.Obj event) throws WireException {
    if (calls.size() == MAX_CALLS) {
      throw voice.malformed("more than " + MAX_CALLS + " calls");
    }
    String tool = event.text("tool").orElse("");
    String arguments =
        switch (event.get("arguments").orElse(Json.Obj.EMPTY)) {
          case Json.Text(String text) -> text;
          case Json.Null _ -> "";
          case Json other -> other.write();
        };
    calls.add(new ToolCall(ids.claim(event.text("call_id").orElse("")), tool, arguments));
    draft.callBegun(tool);
    draft.arguments(arguments);
  }

  private void notice(Json.Obj event) throws WireException {
    if (++notices > MAX_NOTICES) {
      throw voice.malformed("more than " + MAX_NOTICES + " notices");
    }
    listener.notice(voice.masked(event.text("text").orElse("")));
  }

  private FinishReason finish(Json.Obj event) throws WireException {
    String word = event.text("finish").orElse("stop");
    return switch (word) {
      case "stop" -> FinishReason.STOP;
      case "calls" -> FinishReason.CALLS;
      case "length" -> FinishReason.LENGTH;
      case "refused" -> FinishReason.REFUSED;
      default -> throw voice.malformed("the unknown end “" + word + "”");
    };
  }

  private static TokenUsage usage(Json.Obj told) {
    return new TokenUsage(
        AnswerDraft.tokens(told.number("input")),
        AnswerDraft.tokens(told.number("output")),
        AnswerDraft.tokens(told.number("cached")),
        AnswerDraft.tokens(told.number("cache_write")),
        AnswerDraft.tokens(told.number("reasoning")));
  }

  private WireException failed(Json.Obj event) {
    String message = voice.masked(event.text("message").orElse("no reason given"));
    long wait = Math.clamp(event.number("retry_after").orElse(0), 0, MAX_WAIT_SECONDS);
    return new WireException(
        new ProviderError(
            kind(event.text("kind").orElse("")),
            voice.name() + ": " + message,
            Duration.ofSeconds(wait)));
  }

  private static ProviderErrorKind kind(String word) {
    for (ProviderErrorKind kind : ProviderErrorKind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(word)) {
        return kind;
      }
    }
    return ProviderErrorKind.SERVER_ERROR;
  }
}
