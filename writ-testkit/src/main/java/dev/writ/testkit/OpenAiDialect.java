// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import java.util.ArrayList;
import java.util.List;

/// OpenAI's Chat Completions as server-sent events.
record OpenAiDialect() implements Dialect {
  private static final Json NULL = new Json.Null();

  @Override
  public List<DialectEvent> events(PlainAnswer say, AnswerFault how, int request) {
    boolean nulls = how == AnswerFault.NULLS;
    List<DialectEvent> events = new ArrayList<>();
    Json.Builder opening = Json.object().put("role", "assistant").put("content", NULL);
    if (nulls) {
      opening.put("tool_calls", NULL).put("reasoning_content", NULL).put("refusal", NULL);
    }
    events.add(event(EventContent.SAID, chunk(opening.build(), NULL)));
    for (String piece : Dialect.pieces(say.reasoning())) {
      events.add(delta(EventContent.SAID, Json.object().put("reasoning_content", piece)));
    }
    for (String piece : Dialect.pieces(say.text(), how)) {
      events.add(delta(EventContent.SAID, Json.object().put("content", piece)));
    }
    for (int i = 0; i < say.calls().size(); i++) {
      call(say.calls().get(i), i, how, request, events);
    }
    String natural = say.calls().isEmpty() ? "stop" : "tool_calls";
    String finish = say.finish().isEmpty() ? natural : say.finish();
    events.add(event(EventContent.FINISH, chunk(Json.Obj.EMPTY, Json.of(finish))));
    events.add(event(EventContent.END, usage(say, how)));
    events.add(new DialectEvent(EventContent.END, "data: [DONE]\n\n"));
    return events;
  }

  private static void call(
      ScriptedCall call, int index, AnswerFault how, int request, List<DialectEvent> events) {
    Json.Builder opening = Json.object().put("index", index);
    if (how == AnswerFault.NULLS) {
      opening.put("id", NULL);
    } else if (how != AnswerFault.NO_IDS) {
      String made = call.id().isEmpty() ? "call_" + request + "_" + index : call.id();
      opening.put("id", how == AnswerFault.SAME_IDS ? "call_same" : made);
    }
    opening
        .put("type", "function")
        .put("function", Json.object().put("name", call.tool()).put("arguments", "").build());
    events.add(calls(opening.build()));
    for (String piece : Dialect.pieces(call.arguments(), how)) {
      events.add(
          calls(
              Json.object()
                  .put("index", index)
                  .put("function", Json.object().put("arguments", piece).build())
                  .build()));
    }
  }

  private static DialectEvent calls(Json.Obj call) {
    return delta(EventContent.CALL, Json.object().put("tool_calls", new Json.Arr(List.of(call))));
  }

  private static DialectEvent delta(EventContent part, Json.Builder delta) {
    return event(part, chunk(delta.build(), NULL));
  }

  private static Json.Obj chunk(Json.Obj delta, Json finish) {
    Json.Obj choice =
        Json.object().put("index", 0).put("delta", delta).put("finish_reason", finish).build();
    return chunk(List.of(choice)).build();
  }

  /// What every chunk of an answer has, the last one too.
  private static Json.Builder chunk(List<Json> choices) {
    return Json.object()
        .put("id", "chatcmpl-1")
        .put("object", "chat.completion.chunk")
        .put("created", 1)
        .put("model", "scripted")
        .put("choices", new Json.Arr(choices));
  }

  private static Json.Obj usage(PlainAnswer say, AnswerFault how) {
    Json.Builder usage = Json.object();
    if (how == AnswerFault.ODD_USAGE) {
      usage
          .put("prompt_tokens", -5)
          .put("completion_tokens", "many")
          .put("prompt_tokens_details", new Json.Num("1.5"))
          .put("completion_tokens_details", NULL);
    } else {
      usage
          .put("prompt_tokens", say.usage().input())
          .put("completion_tokens", say.usage().output())
          .put("total_tokens", say.usage().input() + say.usage().output())
          .put(
              "prompt_tokens_details",
              Json.object().put("cached_tokens", say.usage().cached()).build());
    }
    return chunk(List.of()).put("usage", usage.build()).build();
  }

  private static DialectEvent event(EventContent part, Json.Obj body) {
    return new DialectEvent(part, "data: " + body.write() + "\n\n");
  }

  @Override
  public String mediaType() {
    return "text/event-stream";
  }

  @Override
  public String errorEvent(String message) {
    return event(EventContent.SAID, error(message, "server_error")).text();
  }

  @Override
  public String nullEvent() {
    return "data: {\"choices\":null}\n\ndata: [DONE]\n\n";
  }

  @Override
  public String comment() {
    return ": keep-alive\n\nevent: message\nid: 7\nretry: 3000\nunknown\n";
  }

  @Override
  public Json.Obj error(String message, String code) {
    return Json.object()
        .put(
            "error",
            Json.object()
                .put("message", message)
                .put("type", "invalid_request_error")
                .put("code", code)
                .build())
        .build();
  }

  @Override
  public Json.Obj contextTooLong() {
    return error(
        "This model's maximum context length is 8192 tokens, but the messages have 9001.",
        "context_length_exceeded");
  }
}
