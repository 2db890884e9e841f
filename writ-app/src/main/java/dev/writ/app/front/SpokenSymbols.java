// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import java.util.Map;

/// What a screen reader says for the symbols of Writ's own lines. Loaded only for one.
final class SpokenSymbols {
  /// The words for each symbol.
  static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("✓", "done:"),
          Map.entry("✗", "failed:"),
          Map.entry("○", "only judged:"),
          Map.entry("☑", "done:"),
          Map.entry("☐", "to do:"),
          Map.entry("▸", "in progress:"),
          Map.entry("│", "output:"),
          Map.entry("…", "..."),
          Map.entry("−", "minus "),
          Map.entry("–", "to"),
          Map.entry("→", "then:"),
          Map.entry("·", "running:"));

  private SpokenSymbols() {}
}
