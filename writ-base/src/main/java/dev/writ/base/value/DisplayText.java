// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.base.value;

import dev.writ.base.json.InvisibleCharacters;
import java.util.BitSet;

/// Makes text from models, tools and files harmless to show: every control character, terminal
/// escape, bidirectional override and invisible character becomes visible.
public final class DisplayText {
  /// Characters of names that stand in no sentence behind a letter but at its end.
  private static final String JOINING = "/._-+@=~%#$&*?^";

  private DisplayText() {}

  /// Text of several lines; tabs, line ends and emoji of several characters that Unicode lists
  // stay.
  public static String text(String text) {
    return filter(text, true);
  }

  /// Text that must stay on one line, with such emoji.
  public static String line(String text) {
    return filter(text, false);
  }

  /// A line that names places, programs or words of a command: characters that pass for others
  /// become visible, too.
  public static String name(String text) {
    if (text.isEmpty() || (isPlain(text, false) && text.charAt(text.length() - 1) != ' ')) {
      return text;
    }
    int[] codes = text.codePoints().toArray();
    BitSet alike = LookAlikeCharacters.in(codes);
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < codes.length; i++) {
      append(out, codes[i], !alike.get(i) && isShown(codes[i]));
    }
    return out.toString();
  }

  /// A place as a part of a sentence: in quotation marks where it has anything but letters, digits
  /// and what joins them in names, so that it passes neither for two places nor for words around
  /// it. Not inert yet: the whole sentence goes through [#name].
  public static String place(String path) {
    boolean plain =
        !path.isEmpty()
            && path.codePoints()
                .allMatch(code -> Character.isLetterOrDigit(code) || JOINING.indexOf(code) >= 0);
    return plain ? path : '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /// A place as a part of a sentence, inert.
  public static String named(Object place) {
    return name(place(String.valueOf(place)));
  }

  private static String filter(String text, boolean lines) {
    if (isPlain(text, lines)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); ) {
      int code = text.codePointAt(i);
      int next = i + Character.charCount(code);
      boolean begins = next < text.length() && continuesEmoji(text.codePointAt(next));
      int end = begins ? EmojiSequence.end(text, i) : next;
      boolean stays = end > next || (lines && (code == '\n' || code == '\t'));
      if (stays) {
        out.append(text, i, end);
      } else {
        append(out, code, isShown(code));
      }
      i = end;
    }
    return out.toString();
  }

  private static boolean isPlain(String text, boolean lines) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' || c >= 0x7F) && !(lines && (c == '\n' || c == '\t'))) {
        return false;
      }
    }
    return true;
  }

  /// Whether a code point may be a further one of an emoji.
  private static boolean continuesEmoji(int code) {
    return code == 0x200D
        || code == 0xFE0F
        || (code >= 0x1F3FB && code <= 0x1F3FF)
        || (code >= 0xE0020 && code <= 0xE007F);
  }

  private static boolean isShown(int code) {
    int type = Character.getType(code);
    return type != Character.PRIVATE_USE
        && type != Character.UNASSIGNED
        && !InvisibleCharacters.contains(code);
  }

  private static void append(StringBuilder out, int code, boolean shown) {
    if (shown) {
      out.appendCodePoint(code);
    } else {
      out.append("⟨U+").append("%04X".formatted(code)).append('⟩');
    }
  }
}
