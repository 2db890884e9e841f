// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

/// Signals of the operating system.
public interface SignalSource {
  /// Runs something at each signal of that name, such as `WINCH`.
  void on(String name, Runnable action);

  /// Runs something when the process is ended from outside.
  void atEnd(Runnable action);
}
