// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.code;

import java.io.IOException;

/// The code that a command line would run changed after the line was judged.
public final class StaleCodeException extends IOException {
  private static final long serialVersionUID = 1;

  StaleCodeException(String message) {
    super(message);
  }
}
