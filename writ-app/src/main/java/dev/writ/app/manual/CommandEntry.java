// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.manual;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.process.Subcommand;
import java.util.List;
import java.util.stream.Stream;

/// A command as a person reads about it.
///
/// @param card with the command's own options
/// @param acts the words that its first operand can be; empty where it is anything
/// @param shared the options of several commands that have an effect on this one
public record CommandEntry(Subcommand.Card card, List<String> acts, List<CommandOption> shared) {
  public CommandEntry {
    acts = List.copyOf(acts);
    shared = List.copyOf(shared);
  }

  String name() {
    return card.name();
  }

  /// All its options, its own first.
  List<CommandOption> options() {
    return Stream.concat(card.options().stream(), shared.stream()).toList();
  }
}
