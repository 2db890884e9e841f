// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.host.SessionHost;
import dev.writ.kernel.change.SessionMutations;
import java.io.IOException;

/// Counts the files that `/undo` would restore. Only what the ledger got since a turn began is
/// read, and all of it after an undo, which reads it anyway; nothing at the start.
final class UndoableFiles {
  private final SessionHost host;
  private long since;
  private volatile int count;

  UndoableFiles(SessionHost host) {
    this.host = host;
  }

  private SessionMutations mutations() {
    return host.governor().gate().mutations();
  }

  /// How many there are; from any thread.
  int count() {
    return count;
  }

  /// A turn begins.
  void begin() throws IOException {
    since = mutations().now();
  }

  /// A turn is over; one that changed nothing leaves the one before to be undone.
  void end() throws IOException {
    if (mutations().now() > since) {
      mutations().undoable(since, host.file().id()).ifPresent(turn -> count = turn.places().size());
    }
  }

  /// Something was undone.
  void undone() throws IOException {
    count = mutations().undoable(0, host.file().id()).map(turn -> turn.places().size()).orElse(0);
  }
}
