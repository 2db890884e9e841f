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

/// Google's `streamGenerateContent` as server-sent events.
record GeminiDialect() implements Dialect {
  /// The signature of the first call of every answer.
  static final String SIGNATURE = "c2NyaXB0ZWQ=";

  private static final Json NULL = new Json.Null();

  @Override
  public List<DialectEvent> events(PlainAnswer say, AnswerFault how, int request) {
    List<DialectEvent> events = new ArrayList<>();
    if (how == AnswerFault.NULLS) {
      events.add(
          part(
              EventContent.SAID,
              Json.object().put("text", NULL).put("functionCall", NULL).build()));
    }
    for (String piece : Dialect.pieces(say.reasoning())) {
      events.add(
          part(EventContent.SAID, Json.object().put("text", piece).put("thought", true).build()));
    }
    for (String piece : Dialect.pieces(say.text(), how)) {
      events.add(part(EventContent.SAID, Json.object().put("text", piece).build()));
    }
    for (int i = 0; i < say.calls().size(); i++) {
      Json.Builder part =
          Json.object().put("functionCall", call(say.calls().get(i), how, request, i));
      events.add(
          part(
              EventContent.CALL, (i > 0 ? part : part.put("thoughtSignature", SIGNATURE)).build()));
    }
    String finish =
        switch (say.finish()) {
          case "" -> "STOP";
          case "length" -> "MAX_TOKENS";
          default -> say.finish();
        };
    Json candidate =
        Json.object()
            .put("content", content(Json.object().put("text", "").build()))
            .put("finishReason", finish)
            .put("index", 0)
            .build();
    Json.Obj last =
        Json.object()
            .put("candidates", new Json.Arr(List.of(candidate)))
            .put("usageMetadata", usage(say, how))
            .build();
    events.add(new DialectEvent(EventContent.FINISH, "data: " + last.write() + "\n\n"));
    return events;
  }

  private static Json call(ScriptedCall call, AnswerFault how, int request, int index) {
    Json.Builder written = Json.object();
    String made = call.id().isEmpty() ? "fc_" + request + "_" + index : call.id();
    switch (how) {
      case NULLS -> written.put("id", NULL);
      case NO_IDS -> {}
      case SAME_IDS -> written.put("id", "fc_same");
      default -> written.put("id", made);
    }
    Json arguments;
    try {
      arguments = JsonReader.read(call.arguments());
    } catch (JsonException _) {
      arguments = Json.of(call.arguments());
    }
    return written.put("name", call.tool()).put("args", arguments).build();
  }

  private static Json content(Json part) {
    return Json.object().put("parts", new Json.Arr(List.of(part))).put("role", "model").build();
  }

  private static DialectEvent part(EventContent what, Json part) {
    Json candidate = Json.object().put("content", content(part)).put("index", 0).build();
    Json.Obj chunk =
        Json.object()
            .put("candidates", new Json.Arr(List.of(candidate)))
            .put("modelVersion", "scripted")
            .build();
    return new DialectEvent(what, "data: " + chunk.write() + "\n\n");
  }

  private static Json usage(PlainAnswer say, AnswerFault how) {
    return how == AnswerFault.ODD_USAGE
        ? Json.object()
            .put("promptTokenCount", -5)
            .put("candidatesTokenCount", "many")
            .put("thoughtsTokenCount", new Json.Num("1.5"))
            .put("cachedContentTokenCount", NULL)
            .build()
        : Json.object()
            .put("promptTokenCount", say.usage().input())
            .put("cachedContentTokenCount", say.usage().cached())
            .put("candidatesTokenCount", say.usage().output())
            .put("totalTokenCount", say.usage().input() + say.usage().output())
            .build();
  }

  @Override
  public String mediaType() {
    return "text/event-stream";
  }

  @Override
  public String errorEvent(String message) {
    Json error =
        Json.object().put("code", 503).put("message", message).put("status", "UNAVAILABLE").build();
    return "data: " + Json.object().put("error", error).build().write() + "\n\n";
  }

