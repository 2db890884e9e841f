// Implements: docs/spec/05-providers.md §5.4 (Plug-ins)
package dev.writ.wire.plugin;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.adapter.SendableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Writes a prompt as a plug-in gets it.
///
/// @param provider whose reasoning goes back to it
record PluginRequest(String provider, String model, RequestTuning tuning) {
  /// The line.
  String line(long id, Prompt prompt) {
    Json.Builder request =
        Json.object()
            .put("type", "request")
            .put("id", id)
            .put("model", model)
            .put("system", prompt.system())
            .put("messages", messages(prompt))
            .put("tools", tools(prompt))
            .put("effort", prompt.effort().name().toLowerCase(Locale.ROOT));
    tuning.temperatureValue().ifPresent(value -> request.put("temperature", value));
    tuning.maxTokensValue().ifPresent(value -> request.put("max_tokens", value));
    return request.build().write();
  }

  private static Json tools(Prompt prompt) {
    List<Json> tools = new ArrayList<>();
    for (ToolDefinition tool : prompt.allowedTools()) {
      tools.add(
          Json.object()
              .put("name", tool.name())
              .put("description", tool.description())
              .put("parameters", tool.schema())
              .build());
    }
    return new Json.Arr(tools);
  }

  private Json messages(Prompt prompt) {
    List<Json> messages = new ArrayList<>();
    for (Message message : prompt.messages()) {
      messages.add(
          switch (message) {
            case Message.User user -> user(user);
            case Message.Assistant said -> assistant(said);
            case Message.CallResult answer ->
                Json.object()
                    .put("role", "tool")
                    .put("call_id", answer.callId())
                    .put("tool", answer.tool())
                    .put("text", answer.content())
                    .put("success", answer.success())
                    .build();
          });
    }
    return new Json.Arr(messages);
  }

  private static Json user(Message.User user) {
    Json.Builder message = Json.object().put("role", "user").put("text", user.text());
    if (!user.images().isEmpty()) {
      List<Json> images = new ArrayList<>();
      for (PersonImage image : user.images()) {
        images.add(
            Json.object().put("media_type", image.mediaType()).put("data", image.base64()).build());
      }
      message.put("images", new Json.Arr(images));
    }
    return message.build();
  }

  private Json assistant(Message.Assistant said) {
    Json.Builder message = Json.object().put("role", "assistant").put("text", said.text());
    List<Json> reasoning = new ArrayList<>();
    for (ReasoningBlock block : said.reasoningOf(provider)) {
      reasoning.add(
          Json.object()
              .put("kind", block.kind())
              .put("text", block.text())
              .put("signature", block.signature())
              .build());
    }
    if (!reasoning.isEmpty()) {
      message.put("reasoning", new Json.Arr(reasoning));
    }
    List<Json> calls = new ArrayList<>();
    for (ToolCall call : said.calls()) {
      calls.add(
          Json.object()
              .put("call_id", call.id())
              .put("tool", call.tool())
              .put("arguments", SendableText.arguments(call.arguments()))
              .build());
    }
    return message.put("calls", new Json.Arr(calls)).build();
  }
}
