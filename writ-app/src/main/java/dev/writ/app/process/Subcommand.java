// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.process;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import java.io.IOException;
import java.util.List;

/// One subcommand.
public interface Subcommand {
  /// Its name, purpose and usage.
  ///
  /// @param usage the operands, such as `list|show ID`
  /// @param example a whole line that works
  record Card(
      String name, String summary, String usage, String example, List<CommandOption> options) {
    public Card {
      options = List.copyOf(options);
    }
  }

  /// Its card.
  Card card();

  /// Does it.
  ///
  /// @throws UsageException where it was called wrongly
  /// @throws IOException where the outside breaks in a way that has no other answer
  ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException;
}
