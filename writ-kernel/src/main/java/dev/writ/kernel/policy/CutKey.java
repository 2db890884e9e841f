// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.policy;

import java.util.BitSet;

/// The end of a private key (RFC 7468) whose begin isn't there, as the last lines of a file have
/// it. Its lines are looked for backwards from the end, each no further than [#MOST_LINE].
final class CutKey {
  private static final String END = "-----END ";
  private static final String KEY = "PRIVATE KEY-----";

  /// The most characters of the end before [#KEY], with the kind of the key.
  private static final int MOST_END = 40;

  private static final int MOST_LINE = 8192;

  /// A line with fewer characters is the last one, or the rest of one.
  private static final int WHOLE_LINE = 40;

  /// What may stand before a line's own text: numbers, quotes, marks of a difference.
  private static final String BEFORE_TEXT = " \t>|-\":";

  private static final String ESCAPED_LINE_END = "\\n";

  private CutKey() {}

  /// Adds the indexes of all characters of such ends, unless they are there already.
  static void find(String text, BitSet places) {
    for (int key = text.indexOf(KEY); key >= 0; key = text.indexOf(KEY, key + 1)) {
      int near = Math.max(0, key - MOST_END);
      int at = text.substring(near, key).lastIndexOf(END);
      int end = near + at;
      int begin = at < 0 || places.get(end) ? end : begin(text, end);
      if (begin < end) {
        places.set(begin, key + KEY.length());
      }
    }
  }

  /// Where the first line of base64 before the end begins; the end itself where there is none.
  private static int begin(String text, int end) {
    int begin = lineStart(text, end);
    if (begin < end && !isBase64(text, begin, end)) {
      return end;
    }
    boolean isMore = true;
    for (int lines = 0; isMore && begin > 0; lines++) {
      int before = lineEnd(text, begin);
      int start = lineStart(text, before);
      if (!isBase64(text, start, before)) {
        break;
      }
      begin = start;
      isMore = lines == 0 || before - start >= WHOLE_LINE;
    }
    return begin;
  }

  private static int lineStart(String text, int end) {
    int near = Math.max(0, end - MOST_LINE);
    String window = text.substring(near, end);
    int escaped = window.lastIndexOf(ESCAPED_LINE_END);
    return near
        + Math.max(
            window.lastIndexOf('\n') + 1, escaped < 0 ? 0 : escaped + ESCAPED_LINE_END.length());
  }

  /// Where the line ends that stands before the one with this start.
  private static int lineEnd(String text, int start) {
    if (text.startsWith(ESCAPED_LINE_END, start - ESCAPED_LINE_END.length())) {
      return start - ESCAPED_LINE_END.length();
    }
    int end = text.charAt(start - 1) == '\n' ? start - 1 : start;
    return end > 0 && text.charAt(end - 1) == '\r' ? end - 1 : end;
  }

  private static boolean isBase64(String text, int start, int end) {
    int from = start;
    while (from < end
        && (BEFORE_TEXT.indexOf(text.charAt(from)) >= 0 || isDigit(text.charAt(from)))) {
      from++;
    }
    for (int i = from; i < end; i++) {
      if (!isBase64(text.charAt(i))) {
        return false;
      }
    }
    return start < end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isBase64(char c) {
    char small = (char) (c | ' ');
    return (small >= 'a' && small <= 'z') || isDigit(c) || "+/=".indexOf(c) >= 0;
  }
}
