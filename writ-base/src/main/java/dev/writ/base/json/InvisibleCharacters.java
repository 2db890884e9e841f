// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.base.json;

/// Classifies the characters that a person can't see, or that change how a terminal shows others:
/// controls, directions, tags, variation selectors, and letters that are blank.
public final class InvisibleCharacters {
  private InvisibleCharacters() {}

  /// Whether a code point is one of them. The space and ASCII's other printable characters are not.
  public static boolean contains(int codePoint) {
    if (codePoint < 0x7F) {
      return codePoint < ' ';
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      case Character.SPACE_SEPARATOR -> codePoint != ' ';
      default -> isIgnorable(codePoint) || isBlank(codePoint);
    };
  }

  /// Characters that renderers omit (Unicode's Default_Ignorable_Code_Point), reserved ones
  /// included, as far as their type does not determine them.
  private static boolean isIgnorable(int c) {
    return c == 0x34F
        || c == 0x17B4
        || c == 0x17B5
        || (c >= 0x180B && c <= 0x180F)
        || (c >= 0x2060 && c <= 0x206F)
        || (c >= 0xFE00 && c <= 0xFE0F)
        || (c >= 0xFFF0 && c <= 0xFFFB)
        || (c >= 0xE0000 && c <= 0xE0FFF);
  }

  /// Characters that count as letters or symbols and show nothing.
  private static boolean isBlank(int c) {
    return c == 0x115F
        || c == 0x1160
        || c == 0x2800
        || c == 0x3164
        || c == 0xFFA0
        || c == 0x16FE4
        || c == 0x1D159;
  }
}
