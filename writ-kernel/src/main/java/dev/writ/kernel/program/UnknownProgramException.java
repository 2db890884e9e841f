// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.program;

import java.io.IOException;

/// A program is not one that its pack was made for.
public final class UnknownProgramException extends IOException {
  private static final long serialVersionUID = 1;

  UnknownProgramException(String message) {
    super(message);
  }
}
