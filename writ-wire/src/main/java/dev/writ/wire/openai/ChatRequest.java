// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.openai;

import dev.writ.engine.model.Message;
import dev.writ.engine.model.Prompt;
import dev.writ.kernel.call.Definition;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.json.Json;
import dev.writ.wire.adapter.Sendable;
import dev.writ.wire.adapter.Tuning;
import java.util.ArrayList;
import java.util.List;

/// Writes requests, with nothing in them that need not be said.
record ChatRequest(String model, Tuning tuning, OpenAiCompatible.Variant variant) {

  /// The body for a prompt.
  String body(Prompt prompt) {
    List<Json> messages = new ArrayList<>();
    if (!prompt.system().isEmpty()) {
      messages.add(message("system", prompt.system()).build());
    }
    for (Message message : prompt.messages()) {
      add(message, messages);
    }
    Json.Builder body = Json.object().put("model", model).put("messages", new Json.Arr(messages));
    if (!prompt.tools().isEmpty()) {
      body.put("tools", new Json.Arr(prompt.tools().stream().map(ChatRequest::tool).toList()));
    }
    tuning.temperatureValue().ifPresent(value -> body.put("temperature", value));
    tuning.maxTokensValue().ifPresent(value -> body.put(variant.limitField(), value));
    body.put("stream", true);
    if (variant.usageOption()) {
      body.put("stream_options", Json.object().put("include_usage", true).build());
    }
    return body.build().write();
  }

  private static Json.Builder message(String role, String content) {
    return Json.object().put("role", role).put("content", content);
  }

  private static void add(Message message, List<Json> messages) {
    switch (message) {
      case Message.User(String text) -> messages.add(message("user", text).build());
      case Message.Assistant assistant -> {
        if (!assistant.text().isEmpty() || !assistant.calls().isEmpty()) {
          messages.add(assistant(assistant));
        }
      }
      case Message.Answer answer ->
          messages.add(
              message("tool", answer.content()).put("tool_call_id", answer.callId()).build());
    }
  }

  private static Json assistant(Message.Assistant said) {
    Json.Builder message = message("assistant", said.text());
    if (said.text().isEmpty()) {
      message.put("content", new Json.Null());
    }
    if (!said.calls().isEmpty()) {
      message.put(
          "tool_calls", new Json.Arr(said.calls().stream().map(ChatRequest::call).toList()));
    }
    return message.build();
  }

  private static Json call(ToolCall call) {
    return Json.object()
        .put("id", call.id())
        .put("type", "function")
        .put(
            "function",
            Json.object()
                .put("name", Sendable.name(call.tool()))
                .put("arguments", Sendable.arguments(call.arguments()).write())
                .build())
        .build();
  }

  /// A tool as both dialects describe it.
  private static Json tool(Definition tool) {
    return Json.object()
        .put("type", "function")
        .put(
            "function",
            Json.object()
                .put("name", tool.name())
                .put("description", tool.description())
                .put("parameters", tool.schema())
                .build())
        .build();
  }
}
