// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.sandbox.os.TerminalInput;

/// Input typed before a question was complete, which is not an answer to it.
public final class TypedAheadInput {
  private TypedAheadInput() {}

  /// Discards the terminal's pending input, including an unfinished line.
  public static void discard() {
    TerminalInput.discard();
  }
}
