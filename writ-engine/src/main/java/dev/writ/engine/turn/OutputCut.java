// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.turn;

import dev.writ.base.json.Json;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.ToolResult;

/// A tool's result, cut to the limit of a conversation; head and tail of its output remain.
///
/// @param result with no longer a text, or message where it failed, and with the size that it had
/// @param text the result's; the JSON of a failure is cut by itself, because it escapes characters
record OutputCut(ToolResult result, String text) {
  static OutputCut of(ToolResult result, int maxChars) {
    ToolResult cut = cut(result, maxChars);
    return new OutputCut(
        cut, cut instanceof ToolResult.Success ? cut.content() : cut(cut.content(), maxChars));
  }

  private static ToolResult cut(ToolResult result, int maxChars) {
    return switch (result) {
      case ToolResult.Success(String output, boolean _, Json.Obj metadata)
          when output.length() > maxChars ->
          new ToolResult.Success(
              cut(output, maxChars), true, sized(metadata, output.length()).build());
      case ToolResult.Failure(ToolError error, Json.Obj metadata)
          when error.message().length() > maxChars ->
          new ToolResult.Failure(
              new ToolError(error.code(), cut(error.message(), maxChars), error.requiredAction()),
              sized(metadata, error.message().length()).put("cut", true).build());
      case ToolResult.Success _, ToolResult.Failure _ -> result;
    };
  }

  /// Keeps a recorded size, which is that of the uncut output.
  private static Json.Builder sized(Json.Obj metadata, int size) {
    Json.Builder facts = Json.object().put("original_size", size);
    metadata.members().forEach(facts::put);
    return facts;
  }

  /// The head and the tail of a text.
  static String cut(String output, int maxChars) {
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
