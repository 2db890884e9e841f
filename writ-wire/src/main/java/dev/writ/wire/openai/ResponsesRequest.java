// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.openai;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.wire.adapter.AnswerPart;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.adapter.SendableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Writes requests of the Responses API.
record ResponsesRequest(String provider, String model, RequestTuning tuning) {
  private static final int MAX_ID_CHARS = 64;

  /// The body for a prompt.
  String body(Prompt prompt) {
    Json.Builder body = Json.object().put("model", model);
    if (!prompt.system().isEmpty()) {
      body.put("instructions", prompt.system());
    }
    List<Json> input = new ArrayList<>();
    for (Message message : prompt.messages()) {
      add(message, input);
    }
    body.put("input", new Json.Arr(input));
    List<ToolDefinition> callable = prompt.allowedTools();
    if (!callable.isEmpty()) {
      List<Json> tools = new ArrayList<>(callable.size());
      for (ToolDefinition tool : callable) {
        tools.add(tool(tool));
      }
      body.put("tools", new Json.Arr(tools));
    }
    tuning.temperatureValue().ifPresent(value -> body.put("temperature", value));
    tuning.maxTokensValue().ifPresent(value -> body.put("max_output_tokens", value));
    if (prompt.effort() != ReasoningEffort.DEFAULT) {
      body.put(
          "reasoning",
          Json.object()
              .put("effort", prompt.effort().name().toLowerCase(Locale.ROOT))
              .put("summary", "auto")
              .build());
    }
    if (reasons()) {
      body.put("include", Json.texts(List.of("reasoning.encrypted_content")));
    }
    return body.put("store", false).put("stream", true).build().write();
  }

  /// Whether the model reasons; others refuse to be asked for its encrypted form.
  private boolean reasons() {
    return !model.startsWith("gpt-3")
        && !model.startsWith("gpt-4")
        && !model.startsWith("chatgpt")
        && !model.contains("-chat");
  }

  private static Json tool(ToolDefinition tool) {
    return Json.object()
        .put("type", "function")
        .put("name", tool.name())
        .put("description", tool.description())
        .put("parameters", tool.schema())
        .put("strict", false)
        .build();
  }

  private void add(Message message, List<Json> input) {
    switch (message) {
      case Message.User user -> input.add(user(user));
      case Message.CallResult answer ->
          input.add(
              Json.object()
                  .put("type", "function_call_output")
                  .put("call_id", SendableText.id(answer.callId(), MAX_ID_CHARS))
                  .put("output", answer.content())
                  .build());
      case Message.Assistant said -> {
        for (AnswerPart part : AnswerPart.of(said, provider)) {
          switch (part) {
            case AnswerPart.TextPart(String text) ->
                input.add(Json.object().put("role", "assistant").put("content", text).build());
            case AnswerPart.CallPart(ToolCall call) -> input.add(call(call));
            case AnswerPart.Reasoned(ReasoningBlock block) -> reasoning(block, input);
          }
        }
      }
    }
  }

  private static Json user(Message.User user) {
    if (user.images().isEmpty()) {
      return Json.object().put("role", "user").put("content", user.text()).build();
    }
    List<Json> parts = new ArrayList<>();
    if (!user.text().isEmpty()) {
      parts.add(Json.object().put("type", "input_text").put("text", user.text()).build());
    }
    for (PersonImage image : user.images()) {
      parts.add(
          Json.object()
              .put("type", "input_image")
              .put("detail", "auto")
              .put("image_url", SendableText.dataUrl(image))
              .build());
    }
    return Json.object().put("role", "user").put("content", new Json.Arr(parts)).build();
  }

  private static Json call(ToolCall call) {
    return Json.object()
        .put("type", "function_call")
        .put("call_id", SendableText.id(call.id(), MAX_ID_CHARS))
        .put("name", SendableText.name(call.tool()))
        .put("arguments", SendableText.arguments(call.arguments()).write())
        .build();
  }

  /// The signature is what [ResponsesReader] made of the item.
  private static void reasoning(ReasoningBlock block, List<Json> input) {
    Json.Obj item;
    try {
      item = JsonReader.readObject(block.signature());
    } catch (JsonException _) {
      return; // an edited session
    }
    List<Json> summary = new ArrayList<>();
    if (!block.text().isEmpty()) {
      summary.add(Json.object().put("type", "summary_text").put("text", block.text()).build());
    }
    input.add(
        Json.object()
            .put("type", "reasoning")
            .put("id", item.text("id").orElse(""))
            .put("summary", new Json.Arr(summary))
            .put("encrypted_content", item.text("encrypted_content").orElse(""))
            .build());
  }
}
