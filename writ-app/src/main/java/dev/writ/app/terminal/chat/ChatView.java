// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

/// What a person wants to see of a chat.
///
/// @param calls whether calls get a line (`ui.show_tool_calls`)
/// @param tokens whether the tokens of a turn are shown (`ui.show_token_usage`)
/// @param colors whether there are colours (`ui.color`)
public record ChatView(boolean calls, boolean tokens, boolean colors) {
  /// Everything.
  public static final ChatView WHOLE =
      new ChatView(/* calls= */ true, /* tokens= */ true, /* colors= */ true);
}
