// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.input;

/// The input from a terminal.
public sealed interface KeyboardInput {
  /// A key was pressed.
  record Pressed(KeyPress key) implements KeyboardInput {}

  /// A text was pasted; its lines end with line feeds.
  record Pasted(String text) implements KeyboardInput {}

  /// The terminal is gone.
  record Closed() implements KeyboardInput {}
}
