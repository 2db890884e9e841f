// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import java.util.ArrayList;
import java.util.List;

/// OpenAI's Responses as typed server-sent events.
record ResponsesDialect() implements Dialect {
  /// The encrypted form of every item of reasoning.
  static final String ENCRYPTED = "gAAAAABscripted";

  private static final Json NULL = new Json.Null();

  @Override
  public List<DialectEvent> events(PlainAnswer say, AnswerFault how, int request) {
    List<DialectEvent> events = new ArrayList<>();
    Json started =
        Json.object()
            .put("id", "resp_1")
            .put("object", "response")
            .put("status", "in_progress")
            .put("output", new Json.Arr(List.of()))
            .build();
    events.add(
        DialectEvent.typed(
            EventContent.SAID, "response.created", Json.object().put("response", started)));
    List<Json> output = new ArrayList<>();
    if (!say.reasoning().isEmpty()) {
      reasoning(say, output, events);
    }
    if (!say.text().isEmpty()) {
      text(say, how, output, events);
    }
    for (ScriptedCall call : say.calls()) {
      call(call, how, request, output, events);
    }
    boolean cut = say.finish().equals("length");
    Json.Builder response =
        Json.object()
            .put("id", "resp_1")
            .put("object", "response")
            .put("status", cut ? "incomplete" : "completed")
            .put("error", NULL)
            .put("output", new Json.Arr(output))
            .put("usage", usage(say, how));
    if (cut) {
      response.put("incomplete_details", Json.object().put("reason", "max_output_tokens").build());
    }
    events.add(
        DialectEvent.typed(
            EventContent.FINISH,
            cut ? "response.incomplete" : "response.completed",
            Json.object().put("response", response.build())));
    return events;
  }

  private static void reasoning(PlainAnswer say, List<Json> output, List<DialectEvent> events) {
    int index = output.size();
    Json.Builder begun = Json.object().put("type", "reasoning").put("id", "rs_1");
    events.add(
        item(
            EventContent.SAID,
            "added",
            index,
            begun.put("summary", new Json.Arr(List.of())).build()));
    Json empty = Json.object().put("type", "summary_text").put("text", "").build();
    events.add(
        DialectEvent.typed(
            EventContent.SAID,
            "response.reasoning_summary_part.added",
            of("rs_1", index).put("summary_index", 0).put("part", empty)));
    for (String piece : Dialect.pieces(say.reasoning())) {
      events.add(
          DialectEvent.typed(
              EventContent.SAID,
              "response.reasoning_summary_text.delta",
              of("rs_1", index).put("summary_index", 0).put("delta", piece)));
    }
    Json summary = Json.object().put("type", "summary_text").put("text", say.reasoning()).build();
    Json whole =
        Json.object()
            .put("type", "reasoning")
            .put("id", "rs_1")
            .put("summary", new Json.Arr(List.of(summary)))
            .put("encrypted_content", ENCRYPTED)
            .build();
    output.add(whole);
    events.add(item(EventContent.SAID, "done", index, whole));
  }

  private static void text(
      PlainAnswer say, AnswerFault how, List<Json> output, List<DialectEvent> events) {
    int index = output.size();
    Json.Builder begun =
        Json.object().put("type", "message").put("id", "msg_1").put("role", "assistant");
    begun.put("content", how == AnswerFault.NULLS ? NULL : new Json.Arr(List.of()));
    events.add(item(EventContent.SAID, "added", index, begun.build()));
    events.add(
        DialectEvent.typed(
            EventContent.SAID,
            "response.content_part.added",
            of("msg_1", index).put("content_index", 0).put("part", part(""))));
    for (String piece : Dialect.pieces(say.text(), how)) {
      events.add(
          DialectEvent.typed(
              EventContent.SAID,
              "response.output_text.delta",
              of("msg_1", index).put("content_index", 0).put("delta", piece)));
    }
    Json part = part(say.text());
    events.add(
        DialectEvent.typed(
            EventContent.SAID,
            "response.output_text.done",
            of("msg_1", index).put("content_index", 0).put("text", say.text())));
    Json whole =
        Json.object()
            .put("type", "message")
            .put("id", "msg_1")
            .put("role", "assistant")
            .put("status", "completed")
            .put("content", new Json.Arr(List.of(part)))
            .build();
    output.add(whole);
    events.add(item(EventContent.SAID, "done", index, whole));
  }

  private static Json.Builder of(String item, int index) {
    return Json.object().put("item_id", item).put("output_index", index);
  }

  private static Json part(String text) {
    return Json.object()
        .put("type", "output_text")
        .put("text", text)
        .put("annotations", new Json.Arr(List.of()))
        .build();
  }

  private static void call(
      ScriptedCall call,
      AnswerFault how,
      int request,
      List<Json> output,
      List<DialectEvent> events) {
    int index = output.size();
    events.add(item(EventContent.CALL, "added", index, item(call, how, request, index, "")));
    for (String piece : Dialect.pieces(call.arguments(), how)) {
      events.add(
          DialectEvent.typed(
              EventContent.CALL,
              "response.function_call_arguments.delta",
              of("fc_" + index, index).put("delta", piece)));
    }
    Json whole = item(call, how, request, index, call.arguments());
    output.add(whole);
    events.add(item(EventContent.CALL, "done", index, whole));
  }

