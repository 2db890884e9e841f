// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.anthropic;

import dev.writ.engine.model.Image;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.json.Json;
import dev.writ.wire.adapter.Sendable;
import java.util.ArrayList;
import java.util.List;

/// The blocks of which messages consist. The API refuses blocks of text that are empty.
final class AnthropicBlocks {
  /// The kind of a block of readable reasoning.
  static final String THINKING = "thinking";

  /// The kind of a block of encrypted reasoning; its data are the signature.
  static final String REDACTED = "redacted_thinking";

  private AnthropicBlocks() {}

  static Json text(String text) {
    return Json.object().put("type", "text").put("text", text).build();
  }

  static Json image(Image image) {
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

  static Json result(Message.Answer answer) {
    Json.Builder result =
        Json.object()
            .put("type", "tool_result")
            .put("tool_use_id", Sendable.id(answer.callId()))
            .put("content", answer.content());
    return answer.success() ? result.build() : result.put("is_error", true).build();
  }

  /// What the model said, reasoning of this provider where it stood.
  static List<Json> said(Message.Assistant said, String provider) {
    List<Json> blocks = new ArrayList<>();
    int chars = 0;
    int calls = 0;
    for (ReasoningBlock block : said.reasoningOf(provider)) {
      if (block.signature().isEmpty()) {
        continue;
      }
      int to = Math.max(chars, Math.min(block.charsBefore(), said.text().length()));
      text(said.text().substring(chars, to), blocks);
      chars = to;
      int until = Math.max(calls, Math.min(block.callsBefore(), said.calls().size()));
      if (until > calls) {
        text(said.text().substring(chars), blocks);
        chars = said.text().length();
      }
      calls(said.calls().subList(calls, until), blocks);
      calls = until;
      blocks.add(reasoning(block));
    }
    text(said.text().substring(chars), blocks);
    calls(said.calls().subList(calls, said.calls().size()), blocks);
    boolean onlyReasoning = said.text().isBlank() && said.calls().isEmpty();
    return onlyReasoning ? List.of() : blocks;
  }

  private static void text(String text, List<Json> blocks) {
    if (!text.isBlank()) {
      blocks.add(text(text));
    }
  }

  private static void calls(List<ToolCall> calls, List<Json> blocks) {
    for (ToolCall call : calls) {
      blocks.add(
          Json.object()
              .put("type", "tool_use")
              .put("id", Sendable.id(call.id()))
              .put("name", Sendable.name(call.tool()))
              .put("input", Sendable.arguments(call.arguments()))
              .build());
    }
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
