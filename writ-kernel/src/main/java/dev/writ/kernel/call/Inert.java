// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.call;

/// Makes text from models, tools and files harmless to show: every control character, terminal
/// escape, bidirectional override and invisible character becomes visible.
public final class Inert {
  private Inert() {}

  /// Text of several lines; tabs and line ends stay.
  public static String text(String text) {
    return filter(text, true);
  }

  /// Text that must stay on one line.
  public static String line(String text) {
    return filter(text, false);
  }

  private static String filter(String text, boolean lines) {
    int i = 0;
    while (i < text.length() && plain(text.charAt(i), lines)) {
      i++;
    }
    if (i == text.length()) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, i);
    text.substring(i).codePoints().forEach(c -> append(out, c, lines));
    return out.toString();
  }

  private static boolean plain(char c, boolean lines) {
    return (c >= ' ' && c < 0x7f) || (lines && (c == '\n' || c == '\t'));
  }

  private static void append(StringBuilder out, int c, boolean lines) {
    if (lines && (c == '\n' || c == '\t')) {
      out.append((char) c);
      return;
    }
    switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          out.append("⟨U+").append("%04X".formatted(c)).append('⟩');
      default -> {
        // Blank letters that no terminal shows.
        if (c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0 || c == 0x2800) {
          out.append("⟨U+").append("%04X".formatted(c)).append('⟩');
        } else {
          out.appendCodePoint(c);
        }
      }
    }
  }
}
