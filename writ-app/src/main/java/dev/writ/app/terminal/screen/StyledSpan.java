// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import dev.writ.base.value.DisplayText;

/// A piece of a line in one role. Its text is escaped, whatever its source: there is no other way
/// to the screen.
public record StyledSpan(TextRole role, String text) {
  private static final String TAB = "    ";

  public StyledSpan {
    text = inert(text);
  }

  /// Text that stays on its line and moves no cursor.
  static String inert(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= 0x7F) {
        return DisplayText.text(text.replace("\t", TAB).replace('\n', ' '));
      }
    }
    return text;
  }

  /// Ordinary text.
  public static StyledSpan of(String text) {
    return new StyledSpan(TextRole.TEXT, text);
  }
}
