// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.history;

import java.io.IOException;

/// The lines of a recorded session, in order; they can be read more than once.
@FunctionalInterface
public interface EventSource {
  /// Receives lines.
  interface EventLineVisitor {
    /// A whole line, without its end.
    ///
    /// @param number from 1
    void line(long number, String text);

    /// A line that is not read: too long, or the last one and without its end.
    ///
    /// @param reason for the person
    void skipped(long number, String reason);
  }

  /// Reads all lines.
  ///
  /// @throws IOException if they can't be read
  void read(EventLineVisitor visitor) throws IOException;
}
