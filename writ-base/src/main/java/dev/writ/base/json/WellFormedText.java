// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.json;

/// Makes a string of UTF-16 units one that has a UTF-8 form.
final class WellFormedText {
  private static final char REPLACEMENT = '\uFFFD';

  private WellFormedText() {}

  /// The text, with halves of a surrogate pair that stand alone replaced.
  static String of(String text) {
    int lone = lone(text, 0);
    if (lone == text.length()) {
      return text;
    }
    StringBuilder mended = new StringBuilder(text);
    while (lone < mended.length()) {
      mended.setCharAt(lone, REPLACEMENT);
      lone = lone(mended, lone + 1);
    }
    return mended.toString();
  }

  /// The index of the first such half; the length if there is none.
  private static int lone(CharSequence text, int from) {
    int length = text.length();
    int i = from;
    while (i < length) {
      char c = text.charAt(i);
      boolean half = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
      if (half && !pair(text, i)) {
        return i;
      }
      i += half ? 2 : 1;
    }
    return length;
  }

  private static boolean pair(CharSequence text, int i) {
    return i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
  }
}
