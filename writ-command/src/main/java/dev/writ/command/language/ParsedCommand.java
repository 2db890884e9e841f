// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

/// What a text is in the command language.
public sealed interface ParsedCommand {
  /// A command line.
  record Line(CommandLine line) implements ParsedCommand {}

  /// Not in the language.
  record Refused(UnsupportedText unsupported) implements ParsedCommand {}
}
