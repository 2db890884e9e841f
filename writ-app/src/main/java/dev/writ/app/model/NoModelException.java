// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.model;

import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.value.DisplayText;
import java.io.Serial;

/// No model was named and none is within reach; the message says exactly what to do.
public final class NoModelException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /// @param message what was looked for and what to do
  NoModelException(String message) {
    super(message);
  }

  /// Prints it for the person.
  ///
  /// @return how the process ends
  public ExitCode tell(ProcessContext context) {
    context.err().println("writ: " + DisplayText.text("" + getMessage()));
    return ExitCode.PROVIDER;
  }
}
