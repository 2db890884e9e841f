// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import java.util.List;

/// Commands that run at the same time, each one's standard output being the next one's standard
/// input.
///
/// @param commands one or more
public record Pipeline(List<Command> commands) {
  public Pipeline {
    commands = List.copyOf(commands);
    if (commands.isEmpty()) {
      throw new IllegalArgumentException("a pipeline without commands");
    }
  }
}
