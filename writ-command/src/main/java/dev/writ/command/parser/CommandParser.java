// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.language.CommandCharacters;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.LineProgress;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.UnsupportedText;
import dev.writ.command.language.WordExpansion;
import dev.writ.command.lexer.CommandLexer;
import dev.writ.command.lexer.LineVariables;
import dev.writ.command.lexer.UnsupportedConstructs;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Parses command lines. Text that a shell would read differently from this parser, or that looks
/// different from its meaning, is refused, so that there is one meaning only.
public final class CommandParser {
  /// The longest command line, in UTF-16 units.
  public static final int MAX_LENGTH = CommandCharacters.MAX_LENGTH;

  /// The most commands in a line, those of `cd` included; those of a loop count for each of its
  /// rounds.
  public static final int MAX_COMMANDS = 200;

  /// The most words, assignments and redirections of a line together.
  public static final int MAX_WORDS = 10_000;

  private CommandParser() {}

  /// Parses a command line, in time proportional to its length and the rounds of its loops. Never
  /// throws. The place of execution is unknown: it has no loops over patterns, no `$HOME` and no
  /// `$PWD`.
  public static ParsedCommand.WholeLine parse(String text) {
    return parse((CharSequence) text, null);
  }

  /// The same for a line that runs in that world.
  public static ParsedCommand.WholeLine parse(String text, WordExpansion world) {
    return parse((CharSequence) text, world);
  }

  /// The same in parts: where words of the line depend on what runs before them, that part comes
  /// first, and the line is parsed again with how it ended.
  public static ParsedCommand parse(String text, WordExpansion world, LineProgress progress) {
    LineParts parts = new LineParts(world, progress);
    ParsedCommand.WholeLine parsed = parse(text, world, parts);
    ParsedCommand.ParsedPart part = parts.wanted();
    return part == null ? parsed : part;
  }

  /// Like the public ones, for tests that count how often a character is looked at.
  public static ParsedCommand.WholeLine parse(CharSequence text, @Nullable WordExpansion world) {
    return parse(text, world, new LineParts());
  }

  private static ParsedCommand.WholeLine parse(
      CharSequence text, @Nullable WordExpansion world, LineParts parts) {
    if (text.length() > MAX_LENGTH) {
      UnsupportedConstructs.UnsupportedConstruct limit = UnsupportedConstructs.TOO_LONG;
      return new ParsedCommand.RefusedLine(
          new UnsupportedText(
              limit.name(), MAX_LENGTH, text.length() - MAX_LENGTH, limit.rewrite()));
    }
    LineVariables variables = new LineVariables(world);
    CommandLexer lexer = new CommandLexer(text, variables);
    @Nullable CommandLine line = new CommandLineParser(lexer, variables, parts).whole();
    UnsupportedText refused = lexer.refused();
    return refused == null
        ? new ParsedCommand.ParsedLine(Objects.requireNonNull(line))
        : new ParsedCommand.RefusedLine(refused);
  }
}
