// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.input;

/// What a terminal sent.
public sealed interface Input {
  /// A key was pressed.
  record Pressed(Key key) implements Input {}

  /// A text was pasted; its lines end with line feeds.
  record Pasted(String text) implements Input {}

  /// The terminal is gone.
  record Closed() implements Input {}
}
