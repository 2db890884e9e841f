// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.input;

import java.io.IOException;
import java.util.Optional;

/// A terminal as bytes. The real one is the kernel's; tests have their own.
public interface TerminalPort {
  /// Delivers every key as it is typed, without echo.
  void raw() throws IOException;

  /// Restores the settings that were found.
  void restore() throws IOException;

  /// The size in cells, columns first, if the terminal knows it.
  Optional<int[]> size();

  /// Waits for bytes: how many came, 0 after the timeout or [#wake], negative at the end.
  int read(byte[] into, int timeout);

  /// Suspends the process; returns when it resumes.
  void suspend() throws IOException;

  /// Has the thread in [#read] return.
  void wake();

  /// Writes text.
  void write(String text) throws IOException;
}
