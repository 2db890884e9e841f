// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.turn;

import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.json.Json;

/// Cuts a tool's output to what a conversation can bear, keeping head and tail.
final class OutputCut {
  private OutputCut() {}

  /// The result with no longer a message where it failed: a session keeps that apart from the
  /// text.
  static ToolResult of(ToolResult result, int maxChars) {
    return switch (result) {
      case ToolResult.Success success -> success;
      case ToolResult.Failure(ToolError error, Json.Obj metadata)
          when error.message().length() > maxChars -> {
        Json.Builder facts = Json.object().put("original_size", error.message().length());
        metadata.members().forEach(facts::put);
        yield new ToolResult.Failure(
            new ToolError(error.code(), of(error.message(), maxChars), error.requiredAction()),
            facts.put("cut", true).build());
      }
      case ToolResult.Failure failure -> failure;
    };
  }

  static String of(String output, int maxChars) {
    if (output.length() <= maxChars) {
      return output;
    }
    int head = boundary(output, maxChars * 2 / 3);
    int tail = boundary(output, output.length() - maxChars / 3);
    return "%s%n[%d of %d characters cut here; ask for a smaller part]%n%s"
        .formatted(output.substring(0, head), tail - head, output.length(), output.substring(tail));
  }

  /// Not between the halves of a surrogate pair.
  private static int boundary(String text, int index) {
    return Character.isLowSurrogate(text.charAt(index)) ? index + 1 : index;
  }
}
