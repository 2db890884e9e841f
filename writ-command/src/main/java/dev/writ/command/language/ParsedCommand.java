// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

/// The result of parsing a text of the command language.
public sealed interface ParsedCommand {
  /// The result for a text that is fully known before any part of it runs.
  sealed interface WholeLine extends ParsedCommand {}

  /// A command line.
  record ParsedLine(CommandLine line) implements WholeLine {}

  /// The part that must run before the rest of a line is known: the commands before a pattern, or a
  /// substitution. Only if the parser receives the results of earlier parts.
  ///
  /// @param isSubstitution whether what it prints becomes words of the rest
  record ParsedPart(CommandLine line, boolean isSubstitution) implements ParsedCommand {}

  /// Not in the language.
  record RefusedLine(UnsupportedText unsupported) implements WholeLine {}
}
