// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.hand;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.Pipeline;
import dev.writ.kernel.program.CommandOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/// The course of a command line: which pipelines run, one after the other, as their joints and
/// conditions say.
final class CommandLineRun {
  /// Runs one pipeline and records its end.
  interface PipelineRun {
    void run(List<Command> commands, ByteBuffer input) throws IOException, InterruptedException;
  }

  private final PipelineRun pipelines;
  private final CommandOutcome.Collected collected;
  private ByteBuffer input;

  /// @param input the input of the first pipeline without a redirected input
  CommandLineRun(PipelineRun pipelines, CommandOutcome.Collected collected, ByteBuffer input) {
    this.pipelines = pipelines;
    this.collected = collected;
    this.input = input;
  }

  void run(CommandLine line) throws IOException, InterruptedException {
    for (CommandLine.LineStep step : line.steps()) {
      boolean wanted =
          switch (step.join()) {
            case FIRST, THEN -> true;
            case AND -> collected.status() == 0;
            case OR -> collected.status() != 0;
          };
      if (wanted && !isOver()) {
        run(step.clause());
      }
    }
  }

  private boolean isOver() {
    return collected.timedOut() || collected.stopped();
  }

  private void run(CommandClause clause) throws IOException, InterruptedException {
    switch (clause) {
      case Pipeline pipeline -> run(pipeline);
      case CommandClause.ClauseGroup(CommandLine line) -> run(line);
      case CommandClause.ClauseChoice(
              List<CommandClause.Branch> branches,
              Optional<CommandLine> otherwise) ->
          choose(branches, otherwise);
    }
  }

  private void choose(List<CommandClause.Branch> branches, Optional<CommandLine> otherwise)
      throws IOException, InterruptedException {
    Optional<CommandLine> chosen = otherwise;
    for (CommandClause.Branch branch : branches) {
      run(branch.condition());
      if (isOver()) {
        return;
      }
      if (collected.status() == 0) {
        chosen = Optional.of(branch.line());
        break;
      }
    }
    if (chosen.isPresent()) {
      run(chosen.get());
    } else {
      collected.status(0);
    }
  }

  private void run(Pipeline pipeline) throws IOException, InterruptedException {
    int status = collected.status();
    List<Command> commands =
        pipeline.commands().stream().map(command -> command.after(status)).toList();
    ByteBuffer given = commands.getFirst().input().map(CommandHand::bytes).orElse(input);
    input = ByteBuffer.allocate(0); // it was the first one's
    pipelines.run(commands, given);
    if (pipeline.negated() && !isOver()) {
      collected.status(collected.status() == 0 ? 1 : 0);
    }
  }
}
