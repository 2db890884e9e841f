// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.conversation;

import java.io.IOException;

/// The destination of a session's events, one line each, in order.
public interface SessionLog {
  /// Appends a line; it survives the end of the process when this returns.
  ///
  /// @throws IOException if it can't be written; the turn then ends before anything else happens
  void append(String line) throws IOException;

  /// Makes everything appended durable.
  void sync() throws IOException;
}
