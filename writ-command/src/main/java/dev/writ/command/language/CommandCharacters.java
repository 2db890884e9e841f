// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import org.jspecify.annotations.Nullable;

/// The characters that a command line may contain, and their number. No invisible character may
/// decide what runs.
public final class CommandCharacters {
  /// The most in one line, in UTF-16 units.
  public static final int MAX_LENGTH = 100_000;

  private static final int ZERO_WIDTH_JOINER = 0x200D;
  private static final int EMOJI_STYLE = 0xFE0F;
  private static final int TEXT_STYLE = 0xFE0E;

  private CommandCharacters() {}

  /// The fault of the character at that index.
  ///
  /// @param quoted whether it stands in quotes, where blanks of all kinds, tabs and line ends are
  ///     ordinary text
  /// @return null where it is fine
  static @Nullable public String fault(CharSequence text, int index, boolean quoted) {
    int letter = Character.codePointAt(text, index);
    if (letter >= ' ' && letter < 0x7F) {
      return null;
    }
    if (letter == '\t' || letter == '\n') {
      return quoted ? null : "a control character";
    }
    if (belongsToPicture(text, index, letter)) {
      return null;
    }
    return switch (Character.getType(letter)) {
      case Character.CONTROL -> letter == 0 ? "a NUL character" : "a control character";
      case Character.SURROGATE -> "half a character";
      case Character.SPACE_SEPARATOR -> quoted ? null : "a blank that is not an ASCII space";
      default -> isInvisible(letter) ? "an invisible character" : null;
    };
  }

  /// Pictures have parts that are invisible alone: style selectors, and joiners.
  private static boolean belongsToPicture(CharSequence text, int index, int letter) {
    int before = index > 0 ? Character.codePointBefore(text, index) : 0;
    if (letter == EMOJI_STYLE || letter == TEXT_STYLE) {
      return Character.isEmoji(before);
    }
    return letter == ZERO_WIDTH_JOINER
        && (before == EMOJI_STYLE
            || Character.isEmojiModifier(before)
            || Character.isExtendedPictographic(before))
        && index + 1 < text.length()
        && Character.isExtendedPictographic(Character.codePointAt(text, index + 1));
  }

  private static boolean isInvisible(int letter) {
    return switch (Character.getType(letter)) {
      case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default ->
          // Fillers, selectors and noncharacters: letters and marks by type, but terminals do not
          // show them.
          switch (letter) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0 -> true;
            default ->
                (letter >= 0x180B && letter <= 0x180F)
                    || (letter >= 0xFE00 && letter <= 0xFE0F)
                    || (letter >= 0xE0000 && letter <= 0xE0FFF)
                    || (letter >= 0xFDD0 && letter <= 0xFDEF);
          };
    };
  }

  /// The text with everything visible that isn't a plain space or a visible character.
  public static String visible(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int letter = text.codePointAt(i);
      if (fault(text, i, false) == null) {
        out.appendCodePoint(letter);
      } else {
        out.append("⟨U+").append("%04X".formatted(letter)).append('⟩');
      }
    }
    return out.toString();
  }
}
