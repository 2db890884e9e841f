// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Pasted texts of many lines. Each is one character in the draft, so that every key treats it as
/// one, and is shown by its size.
public final class PastedTexts {
  private static final char FIRST = '\uE000';
  private static final char LAST = '\uF8FF';
  private static final int FEW_LINES = 3;
  private static final int FEW_CHARS = 1000;

  private final List<String> texts = new ArrayList<>();

  /// A pasted text's form in a draft: the text itself if it is short.
  String pasted(String text) {
    String plain = clean(text);
    boolean isShort = plain.lines().count() <= FEW_LINES && plain.length() <= FEW_CHARS;
    if (isShort || FIRST + texts.size() > LAST) {
      return plain;
    }
    texts.add(plain);
    return String.valueOf((char) (FIRST + texts.size() - 1));
  }

  /// A text without the characters that stand for others.
  static String clean(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(c >= FIRST && c <= LAST ? '\uFFFD' : c);
    }
    return out.toString();
  }

  /// The placeholder of a pasted text on the screen.
  Optional<String> label(char c) {
    return text(c)
        .map(
            text -> {
              long lines = text.lines().count();
              return lines > 1
                  ? "[pasted " + lines + " lines]"
                  : "[pasted " + text.length() + " characters]";
            });
  }

  private Optional<String> text(char c) {
    int index = c - FIRST;
    return index >= 0 && index < texts.size() ? Optional.of(texts.get(index)) : Optional.empty();
  }

  /// A draft's text with all that was pasted.
  public String expanded(String draft) {
    StringBuilder out = new StringBuilder(draft.length());
    for (int i = 0; i < draft.length(); i++) {
      char c = draft.charAt(i);
      Optional<String> text = text(c);
      if (text.isPresent()) {
        out.append(text.get());
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
