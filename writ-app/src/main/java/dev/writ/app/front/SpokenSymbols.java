// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import java.util.Map;

/// What a screen reader says for the symbols of Writ's own lines. Loaded only for one.
final class SpokenSymbols {
  /// Marks that a line begins with. Elsewhere they are a text's own.
  private static final Map<String, String> MARKS =
      Map.ofEntries(
          Map.entry("✓", "done:"),
          Map.entry("✗", "failed:"),
          Map.entry("○", "only judged:"),
          Map.entry("☑", "done:"),
          Map.entry("☐", "to do:"),
          Map.entry("▸", "in progress:"),
          Map.entry("│", "output:"),
          Map.entry("→", "then:"),
          Map.entry("·", "running:"));

  private SpokenSymbols() {}

  /// A line in words.
  static String of(String line) {
    String words = line.stripLeading();
    String margin = line.substring(0, line.length() - words.length());
    if (words.isEmpty()) {
      return line;
    }
    String mark = words.substring(0, words.offsetByCodePoints(0, 1));
    return margin + MARKS.getOrDefault(mark, inside(mark)) + inside(words.substring(mark.length()));
  }

  private static String inside(String text) {
    return text.replace("…", "...")
        .replace(" · ", ", ")
        .replaceAll("−(?=\\d)", "minus ")
        .replaceAll("(?<=\\d)–(?=\\d)", " to ");
  }
}
