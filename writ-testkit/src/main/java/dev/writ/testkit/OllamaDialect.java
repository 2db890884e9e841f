// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import java.util.ArrayList;
import java.util.List;

/// Ollama's native chat: one JSON object per line.
record OllamaDialect() implements Dialect {
  private static final Json NULL = new Json.Null();

  @Override
  public List<DialectEvent> events(PlainAnswer say, AnswerFault how, int request) {
    List<DialectEvent> events = new ArrayList<>();
    if (how == AnswerFault.NULLS) {
      events.add(
          said(
              EventContent.SAID,
              Json.object().put("content", NULL).put("thinking", NULL).put("tool_calls", NULL)));
    }
    for (String piece : Dialect.pieces(say.reasoning())) {
      events.add(said(EventContent.SAID, Json.object().put("content", "").put("thinking", piece)));
    }
    for (String piece : Dialect.pieces(say.text(), how)) {
      events.add(said(EventContent.SAID, Json.object().put("content", piece)));
    }
    for (ScriptedCall call : say.calls()) {
      events.add(
          said(
              EventContent.CALL,
              Json.object()
                  .put("content", "")
                  .put("tool_calls", new Json.Arr(List.of(call(call, how))))));
    }
    Json.Builder last =
        Json.object()
            .put("model", "scripted")
            .put("message", Json.object().put("role", "assistant").put("content", "").build())
            .put("done", true)
            .put("done_reason", say.finish().isEmpty() ? "stop" : say.finish());
    if (how == AnswerFault.ODD_USAGE) {
      last.put("prompt_eval_count", "many").put("eval_count", -3);
    } else {
      last.put("prompt_eval_count", say.usage().input()).put("eval_count", say.usage().output());
    }
    events.add(new DialectEvent(EventContent.FINISH, last.build().write() + "\n"));
    return events;
  }

  private static Json.Obj call(ScriptedCall call, AnswerFault how) {
    Json.Builder written = Json.object();
    if (!call.id().isEmpty() && how != AnswerFault.NO_IDS) {
      written.put("id", call.id());
    }
    if (how == AnswerFault.SAME_IDS) {
      written.put("id", "call_same");
    }
    return written
        .put(
            "function",
            Json.object().put("name", call.tool()).put("arguments", arguments(call)).build())
        .build();
  }

  private static Json arguments(ScriptedCall call) {
    try {
      return JsonReader.read(call.arguments());
    } catch (JsonException _) {
      return Json.of(call.arguments());
    }
  }

  private static DialectEvent said(EventContent part, Json.Builder message) {
    return new DialectEvent(
        part,
        Json.object()
                .put("model", "scripted")
                .put("message", message.put("role", "assistant").build())
                .put("done", false)
                .build()
                .write()
            + "\n");
  }

  @Override
  public String mediaType() {
    return "application/x-ndjson";
  }

  @Override
  public String errorEvent(String message) {
    return error(message, "").write() + "\n";
  }

  @Override
  public String nullEvent() {
    return "{\"message\":null,\"done\":true}\n";
  }

  @Override
  public String comment() {
    return "\n \n";
  }

  @Override
  public Json.Obj error(String message, String code) {
    return Json.object().put("error", message).build();
  }

  @Override
  public Json.Obj contextTooLong() {
    return error("the input length exceeds the context length", "");
  }
}
