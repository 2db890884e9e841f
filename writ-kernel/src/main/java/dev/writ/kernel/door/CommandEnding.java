// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.door;

import dev.writ.kernel.call.Effect;

/// The end of the command of a call.
sealed interface CommandEnding {
  /// It ended by itself, or the call ran none.
  record RegularEnding() implements CommandEnding {}

  /// The person aborted it.
  ///
  /// @param left what became of its changes
  record AbortedCommand(Effect.RunCommand effect, String left) implements CommandEnding {
    /// The report on it.
    String message() {
      return "%s was aborted by the person while it ran. %s".formatted(effect.line().text(), left);
    }
  }

  /// A failure of the environment ended it.
  ///
  /// @param left what became of its changes
  record FailedCommand(String left) implements CommandEnding {}
}
