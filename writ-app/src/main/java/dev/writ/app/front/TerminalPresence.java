// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import java.io.Console;
import java.util.Optional;

/// Whether a person sits at a terminal.
public final class TerminalPresence {
  private TerminalPresence() {}

  /// The terminal, if standard input and output both are one. Some JDKs have no console then,
  /// others one that reports that it is not a terminal.
  @SuppressWarnings("SystemConsoleNull")
  public static Optional<Console> console() {
    Console console = System.console();
    return console == null || !console.isTerminal() ? Optional.empty() : Optional.of(console);
  }
}
