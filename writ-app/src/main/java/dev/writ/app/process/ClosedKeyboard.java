// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.process;

import java.io.InputStream;

/// The standard input of a command that runs inside a chat. The chat reads the keyboard, so such a
/// command can't ask: it must not print a question either.
public final class ClosedKeyboard extends InputStream {
  @Override
  public int read() {
    return -1;
  }
}
