// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.program;

import java.io.IOException;

/// A program is there and could not be started.
public final class StartException extends IOException {
  private static final long serialVersionUID = 1;

  /// Why it could not.
  public StartException(String message) {
    super(message);
  }

  /// It was tried.
  public StartException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
