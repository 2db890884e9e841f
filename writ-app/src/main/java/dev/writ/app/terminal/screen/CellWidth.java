// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

/// How many cells text takes in a terminal.
public final class CellWidth {
  private static final int ZERO_WIDTH_JOINER = 0x200D;
  private static final int EMOJI_PRESENTATION = 0xFE0F;
  private static final int FIRST_WIDE = 0x1100;

  /// Ranges of wide characters (East Asian Width W and F), first and last by turns.
  private static final int[] WIDE = {
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3,
    0x25FD, 0x25FE, 0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267F, 0x267F, 0x268A, 0x268F,
    0x2693, 0x2693, 0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE,
    0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD,
    0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755,
    0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50,
    0x2B55, 0x2B55, 0x2E80, 0x303E, 0x3041, 0x33FF, 0x3400, 0x4DBF, 0x4DC0, 0x4DFF, 0x4E00, 0xA4CF,
    0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6F, 0xFF00, 0xFF60,
    0xFFE0, 0xFFE6, 0x16FE0, 0x18DFF, 0x1AFF0, 0x1B2FF, 0x1D300, 0x1D376, 0x1F004, 0x1F004, 0x1F0CF,
    0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F1E6, 0x1F202, 0x1F210, 0x1F23B, 0x1F240,
    0x1F248, 0x1F250, 0x1F251, 0x1F260, 0x1F265, 0x1F300, 0x1F320, 0x1F32D, 0x1F335, 0x1F337,
    0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4,
    0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B,
    0x1F54E, 0x1F550, 0x1F567, 0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB,
    0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC,
    0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7EB, 0x1F7F0, 0x1F7F0, 0x1F90C,
    0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD,
  };

  private CellWidth() {}

  /// The width of a text without line ends.
  public static int of(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      if (c < 0x7F && (i + 1 == text.length() || text.charAt(i + 1) < 0x300)) {
        width++;
        i++;
        continue;
      }
      int end = clusterEnd(text, i);
      width += cluster(text, i, end);
      i = end;
    }
    return width;
  }

  /// The width of one character that a person sees, which may be of several code points.
  public static int cluster(String text, int start, int end) {
    int first = text.codePointAt(start);
    int width = codePoint(first);
    boolean coloured = width == 1 && text.indexOf(EMOJI_PRESENTATION, start) < end;
    return coloured && text.indexOf(EMOJI_PRESENTATION, start) >= 0 ? 2 : width;
  }

  /// The index behind the character that a person sees at an index.
  public static int clusterEnd(String text, int start) {
    int first = text.codePointAt(start);
    int end = start + Character.charCount(first);
    if (isRegional(first) && end < text.length() && isRegional(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    while (end < text.length()) {
      int code = text.codePointAt(end);
      if (code < 0x300 || !isExtending(code)) {
        return end;
      }
      end += Character.charCount(code);
      if (code == ZERO_WIDTH_JOINER
          && end < text.length()
          && Character.isEmoji(text.codePointAt(end))) {
        end += Character.charCount(text.codePointAt(end));
      }
    }
    return end;
  }

  /// The index of the character that a person sees before an index.
  public static int clusterStart(String text, int end) {
    int lineStart = text.lastIndexOf('\n', end - 1) + 1;
    int at = Math.max(Math.min(lineStart, end - 1), end - 64);
    if (at > 0 && at < end && Character.isLowSurrogate(text.charAt(at))) {
      at--;
    }
    int start = at;
    while (at < end) {
      start = at;
      at = clusterEnd(text, at);
    }
    return start;
  }

  private static boolean isRegional(int code) {
    return code >= 0x1F1E6 && code <= 0x1F1FF;
  }

  private static boolean isExtending(int code) {
    return code == ZERO_WIDTH_JOINER
        || (code >= 0x1F3FB && code <= 0x1F3FF)
        || (codePoint(code) == 0);
  }

  private static int codePoint(int code) {
    if (code < 0x300) {
      return 1;
    }
    int type = Character.getType(code);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT
        || (code >= 0x1160 && code <= 0x11FF)) {
      return 0;
    }
    return code >= FIRST_WIDE && isWide(code) ? 2 : 1;
  }

  private static boolean isWide(int code) {
    int low = 0;
    int high = WIDE.length / 2 - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (code < WIDE[2 * middle]) {
        high = middle - 1;
      } else if (code > WIDE[2 * middle + 1]) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }
}
