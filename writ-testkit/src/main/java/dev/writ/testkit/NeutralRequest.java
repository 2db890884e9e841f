// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.List;

/// A request of any wire in the form of Chat Completions, so that one set of invariants judges all
/// of them.
final class NeutralRequest {
  private final List<Json> messages = new ArrayList<>();
  private final List<Json> tools = new ArrayList<>();

  void message(String role, String content) {
    messages.add(Json.object().put("role", role).put("content", content).build());
  }

  void assistant(String content, List<Json> calls) {
    messages.add(
        Json.object()
            .put("role", "assistant")
            .put("content", content)
            .put("tool_calls", new Json.Arr(calls))
            .build());
  }

  /// @param arguments as the wire has them: an object, or its text
  static Json call(String id, String name, Json arguments) {
    String text = arguments instanceof Json.Text(String raw) ? raw : arguments.write();
    return Json.object()
        .put("id", id)
        .put("type", "function")
        .put("function", Json.object().put("name", name).put("arguments", text).build())
        .build();
  }

  void answer(String id, Json content) {
    Json.Builder answer = Json.object().put("role", "tool").put("tool_call_id", id);
    messages.add(
        (content instanceof Json.Null ? answer : answer.put("content", text(content))).build());
  }

  private static String text(Json content) {
    return content instanceof Json.Text(String text) ? text : content.write();
  }

  void tool(String name, Json schema) {
    tools.add(
        Json.object()
            .put("function", Json.object().put("name", name).put("parameters", schema).build())
            .build());
  }

  Json.Obj written(String model, boolean stream) {
    return Json.object()
        .put("model", model)
        .put("stream", stream)
        .put("messages", new Json.Arr(messages))
        .put("tools", new Json.Arr(tools))
        .build();
  }
}
