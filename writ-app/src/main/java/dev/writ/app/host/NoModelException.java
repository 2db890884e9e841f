// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.host;

import dev.writ.kernel.call.Inert;
import java.io.Serial;

/// No model was named and none is within reach; the message says exactly what to do.
public final class NoModelException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /// @param message what was looked for and what to do
  NoModelException(String message) {
    super(message);
  }

  /// Tells the person.
  ///
  /// @return how the process ends
  public ExitCode tell(Surroundings surroundings) {
    surroundings.err().println("writ: " + Inert.text("" + getMessage()));
    return ExitCode.PROVIDER;
  }
}
