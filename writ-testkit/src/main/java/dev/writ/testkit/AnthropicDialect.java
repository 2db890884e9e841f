// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import java.util.ArrayList;
import java.util.List;

/// Anthropic's Messages as typed server-sent events.
record AnthropicDialect() implements Dialect {
  /// The signature of every block of reasoning.
  static final String SIGNATURE = "EqQBCgIYAhIM";

  private static final Json NULL = new Json.Null();
  private static final int MAX_CACHE_MARKS = 4;

  @Override
  public List<DialectEvent> events(PlainAnswer say, AnswerFault how, int request) {
    boolean nulls = how == AnswerFault.NULLS;
    List<DialectEvent> events = new ArrayList<>();
    events.add(
        DialectEvent.typed(
            EventContent.SAID, "message_start", Json.object().put("message", start(say, how))));
    int index = 0;
    if (!say.reasoning().isEmpty()) {
      Json.Builder block = Json.object().put("type", "thinking").put("thinking", "");
      events.add(begin(EventContent.SAID, index, block.put("signature", "")));
      for (String piece : Dialect.pieces(say.reasoning())) {
        events.add(delta(EventContent.SAID, index, "thinking_delta", "thinking", piece));
      }
      events.add(delta(EventContent.SAID, index, "signature_delta", "signature", SIGNATURE));
      events.add(stop(EventContent.SAID, index++));
    }
    if (!say.text().isEmpty()) {
      Json.Builder block = Json.object().put("type", "text");
      events.add(
          begin(EventContent.SAID, index, nulls ? block.put("text", NULL) : block.put("text", "")));
      for (String piece : Dialect.pieces(say.text(), how)) {
        events.add(delta(EventContent.SAID, index, "text_delta", "text", piece));
      }
      events.add(stop(EventContent.SAID, index++));
    }
    for (ScriptedCall call : say.calls()) {
      call(call, index++, how, request, events);
    }
    Json.Builder delta = Json.object().put("stop_reason", finish(say)).put("stop_sequence", NULL);
    events.add(
        DialectEvent.typed(
            EventContent.CALL,
            "message_delta",
            Json.object().put("delta", delta.build()).put("usage", outputUsage(say, how))));
    events.add(DialectEvent.typed(EventContent.FINISH, "message_stop", Json.object()));
    return events;
  }

  private static String finish(PlainAnswer say) {
    return switch (say.finish()) {
      case "" -> say.calls().isEmpty() ? "end_turn" : "tool_use";
      case "length" -> "max_tokens";
      default -> say.finish();
    };
  }

  private static Json start(PlainAnswer say, AnswerFault how) {
    Json.Builder usage = Json.object();
    if (how == AnswerFault.ODD_USAGE) {
      usage.put("input_tokens", -5).put("cache_read_input_tokens", "many");
      usage.put("cache_creation_input_tokens", NULL).put("output_tokens", new Json.Num("1.5"));
    } else {
      usage.put("input_tokens", say.usage().input() - say.usage().cached());
      usage.put("cache_read_input_tokens", say.usage().cached());
      usage.put("cache_creation_input_tokens", 0).put("output_tokens", 1);
    }
    return Json.object()
        .put("id", "msg_1")
        .put("type", "message")
        .put("role", "assistant")
        .put("model", "scripted")
        .put("content", new Json.Arr(List.of()))
        .put("stop_reason", NULL)
        .put("stop_sequence", NULL)
        .put("usage", usage.build())
        .build();
  }

  private static Json outputUsage(PlainAnswer say, AnswerFault how) {
    return how == AnswerFault.ODD_USAGE
        ? Json.object().put("output_tokens", "many").build()
        : Json.object().put("output_tokens", say.usage().output()).build();
  }

  private static void call(
      ScriptedCall call, int index, AnswerFault how, int request, List<DialectEvent> events) {
    Json.Builder block = Json.object().put("type", "tool_use");
    String made = call.id().isEmpty() ? "toolu_" + request + "_" + index : call.id();
    switch (how) {
      case NULLS -> block.put("id", NULL);
      case NO_IDS -> {}
      case SAME_IDS -> block.put("id", "toolu_same");
      default -> block.put("id", made);
    }
    block.put("name", call.tool()).put("input", Json.Obj.EMPTY);
    events.add(begin(EventContent.CALL, index, block));
    for (String piece : Dialect.pieces(call.arguments(), how)) {
      events.add(delta(EventContent.CALL, index, "input_json_delta", "partial_json", piece));
    }
    events.add(stop(EventContent.CALL, index));
  }

  private static DialectEvent begin(EventContent part, int index, Json.Builder block) {
    return DialectEvent.typed(
        part,
        "content_block_start",
        Json.object().put("index", index).put("content_block", block.build()));
  }

  private static DialectEvent delta(
      EventContent part, int index, String type, String member, String piece) {
    return DialectEvent.typed(
        part,
        "content_block_delta",
        Json.object()
            .put("index", index)
            .put("delta", Json.object().put("type", type).put(member, piece).build()));
  }

