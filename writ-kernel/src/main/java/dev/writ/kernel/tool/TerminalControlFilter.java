// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.tool;

/// Takes terminal control sequences out of a program's output before a model reads it.
public final class TerminalControlFilter {
  private static final char ESCAPE = 0x1b;

  private TerminalControlFilter() {}

  public static String strip(String text) {
    if (text.chars().noneMatch(TerminalControlFilter::control)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == ESCAPE) {
        i = behind(text, i + 1);
      } else {
        if (!control(c)) {
          out.append(c);
        }
        i++;
      }
    }
    return out.toString();
  }

  private static boolean control(int c) {
    return (c < ' ' && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0);
  }

  /// The index behind an escape sequence whose ESC stands before `i` (ECMA-48).
  private static int behind(String text, int i) {
    if (i >= text.length()) {
      return i;
    }
    char kind = text.charAt(i);
    if (kind == '[') {
      int j = i + 1;
      while (j < text.length() && text.charAt(j) >= 0x20 && text.charAt(j) < 0x40) {
        j++;
      }
      return Math.min(text.length(), j + 1);
    }
    if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') {
      int bell = text.indexOf(0x07, i);
      int end = text.indexOf(ESCAPE + "\\", i);
      if (end >= 0 && (bell < 0 || end < bell)) {
        return end + 2;
      }
      return bell >= 0 ? bell + 1 : text.length();
    }
    int j = i;
    while (j < text.length() && text.charAt(j) >= 0x20 && text.charAt(j) < 0x30) {
      j++;
    }
    return Math.min(text.length(), j + 1);
  }
}
