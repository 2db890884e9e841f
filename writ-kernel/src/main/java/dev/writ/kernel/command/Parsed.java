// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

/// What a text is in the command language.
public sealed interface Parsed {
  /// A command line.
  record Line(CommandLine line) implements Parsed {}

  /// Not in the language.
  record Refused(Unsupported unsupported) implements Parsed {}
}
