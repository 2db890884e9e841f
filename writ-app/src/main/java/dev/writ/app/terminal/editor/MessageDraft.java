// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

/// A message that is being written. Pasted text of many lines is one character of the private use
/// area in it, which stands for its place in [PastedTexts].
///
/// @param cursor before which character the cursor is
public record MessageDraft(String text, int cursor) {
  /// Nothing is written.
  public static final MessageDraft EMPTY = new MessageDraft("", 0);

  /// With a text in place of what is between two indexes; the cursor behind it.
  public MessageDraft replaced(int from, int to, String instead) {
    return new MessageDraft(
        text.substring(0, from) + instead + text.substring(to), from + instead.length());
  }

  /// With the cursor elsewhere.
  public MessageDraft at(int place) {
    return new MessageDraft(text, Math.clamp(place, 0, text.length()));
  }

  /// The start of the cursor's line.
  public int lineStart() {
    return text.lastIndexOf('\n', cursor - 1) + 1;
  }

  /// The end of the cursor's line.
  public int lineEnd() {
    int end = text.indexOf('\n', cursor);
    return end < 0 ? text.length() : end;
  }

  /// The start of the word before the cursor.
  public int wordStart() {
    int at = cursor;
    while (at > 0 && !isWord(text.charAt(at - 1))) {
      at--;
    }
    while (at > 0 && isWord(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  /// The end of the word after the cursor.
  public int wordEnd() {
    int at = cursor;
    while (at < text.length() && !isWord(text.charAt(at))) {
      at++;
    }
    while (at < text.length() && isWord(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || Character.isSurrogate(c);
  }
}
