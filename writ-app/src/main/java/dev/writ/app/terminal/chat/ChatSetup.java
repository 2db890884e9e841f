// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.screen.ColorTheme;
import java.util.Map;
import java.util.function.LongSupplier;

/// The parts of a chat's screen.
///
/// @param environment decides the theme and what the terminal is known for
/// @param clock nanoseconds
public record ChatSetup(
    Map<String, String> environment,
    LongSupplier clock,
    SignalSource signals,
    TextEditor editor,
    ComposerSetup composer) {
  public ChatSetup {
    environment = Map.copyOf(environment);
  }

  ColorTheme theme() {
    return ColorTheme.of(environment);
  }

  /// Whether something may move while nothing happens.
  boolean moving() {
    return environment.getOrDefault("WRIT_REDUCED_MOTION", "").isEmpty();
  }
}
