// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

/// How wide a character is on the emulated terminal, by rules of its own.
final class EmulatedWidth {
  private static final int COLOURED = 0xFE0F;
  private static final String JOINER = "\u200D";

  private EmulatedWidth() {}

  /// Whether a code point belongs to the character that stands before it.
  static boolean continues(String before, int code) {
    return !before.isEmpty()
        && (of(code) == 0
            || before.endsWith(JOINER)
            || (Character.isEmojiModifier(code) && Character.isEmojiModifierBase(lastOf(before)))
            || (isRegional(code) && before.length() == 2 && isRegional(lastOf(before))));
  }

  private static int lastOf(String text) {
    return text.codePointBefore(text.length());
  }

  private static boolean isRegional(int code) {
    return code >= 0x1F1E6 && code <= 0x1F1FF;
  }

  /// The width of a character in cells: 1 or 2.
  static int of(String character) {
    boolean coloured = character.codePoints().anyMatch(code -> code == COLOURED);
    return coloured ? 2 : Math.max(1, of(character.codePointAt(0)));
  }

  private static int of(int code) {
    int type = Character.getType(code);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    Character.UnicodeScript script = Character.UnicodeScript.of(code);
    boolean wide =
        script == Character.UnicodeScript.HAN
            || script == Character.UnicodeScript.HIRAGANA
            || script == Character.UnicodeScript.KATAKANA
            || script == Character.UnicodeScript.HANGUL
            || Character.isEmojiPresentation(code)
            || (code >= 0xFF01 && code <= 0xFF60);
    return wide ? 2 : 1;
  }
}