  private static DialectEvent stop(EventContent part, int index) {
    return DialectEvent.typed(part, "content_block_stop", Json.object().put("index", index));
  }

  @Override
  public String mediaType() {
    return "text/event-stream";
  }

  @Override
  public String errorEvent(String message) {
    return "event: error\ndata: " + error(message, "overloaded_error").write() + "\n\n";
  }

  @Override
  public String nullEvent() {
    return """
    data: {"type":"message_start","message":null}

    data: {"type":"content_block_start","index":null,"content_block":null}

    data: {"type":"message_delta","delta":null,"usage":null}

    data: {"type":"message_stop"}

    """;
  }

  @Override
  public String comment() {
    return """
    : keep-alive

    event: ping
    data: {"type":"ping"}

    id: 7
    retry: 3000
    unknown
    """;
  }

  @Override
  public Json.Obj error(String message, String code) {
    return Json.object()
        .put("type", "error")
        .put("error", Json.object().put("type", code).put("message", message).build())
        .put("request_id", "req_1")
        .build();
  }

  @Override
  public Json.Obj contextTooLong() {
    return error("prompt is too long: 9001 tokens > 8192 maximum", "invalid_request_error");
  }

  @Override
  public Json.Obj neutral(Json.Obj body) {
    NeutralRequest neutral = new NeutralRequest();
    String system = texts(body.items("system"));
    if (!system.isEmpty()) {
      neutral.message("system", system);
    }
    for (Json item : body.items("messages")) {
      Json.Obj message = item instanceof Json.Obj object ? object : Json.Obj.EMPTY;
      List<Json> blocks = message.items("content");
      if (message.text("role").orElse("").equals("assistant")) {
        neutral.assistant(texts(blocks), calls(blocks));
      } else {
        user(blocks, neutral);
      }
    }
    for (Json item : body.items("tools")) {
      Json.Obj tool = item instanceof Json.Obj object ? object : Json.Obj.EMPTY;
      neutral.tool(tool.text("name").orElse(""), tool.object("input_schema"));
    }
    return neutral.written(body.text("model").orElse(""), body.isTrue("stream"));
  }

  private static void user(List<Json> blocks, NeutralRequest neutral) {
    List<Json> others = new ArrayList<>();
    for (Json block : blocks) {
      if (type(block).equals("tool_result")) {
        Json.Obj result = (Json.Obj) block;
        neutral.answer(result.text("tool_use_id").orElse(""), result.get("content").orElse(NULL));
      } else {
        others.add(block);
      }
    }
    if (!others.isEmpty()) {
      boolean image = others.stream().anyMatch(block -> type(block).equals("image"));
      neutral.message("user", texts(others) + (image ? "(image)" : ""));
    }
  }

  private static List<Json> calls(List<Json> blocks) {
    List<Json> calls = new ArrayList<>();
    for (Json block : blocks) {
      if (type(block).equals("tool_use")) {
        Json.Obj call = (Json.Obj) block;
        calls.add(
            NeutralRequest.call(
                call.text("id").orElse(""),
                call.text("name").orElse(""),
                call.get("input").orElse(NULL)));
      }
    }
    return calls;
  }

  private static String type(Json block) {
    return block instanceof Json.Obj object ? object.text("type").orElse("") : "";
  }

  private static String texts(List<Json> blocks) {
    StringBuilder text = new StringBuilder();
    for (Json block : blocks) {
      text.append(block instanceof Json.Obj object ? object.text("text").orElse("") : "");
    }
    return text.toString();
  }

  /// What only this API refuses.
  @Override
  public List<String> violations(Json.Obj body) {
    List<String> violations = new ArrayList<>();
    if (body.number("max_tokens").orElse(0) <= 0) {
      violations.add("no max_tokens");
    }
    if (body.write().split("\"cache_control\"", -1).length - 1 > MAX_CACHE_MARKS) {
      violations.add("more than " + MAX_CACHE_MARKS + " cache marks");
    }
    String before = "assistant";
    for (Json item : body.items("messages")) {
      Json.Obj message = item instanceof Json.Obj object ? object : Json.Obj.EMPTY;
      String role = message.text("role").orElse("");
      if (role.equals(before)) {
        violations.add("two messages of the role " + role);
      }
      before = role;
      boolean others = false;
      for (Json block : message.items("content")) {
        boolean result = type(block).equals("tool_result");
        if (result && others) {
          violations.add("a result behind something else");
        }
        others |= !result;
        if (type(block).equals("text") && ((Json.Obj) block).text("text").orElse("").isBlank()) {
          violations.add("an empty block of text");
        }
        if (type(block).equals("thinking")
            && ((Json.Obj) block).text("signature").orElse("").isEmpty()) {
          violations.add("reasoning without a signature");
        }
      }
    }
    return violations;
  }
}
