// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What has to hold for every request that an agent makes.
final class Invariants {
  /// The longest content of one message, in characters.
  static final int MAX_CONTENT_CHARS = 1_500_000;

  /// The greatest number of tools.
  static final int MAX_TOOLS = 128;

  private final Dialect dialect;
  private final List<String> violations = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private final Deque<String> unanswered = new ArrayDeque<>();

  private Invariants(Dialect dialect) {
    this.dialect = dialect;
  }

  /// What is wrong with a request; empty where nothing is.
  static List<String> violations(Dialect dialect, String body) {
    Invariants check = new Invariants(dialect);
    try {
      Json.Obj request = JsonReader.readObject(body);
      check.violations.addAll(dialect.violations(request));
      check.request(dialect.neutral(request));
    } catch (JsonException e) {
      check.violations.add("the body is no JSON object: " + e.getMessage());
    }
    return List.copyOf(check.violations);
  }

  private void request(Json.Obj body) {
    require(body.text("model").filter(name -> !name.isBlank()).isPresent(), "no model");
    require(body.isTrue("stream"), "stream is not true");
    tools(body.items("tools"));
    List<Json> messages = body.items("messages");
    require(!messages.isEmpty(), "no messages");
    String before = "";
    for (Json item : messages) {
      if (!(item instanceof Json.Obj message)) {
        violations.add("a message is not an object");
        continue;
      }
      String role = message.text("role").orElse("");
      message(role, before, message);
      before = role;
    }
    require(unanswered.isEmpty(), "calls without an answer: " + unanswered);
    require(!before.equals("assistant"), "the last message is the assistant's");
    require(!before.equals("system"), "there is only a system message");
  }

  private void message(String role, String before, Json.Obj message) {
    String content = message.text("content").orElseGet(() -> parts(message.items("content")));
    require(content.length() <= MAX_CONTENT_CHARS, role + " message of " + content.length());
    if (!role.equals("tool")) {
      require(unanswered.isEmpty(), "a " + role + " message before the answers of " + unanswered);
      unanswered.clear();
    }
    switch (role) {
      case "system" ->
          require(before.isEmpty(), "a system message behind a " + before + " message");
      case "user" -> require(!content.isEmpty(), "an empty user message");
      case "assistant" -> assistant(before, content, message);
      case "tool" -> answer(message);
      default -> violations.add("unknown role: " + role);
    }
  }

  private static String parts(List<Json> parts) {
    return parts.isEmpty() ? "" : new Json.Arr(parts).write();
  }

  private void assistant(String before, String content, Json.Obj message) {
    require(before.equals("user") || before.equals("tool"), "an assistant behind '" + before + "'");
    List<Json> calls = message.items("tool_calls");
    require(!content.isEmpty() || !calls.isEmpty(), "an assistant message that says nothing");
    for (Json item : calls) {
      if (item instanceof Json.Obj call) {
        call(call);
      } else {
        violations.add("a call is not an object");
      }
    }
  }

  private void call(Json.Obj call) {
    Json.Obj function = call.object("function");
    String tool = function.text("name").orElse("");
    require(!tool.isBlank(), "a call without a name");
    switch (dialect) {
      case OpenAiDialect _, AnthropicDialect _, ResponsesDialect _, GeminiDialect _ -> {
        String id = call.text("id").orElse("");
        require(!id.isBlank(), "a call without an id");
        require(ids.add(id), "the id " + id + " is used twice");
        require(call.text("type").orElse("").equals("function"), "a call without its type");
        require(isObject(function.text("arguments").orElse("")), "arguments are no JSON object");
        unanswered.add(id);
      }
      case OllamaDialect _ -> {
        require(
            function.get("arguments").orElse(Json.of(0)) instanceof Json.Obj,
            "arguments are no object");
        unanswered.add(tool);
      }
    }
  }

  private void answer(Json.Obj message) {
    require(message.text("content").isPresent(), "an answer without content");
    String name =
        switch (dialect) {
          case OpenAiDialect _, AnthropicDialect _, ResponsesDialect _, GeminiDialect _ ->
              message.text("tool_call_id").orElse("");
          case OllamaDialect _ -> message.text("tool_name").orElse("");
        };
    require(unanswered.removeFirstOccurrence(name), "an answer that nobody asked for: " + name);
  }

  private void tools(List<Json> tools) {
    require(tools.size() <= MAX_TOOLS, tools.size() + " tools");
    Set<String> names = new HashSet<>();
    for (Json item : tools) {
      Json.Obj function = item instanceof Json.Obj tool ? tool.object("function") : Json.Obj.EMPTY;
      String name = function.text("name").orElse("");
      require(!name.isBlank() && names.add(name), "a tool without a name of its own: " + name);
      require(
          function.object("parameters").text("type").orElse("").equals("object"),
          "the parameters of " + name + " are no object schema");
    }
  }

  private static boolean isObject(String json) {
    try {
      JsonReader.readObject(json);
      return true;
    } catch (JsonException _) {
      return false;
    }
  }

  private void require(boolean holds, String violation) {
    if (!holds) {
      violations.add(violation);
    }
  }
}
