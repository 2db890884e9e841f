// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.anthropic;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.kernel.call.ToolCall;
import dev.writ.wire.adapter.AnswerPart;
import dev.writ.wire.adapter.SendableText;
import java.util.ArrayList;
import java.util.List;

/// The blocks of messages. The API refuses empty blocks of text.
final class AnthropicBlocks {
  /// The kind of a block of readable reasoning.
  static final String THINKING = "thinking";

  /// The kind of a block of encrypted reasoning; its data are the signature.
  static final String REDACTED = "redacted_thinking";

  private AnthropicBlocks() {}

  static Json text(String text) {
    return Json.object().put("type", "text").put("text", text).build();
  }

  static Json image(PersonImage image) {
    return Json.object()
        .put("type", "image")
        .put(
            "source",
            Json.object()
                .put("type", "base64")
                .put("media_type", image.mediaType())
                .put("data", image.base64())
                .build())
        .build();
  }

  static Json result(Message.CallResult answer) {
    Json.Builder result =
        Json.object()
            .put("type", "tool_result")
            .put("tool_use_id", SendableText.id(answer.callId()))
            .put("content", answer.content());
    return answer.success() ? result.build() : result.put("is_error", true).build();
  }

  /// The model's answer, with this provider's reasoning at its place.
  static List<Json> assistantBlocks(Message.Assistant said, String provider) {
    List<Json> blocks = new ArrayList<>();
    for (AnswerPart part : AnswerPart.of(said, provider)) {
      blocks.add(
          switch (part) {
            case AnswerPart.TextPart(String text) -> text(text);
            case AnswerPart.CallPart(ToolCall call) -> call(call);
            case AnswerPart.Reasoned(ReasoningBlock block) -> reasoning(block);
          });
    }
    return blocks;
  }

  private static Json call(ToolCall call) {
    return Json.object()
        .put("type", "tool_use")
        .put("id", SendableText.id(call.id()))
        .put("name", SendableText.name(call.tool()))
        .put("input", SendableText.arguments(call.arguments()))
        .build();
  }

  private static Json reasoning(ReasoningBlock block) {
    return block.kind().equals(REDACTED)
        ? Json.object().put("type", REDACTED).put("data", block.signature()).build()
        : Json.object()
            .put("type", THINKING)
            .put("thinking", block.text())
            .put("signature", block.signature())
            .build();
  }
}