  private static Json item(
      ScriptedCall call, AnswerFault how, int request, int index, String arguments) {
    Json.Builder item = Json.object().put("type", "function_call").put("id", "fc_" + index);
    String made = call.id().isEmpty() ? "call_" + request + "_" + index : call.id();
    switch (how) {
      case NULLS -> item.put("call_id", NULL);
      case NO_IDS -> {}
      case SAME_IDS -> item.put("call_id", "call_same");
      default -> item.put("call_id", made);
    }
    return item.put("name", call.tool()).put("arguments", arguments).build();
  }

  private static Json usage(PlainAnswer say, AnswerFault how) {
    if (how == AnswerFault.ODD_USAGE) {
      return Json.object()
          .put("input_tokens", -5)
          .put("output_tokens", "many")
          .put("input_tokens_details", new Json.Num("1.5"))
          .put("output_tokens_details", NULL)
          .build();
    }
    return Json.object()
        .put("input_tokens", say.usage().input())
        .put(
            "input_tokens_details",
            Json.object().put("cached_tokens", say.usage().cached()).build())
        .put("output_tokens", say.usage().output())
        .put("total_tokens", say.usage().input() + say.usage().output())
        .build();
  }

  private static DialectEvent item(EventContent part, String what, int index, Json item) {
    return DialectEvent.typed(
        part,
        "response.output_item." + what,
        Json.object().put("output_index", index).put("item", item));
  }

  @Override
  public String mediaType() {
    return "text/event-stream";
  }

  @Override
  public String errorEvent(String message) {
    return DialectEvent.typed(
            EventContent.SAID,
            "error",
            Json.object().put("code", "server_error").put("message", message).put("param", NULL))
        .text();
  }

  @Override
  public String nullEvent() {
    return """
    data: {"type":"response.output_item.added","output_index":null,"item":null}

    data: {"type":"response.output_text.delta","delta":null}

    data: {"type":"response.completed","response":null}

    """;
  }

  @Override
  public String comment() {
    return ": keep-alive\n\nevent: keepalive\ndata: {\"type\":\"keepalive\"}\n\nid: 7\nunknown\n";
  }

  @Override
  public Json.Obj error(String message, String code) {
    return new OpenAiDialect().error(message, code);
  }

  @Override
  public Json.Obj contextTooLong() {
    return error("Your input exceeds the context window of this model.", "context_length_exceeded");
  }

  @Override
  public Json.Obj neutral(Json.Obj body) {
    NeutralRequest neutral = new NeutralRequest();
    body.text("instructions").ifPresent(text -> neutral.message("system", text));
    String said = "";
    List<Json> calls = new ArrayList<>();
    for (Json item : body.items("input")) {
      Json.Obj input = item instanceof Json.Obj object ? object : Json.Obj.EMPTY;
      String type = input.text("type").orElse("message");
      boolean assistant = input.text("role").orElse("").equals("assistant");
      if (type.equals("function_call")) {
        calls.add(
            NeutralRequest.call(
                input.text("call_id").orElse(""),
                input.text("name").orElse(""),
                input.get("arguments").orElse(NULL)));
      } else if (assistant) {
        said = input.text("content").orElse("");
      } else if (!type.equals("reasoning")) {
        flush(said, calls, neutral);
        said = "";
        calls = new ArrayList<>();
        other(type, input, neutral);
      }
    }
    flush(said, calls, neutral);
    for (Json item : body.items("tools")) {
      Json.Obj tool = item instanceof Json.Obj object ? object : Json.Obj.EMPTY;
      neutral.tool(tool.text("name").orElse(""), tool.object("parameters"));
    }
    return neutral.written(body.text("model").orElse(""), body.isTrue("stream"));
  }

  private static void flush(String said, List<Json> calls, NeutralRequest neutral) {
    if (!said.isEmpty() || !calls.isEmpty()) {
      neutral.assistant(said, calls);
    }
  }

  private static void other(String type, Json.Obj input, NeutralRequest neutral) {
    if (type.equals("function_call_output")) {
      neutral.answer(input.text("call_id").orElse(""), input.get("output").orElse(NULL));
    } else {
      Json content = input.get("content").orElse(NULL);
      neutral.message(
          input.text("role").orElse(""),
          content instanceof Json.Text(String text) ? text : content.write());
    }
  }

  @Override
  public List<String> violations(Json.Obj body) {
    List<String> violations = new ArrayList<>();
    if (!body.get("store").orElse(NULL).equals(Json.of(false))) {
      violations.add("the conversation would be stored");
    }
    for (Json item : body.items("input")) {
      if (item instanceof Json.Obj input
          && input.text("type").orElse("").equals("reasoning")
          && (input.text("encrypted_content").orElse("").isEmpty()
              || input.text("id").orElse("").isEmpty()
              || input.get("summary").isEmpty())) {
        violations.add("reasoning that is not whole");
      }
    }
    return violations;
  }
}
