// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

/// How wide a character is on the emulated terminal, by rules of its own.
final class EmulatedWidth {
  private EmulatedWidth() {}

  /// Its width in cells: 0, 1 or 2.
  static int of(int code) {
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
