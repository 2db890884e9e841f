// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

/// What a text is in the command language.
public sealed interface ParsedCommand {
  /// What a text is of which everything is known before any of it runs.
  sealed interface Whole extends ParsedCommand {}

  /// A command line.
  record Line(CommandLine line) implements Whole {}

  /// What must have run before the rest of a line is known: what stands before a pattern, or a
  /// substitution. Only where the parser was told how earlier parts ended.
  ///
  /// @param isSubstitution whether what it prints becomes words of the rest
  record Part(CommandLine line, boolean isSubstitution) implements ParsedCommand {}

  /// Not in the language.
  record Refused(UnsupportedText unsupported) implements Whole {}
}
