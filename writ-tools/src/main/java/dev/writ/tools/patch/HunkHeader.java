// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

/// The numbers after `@@`: `@@ -3,4 +3,5 @@`.
///
/// @param stated the first line of the old file; 0 where no numbers are there
/// @param oldCount lines of the old file, as far as the header says; -1 where it doesn't
record HunkHeader(int stated, int oldCount, int newCount) {
  private static final HunkHeader NONE = new HunkHeader(0, -1, -1);
  private static final int MAX_DIGITS = 9;

  static HunkHeader of(String line) {
    String[] words = line.strip().split(" +", -1);
    if (words.length < 3 || !words[0].equals("@@")) {
      return NONE;
    }
    int[] old = numbers(words[1], '-');
    int[] now = numbers(words[2], '+');
    return old.length == 0 || now.length == 0 ? NONE : new HunkHeader(old[0], old[1], now[1]);
  }

  /// Two numbers after a sign, the second 1 by default; empty if that is not a span.
  private static int[] numbers(String word, char sign) {
    if (word.isEmpty() || word.charAt(0) != sign) {
      return new int[0];
    }
    String[] parts = word.substring(1).split(",", -1);
    if (parts.length > 2) {
      return new int[0];
    }
    int[] numbers = {0, 1};
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      if (part.isEmpty() || part.length() > MAX_DIGITS) {
        return new int[0];
      }
      for (int at = 0; at < part.length(); at++) {
        if (part.charAt(at) < '0' || part.charAt(at) > '9') {
          return new int[0];
        }
      }
      numbers[i] = Integer.parseInt(part);
    }
    return numbers;
  }

  /// The line that a header without numbers names, such as `@@ class Foo`; empty where it names
  /// none.
  static String anchor(String line) {
    if (of(line).stated() > 0 || of(line).oldCount() >= 0) {
      return "";
    }
    String text = line.substring(2);
    int end = text.lastIndexOf("@@");
    String named = (end < 0 ? text : text.substring(0, end)).strip();
    return named.equals("...") || named.equals("…") ? "" : named;
  }
}
