// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.ollama;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.adapter.SendableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Writes requests, with nothing in them that need not be said.
record OllamaRequest(String provider, String model, RequestTuning tuning) {

  /// The whole body.
  ///
  /// @param window the context window to ask for, in tokens
  /// @param effort how much the model is to reason
  String body(Json.Arr messages, Json.Arr tools, long window, ReasoningEffort effort) {
    Json.Builder options = Json.object().put("num_ctx", window);
    tuning.temperatureValue().ifPresent(value -> options.put("temperature", value));
    tuning.maxTokensValue().ifPresent(value -> options.put("num_predict", value));
    Json.Builder body = Json.object().put("model", model).put("messages", messages);
    if (!tools.items().isEmpty()) {
      body.put("tools", tools);
    }
    thinking(effort).ifPresent(value -> body.put("think", value));
    // Servers that know `truncate` then refuse what is too long instead of forgetting its
    // beginning.
    tuning.keepAliveValue().ifPresent(value -> body.put("keep_alive", value));
    return body.put("stream", true)
        .put("truncate", false)
        .put("options", options.build())
        .build()
        .write();
  }

  /// Models of the family gpt-oss know levels; to the others thinking is on or off.
  private Optional<Json> thinking(ReasoningEffort effort) {
    boolean levels = model.startsWith("gpt-oss");
    return switch (effort) {
      case DEFAULT -> Optional.empty();
      case NONE -> Optional.of(levels ? Json.of("low") : new Json.Bool(false));
      case LOW, MEDIUM, HIGH ->
          Optional.of(
              levels ? Json.of(effort.name().toLowerCase(Locale.ROOT)) : new Json.Bool(true));
    };
  }

  /// The tools of a prompt.
  Json.Arr tools(Prompt prompt) {
    return new Json.Arr(prompt.allowedTools().stream().map(OllamaRequest::tool).toList());
  }

  private static Json tool(ToolDefinition tool) {
    Json.Obj function =
        Json.object()
            .put("name", tool.name())
            .put("description", tool.description())
            .put("parameters", tool.schema())
            .build();
    return Json.object().put("type", "function").put("function", function).build();
  }

  /// The messages of a prompt. Reasoning goes back only behind what the person said last, where the
  /// model is still at it.
  Json.Arr messages(Prompt prompt) {
    List<Json> messages = new ArrayList<>();
    if (!prompt.system().isEmpty()) {
      messages.add(message("system", prompt.system()).build());
    }
    int lastUser = -1;
    for (int i = 0; i < prompt.messages().size(); i++) {
      lastUser = prompt.messages().get(i) instanceof Message.User ? i : lastUser;
    }
    for (int i = 0; i < prompt.messages().size(); i++) {
      add(prompt.messages().get(i), i > lastUser, messages);
    }
    return new Json.Arr(messages);
  }

  private static Json.Builder message(String role, String content) {
    return Json.object().put("role", role).put("content", content);
  }

  private void add(Message message, boolean withReasoning, List<Json> messages) {
    switch (message) {
      case Message.User user -> messages.add(user(user));
      case Message.Assistant said -> {
        if (!said.text().isEmpty() || !said.calls().isEmpty()) {
          Json.Builder written = message("assistant", said.text());
          String reasoning = ReasoningBlock.joined(said.reasoningOf(provider));
          if (withReasoning && !reasoning.isEmpty()) {
            written.put("thinking", reasoning);
          }
          if (!said.calls().isEmpty()) {
            written.put(
                "tool_calls",
                new Json.Arr(said.calls().stream().map(OllamaRequest::call).toList()));
          }
          messages.add(written.build());
        }
      }
      case Message.CallResult answer ->
          messages.add(
              message("tool", answer.content())
                  .put("tool_name", SendableText.name(answer.tool()))
                  .build());
    }
  }

  private static Json user(Message.User user) {
    Json.Builder written = message("user", user.text());
    if (!user.images().isEmpty()) {
      written.put("images", Json.texts(user.images().stream().map(PersonImage::base64).toList()));
    }
    return written.build();
  }

  private static Json call(ToolCall call) {
    Json.Obj function =
        Json.object()
            .put("name", SendableText.name(call.tool()))
            .put("arguments", SendableText.arguments(call.arguments()))
            .build();
    return Json.object().put("function", function).build();
  }
}
