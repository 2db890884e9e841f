// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.run;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.LineProgress;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.language.PartResult;
import dev.writ.command.language.WordExpansion;
import dev.writ.command.parser.CommandParser;
import dev.writ.kernel.call.Effect.RunCommand.RunCourse;
import dev.writ.kernel.tool.LinePart;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.kernel.workspace.GlobExpansion;

/// Parses texts of the command language for the workspace.
record LineParser(GlobExpansion expansion) {
  /// A complete line, fully known before any part of it runs.
  ///
  /// @param directory of the workspace, in which it is to run
  CommandLine parsed(String text, String directory) throws RefusedException {
    try {
      return CommandReader.parsed(CommandParser.parse(text, expansion.in(directory)));
    } catch (GlobExpansion.TooManyException e) {
      throw tooMany(e);
    }
  }

  /// The next part of a line to run. A line with any construct outside the language is refused
  /// before its first part runs.
  LinePart next(String text, String directory, LineProgress progress) throws RefusedException {
    try {
      WordExpansion world = expansion.in(directory);
      return switch (CommandParser.parse(text, world, progress)) {
        case ParsedCommand.WholeLine whole ->
            new LinePart(CommandReader.parsed(whole), RunCourse.AWAITED);
        case ParsedCommand.ParsedPart(CommandLine line, boolean isSubstitution) -> {
          if (progress.done().isEmpty()) {
            var _ = CommandReader.parsed(supposed(text, world));
          }
          yield new LinePart(line, isSubstitution ? RunCourse.SUBSTITUTION : RunCourse.PART);
        }
      };
    } catch (GlobExpansion.TooManyException e) {
      throw tooMany(e);
    }
  }

  /// The end of a line whose parts print unknown words.
  private static ParsedCommand.WholeLine supposed(String text, WordExpansion world) {
    LineProgress progress = LineProgress.none();
    while (true) {
      progress = progress.after(PartResult.UNKNOWN);
      if (CommandParser.parse(text, world, progress) instanceof ParsedCommand.WholeLine whole) {
        return whole;
      }
    }
  }

  /// Refuses a pattern that matches too much.
  static RefusedException tooMany(GlobExpansion.TooManyException e) {
    return new RefusedException(
        new ToolError(ErrorCode.COMMAND_UNSUPPORTED, String.valueOf(e.getMessage())));
  }
}
