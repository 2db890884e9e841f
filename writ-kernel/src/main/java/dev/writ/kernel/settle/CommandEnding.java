// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.kernel.call.Effect;
import java.util.Optional;

/// The end of the command of a call.
public sealed interface CommandEnding {
  /// The report on a call that was aborted; empty if nothing was done.
  ///
  /// @param recorded whether a change of the call was recorded
  default Optional<String> abortion(boolean recorded) {
    return switch (this) {
      case AbortedCommand command -> Optional.of(command.message());
      case RegularEnding _, FailedCommand _ ->
          recorded
              ? Optional.of("The call was aborted after its change was made and recorded")
              : Optional.empty();
    };
  }

  /// It ended by itself, or the call ran none.
  record RegularEnding() implements CommandEnding {}

  /// The person aborted it.
  ///
  /// @param left what became of its changes
  record AbortedCommand(Effect.RunCommand effect, String left) implements CommandEnding {
    /// The report on it.
    private String message() {
      return "%s was aborted by the person while it ran. %s".formatted(effect.line().text(), left);
    }
  }

  /// A failure of the environment ended it.
  ///
  /// @param left what became of its changes
  record FailedCommand(String left) implements CommandEnding {}
}
