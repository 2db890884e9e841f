// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.unwrap;

import dev.writ.command.language.Command;

/// A command that would run inside another one, or that one itself, to be judged as if it stood
/// alone.
public sealed interface InnerCommand {
  /// The facts about it.
  Command command();

  /// It runs exactly so.
  record ExactCommand(Command command) implements InnerCommand {}

  /// It runs with further arguments that are not known yet: file names from `find` or `xargs`.
  record MoreArguments(Command command) implements InnerCommand {}

  /// It runs something that can't be seen from here.
  ///
  /// @param reason why it can't, for people
  record Opaque(Command command, String reason) implements InnerCommand {}
}
