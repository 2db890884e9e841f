// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.cli;

/// A command line or a configuration that can't be meant; the message says what to do.
public class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  /// With a message for the person.
  public UsageException(String message) {
    super(message);
  }
}
