// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.kernel.approval;

import dev.writ.sandbox.os.TerminalInput;

/// One of the three streams that a process is started with.
public enum StandardStream {
  /// Standard input.
  INPUT(0),
  /// Standard output.
  OUTPUT(1),
  /// Standard error.
  ERROR(2);

  private final int descriptor;

  StandardStream(int descriptor) {
    this.descriptor = descriptor;
  }

  /// Whether it leads to a terminal.
  public boolean isTerminal() {
    return TerminalInput.isTerminal(descriptor);
  }
}
