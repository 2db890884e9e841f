// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import java.util.Locale;
import java.util.Map;

/// The symbols of Writ's own lines.
public enum ScreenSymbols {
  /// Symbols as they stand in the sources.
  UNICODE,
  /// Their stand-ins, for a locale with another character encoding than UTF-8.
  ASCII,
  /// Words, for a screen reader.
  SPOKEN;

  private static final Map<String, String> STAND_INS =
      Map.ofEntries(
          Map.entry("✓", "ok"),
          Map.entry("✗", "!!"),
          Map.entry("○", "--"),
          Map.entry("☑", "[x]"),
          Map.entry("☐", "[ ]"),
          Map.entry("▸", "[>]"),
          Map.entry("│", "|"),
          Map.entry("…", "..."),
          Map.entry("−", "-"),
          Map.entry("–", "-"),
          Map.entry("→", "->"),
          Map.entry("·", "-"));

  /// The symbols for an environment. No locale at all says nothing about the terminal.
  public static ScreenSymbols of(Map<String, String> environment) {
    if (environment.getOrDefault("WRIT_SCREEN", "").equals("reader")) {
      return SPOKEN;
    }
    for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      String locale = environment.getOrDefault(name, "").toUpperCase(Locale.ROOT);
      if (!locale.isEmpty()) {
        return locale.contains("UTF-8") || locale.contains("UTF8") ? UNICODE : ASCII;
      }
    }
    return UNICODE;
  }

  /// A line with these symbols.
  public String of(String line) {
    if (this != ASCII) {
      return this == UNICODE ? line : SpokenSymbols.of(line);
    }
    StringBuilder out = new StringBuilder(line.length() + 8);
    line.codePoints()
        .mapToObj(Character::toString)
        .forEach(symbol -> out.append(STAND_INS.getOrDefault(symbol, symbol)));
    return out.toString();
  }
}
