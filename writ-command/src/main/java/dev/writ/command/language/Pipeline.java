// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.List;
import java.util.stream.Collectors;

/// Commands that run at the same time, each one's standard output being the next one's standard
/// input.
///
/// @param commands one or more
/// @param negated whether it succeeds where its last command fails
public record Pipeline(List<Command> commands, boolean negated) implements CommandClause {
  public Pipeline {
    commands = List.copyOf(commands);
    if (commands.isEmpty()) {
      throw new IllegalArgumentException("a pipeline without commands");
    }
  }

  /// One whose status is that of its last command.
  public Pipeline(List<Command> commands) {
    this(commands, false);
  }

  @Override
  public String text(CommandWord from) {
    String text = commands.stream().map(Command::written).collect(Collectors.joining(" | "));
    return (negated ? "! " : "") + text;
  }

  @Override
  public List<CommandLine> lines() {
    return List.of();
  }
}