  @Override
  public String nullEvent() {
    return """
    data: {"candidates":null,"usageMetadata":null,"promptFeedback":null}

    data: {"candidates":[{"content":null,"finishReason":"STOP"}]}

    """;
  }

  @Override
  public String comment() {
    return ": keep-alive\n\nevent: message\nid: 7\nretry: 3000\nunknown\n";
  }

  @Override
  public Json.Obj error(String message, String code) {
    Json.Obj error =
        Json.object().put("code", 400).put("message", message).put("status", code).build();
    return Json.object().put("error", error).build();
  }

  @Override
  public Json.Obj contextTooLong() {
    return error(
        "The input token count (9001) exceeds the maximum number of tokens allowed (8192).",
        "INVALID_ARGUMENT");
  }

  @Override
  public Json.Obj neutral(Json.Obj body) {
    NeutralRequest neutral = new NeutralRequest();
    String system = texts(body.object("systemInstruction").items("parts"));
    if (!system.isEmpty()) {
      neutral.message("system", system);
    }
    for (Json item : body.items("contents")) {
      Json.Obj content = item instanceof Json.Obj object ? object : Json.Obj.EMPTY;
      List<Json> parts = content.items("parts");
      if (content.text("role").orElse("").equals("model")) {
        neutral.assistant(texts(parts), calls(parts));
      } else {
        user(parts, neutral);
      }
    }
    for (Json item : body.items("tools")) {
      for (Json function : ((Json.Obj) item).items("functionDeclarations")) {
        Json.Obj tool = (Json.Obj) function;
        neutral.tool(tool.text("name").orElse(""), tool.object("parametersJsonSchema"));
      }
    }
    return neutral.written("in the path", true);
  }

  private static void user(List<Json> parts, NeutralRequest neutral) {
    StringBuilder text = new StringBuilder();
    for (Json item : parts) {
      Json.Obj part = (Json.Obj) item;
      Json.Obj response = part.object("functionResponse");
      if (response.members().isEmpty()) {
        text.append(part.text("text").orElse(""));
        text.append(part.get("inlineData").isPresent() ? "(image)" : "");
      } else {
        Json.Obj result = response.object("response");
        neutral.answer(
            response.text("id").orElse(""),
            result.get("output").or(() -> result.get("error")).orElse(NULL));
      }
    }
    if (!text.isEmpty()) {
      neutral.message("user", text.toString());
    }
  }

  private static List<Json> calls(List<Json> parts) {
    List<Json> calls = new ArrayList<>();
    for (Json item : parts) {
      Json.Obj call = ((Json.Obj) item).object("functionCall");
      if (!call.members().isEmpty()) {
        calls.add(
            NeutralRequest.call(
                call.text("id").orElse(""),
                call.text("name").orElse(""),
                call.get("args").orElse(NULL)));
      }
    }
    return calls;
  }

  private static String texts(List<Json> parts) {
    StringBuilder text = new StringBuilder();
    for (Json part : parts) {
      text.append(part instanceof Json.Obj object ? object.text("text").orElse("") : "");
    }
    return text.toString();
  }

  /// Roles alternate, and a part has one kind of content.
  @Override
  public List<String> violations(Json.Obj body) {
    List<String> violations = new ArrayList<>();
    String before = "model";
    for (Json item : body.items("contents")) {
      Json.Obj content = (Json.Obj) item;
      String role = content.text("role").orElse("");
      if (role.equals(before)) {
        violations.add("two contents of the role " + role);
      }
      before = role;
      for (Json part : content.items("parts")) {
        long kinds =
            ((Json.Obj) part)
                .members().keySet().stream()
                    .filter(name -> !name.equals("thoughtSignature") && !name.equals("thought"))
                    .count();
        if (kinds != 1) {
          violations.add("a part with " + kinds + " kinds of content");
        }
      }
    }
    return violations;
  }
}
