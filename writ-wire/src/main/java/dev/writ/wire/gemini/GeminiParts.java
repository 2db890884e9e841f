// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.gemini;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.kernel.call.ToolCall;
import dev.writ.wire.adapter.AnswerPart;
import dev.writ.wire.adapter.SendableText;
import java.util.ArrayList;
import java.util.List;

/// The parts of contents. A signature belongs to its part.
///
/// @param demanding whether the model refuses calls whose signatures are missing
record GeminiParts(String provider, boolean demanding) {
  /// The kind of a block whose signature came with the call behind it.
  static final String CALL = "call";

  /// The kind of a block whose signature came with the text before it.
  static final String TEXT = "text";

  /// States that another model made a call, so that there is no signature.
  private static final String UNSIGNED = "skip_thought_signature_validator";

  static Json text(String text) {
    return Json.object().put("text", text).build();
  }

  List<Json> of(Message message) {
    return switch (message) {
      case Message.User user -> user(user);
      case Message.CallResult answer -> List.of(result(answer));
      case Message.Assistant said -> assistantParts(said);
    };
  }

  private static List<Json> user(Message.User user) {
    List<Json> parts = new ArrayList<>();
    for (PersonImage image : user.images()) {
      Json data =
          Json.object().put("mimeType", image.mediaType()).put("data", image.base64()).build();
      parts.add(Json.object().put("inlineData", data).build());
    }
    if (!user.text().isEmpty()) {
      parts.add(text(user.text()));
    }
    return parts;
  }

  private static Json result(Message.CallResult answer) {
    Json response =
        Json.object().put(answer.success() ? "output" : "error", answer.content()).build();
    return Json.object()
        .put(
            "functionResponse",
            Json.object()
                .put("id", answer.callId())
                .put("name", SendableText.name(answer.tool()))
                .put("response", response)
                .build())
        .build();
  }

  private List<Json> assistantParts(Message.Assistant said) {
    List<Json> parts = new ArrayList<>();
    String signature = "";
    boolean first = demanding;
    for (AnswerPart part : AnswerPart.of(said, provider)) {
      switch (part) {
        case AnswerPart.TextPart(String text) -> parts.add(text(text));
        case AnswerPart.Reasoned(ReasoningBlock block) -> {
          if (block.kind().equals(CALL)) {
            signature = block.signature();
          } else {
            String before =
                parts.isEmpty() || !(parts.getLast() instanceof Json.Obj last)
                    ? ""
                    : last.text("text").orElse("");
            if (!before.isEmpty()) {
              parts.removeLast();
            }
            parts.add(
                Json.object()
                    .put("text", before)
                    .put("thoughtSignature", block.signature())
                    .build());
          }
        }
        case AnswerPart.CallPart(ToolCall call) -> {
          parts.add(call(call, signature.isEmpty() && first ? UNSIGNED : signature));
          first = false;
          signature = "";
        }
      }
    }
    return parts;
  }

  private static Json call(ToolCall call, String signature) {
    Json.Builder part =
        Json.object()
            .put(
                "functionCall",
                Json.object()
                    .put("id", call.id())
                    .put("name", SendableText.name(call.tool()))
                    .put("args", SendableText.arguments(call.arguments()))
                    .build());
    return signature.isEmpty() ? part.build() : part.put("thoughtSignature", signature).build();
  }
}
