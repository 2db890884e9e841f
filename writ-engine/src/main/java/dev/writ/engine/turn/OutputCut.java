// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.turn;

/// Cuts a tool's output to what a conversation can bear, keeping head and tail.
final class OutputCut {
  private OutputCut() {}

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
