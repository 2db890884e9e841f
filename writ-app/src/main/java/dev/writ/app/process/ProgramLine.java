// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.process;

import dev.writ.app.cli.ParsedArguments;
import java.util.List;

/// Runs a command line of Writ within a chat.
@FunctionalInterface
public interface ProgramLine {
  /// Runs it as if it was typed in a shell in the chat's directory.
  ///
  /// @param words the command and its arguments
  /// @param chat the command line of the chat, whose options about place and model it gets where it
  ///     takes them
  ExitCode run(List<String> words, ParsedArguments chat, ProcessContext context);
}
