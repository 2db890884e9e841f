// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.base.value;

import dev.writ.base.json.InvisibleCharacters;
import java.util.BitSet;

/// Makes text from models, tools and files harmless to show: every control character, terminal
/// escape, bidirectional override and invisible character becomes visible.
public final class DisplayText {
  /// Characters of names that stand in no sentence behind a letter but at its end.
  private static final String JOINING = "/._-+@=~%#$&*?^";

  /// Behind so many blanks something could stand out of sight, or on a row of its own.
  private static final String FAR = " ".repeat(8);

  /// At the beginning of a line, where they indent it, so many.
  private static final int FAR_INDENT = 24;

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
  /// become visible, too, and many blanks in a row, with their number.
  public static String name(String text) {
    boolean plain = isPlain(text, false) && !text.contains(FAR);
    if (text.isEmpty() || (plain && text.charAt(text.length() - 1) != ' ')) {
      return text;
    }
    int[] codes = text.codePoints().toArray();
    BitSet alike = LookAlikeCharacters.in(codes);
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < codes.length; i++) {
      int blanks = blanks(codes, i);
      if (blanks >= (i == 0 ? FAR_INDENT : FAR.length())) {
        out.append("⟨U+0020×").append(blanks).append('⟩');
      } else if (blanks > 0 && !alike.get(i)) {
        out.repeat(' ', blanks);
      } else {
        append(out, codes[i], !alike.get(i) && isShown(codes[i]));
        continue;
      }
      i += blanks - 1;
    }
    return out.toString();
  }

  /// How many blanks in a row begin there.
  private static int blanks(int[] codes, int from) {
    int end = from;
    while (end < codes.length && codes[end] == ' ') {
      end++;
    }
    return end - from;
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
