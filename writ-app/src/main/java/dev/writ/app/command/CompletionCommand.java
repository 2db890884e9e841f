// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.command;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.manual.CommandEntry;
import dev.writ.app.manual.CompletionScript;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import java.util.List;
import java.util.function.Supplier;

/// `writ completion`: prints a script by which a shell completes command lines.
public final class CompletionCommand implements Subcommand {
  private final Supplier<List<CommandEntry>> entries;

  /// @param entries all commands
  public CompletionCommand(Supplier<List<CommandEntry>> entries) {
    this.entries = entries;
  }

  @Override
  public Card card() {
    return new Card(
        "completion",
        "Print a completion script for a shell.",
        String.join("|", CompletionScript.SHELLS),
        "eval \"$(writ completion bash)\"",
        List.of());
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context) throws UsageException {
    CompletionScript script = new CompletionScript(entries.get());
    context
        .out()
        .print(
            switch (String.join(" ", arguments.operands())) {
              case "bash" -> script.bash();
              case "zsh" -> script.zsh();
              case "fish" -> script.fish();
              default ->
                  throw new UsageException(
                      "completion: name one shell of "
                          + String.join(", ", CompletionScript.SHELLS));
            });
    return ExitCode.DONE;
  }
}
