// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.command;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramVersion;
import dev.writ.app.process.Subcommand;
import java.util.List;

/// `writ version`: prints the version.
public final class VersionCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card("version", "Print the version.", "", "writ version", List.of());
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context) {
    context.out().println(ProgramVersion.line());
    return ExitCode.DONE;
  }
}
