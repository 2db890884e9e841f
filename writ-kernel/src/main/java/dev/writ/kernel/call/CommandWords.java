// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.call;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandClause;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.Pipeline;
import java.util.List;
import java.util.Optional;

/// A command line for a person's eyes: what joins its commands, and each command with its words,
/// one a line.
final class CommandWords {
  private CommandWords() {}

  static void add(CommandLine line, List<String> lines) {
    for (CommandLine.LineStep step : line.steps()) {
      if (step.join() != CommandLine.StepJoin.FIRST) {
        lines.add(step.join().word());
      }
      add(step.clause(), lines);
    }
  }

  private static void add(CommandClause clause, List<String> lines) {
    switch (clause) {
      case Pipeline pipeline -> add(pipeline, lines);
      case CommandClause.ClauseGroup(CommandLine line) -> {
        lines.add("(");
        add(line, lines);
        lines.add(")");
      }
      case CommandClause.ClauseChoice(
              List<CommandClause.Branch> branches,
              Optional<CommandLine> otherwise) -> {
        String word = "if";
        for (CommandClause.Branch branch : branches) {
          lines.add(word);
          word = "else if";
          add(branch.condition(), lines);
          lines.add("then");
          add(branch.line(), lines);
        }
        if (otherwise.isPresent()) {
          lines.add("else");
          add(otherwise.get(), lines);
        }
        lines.add("end if");
      }
    }
  }

  private static void add(Pipeline pipeline, List<String> lines) {
    String joint = pipeline.negated() ? "!" : "";
    for (Command command : pipeline.commands()) {
      if (!joint.isEmpty()) {
        lines.add(joint);
      }
      joint = "|";
      words(command, lines);
    }
  }

  private static void words(Command command, List<String> lines) {
    if (!command.directory().plain().isEmpty()) {
      lines.add("  in " + command.directory().plain());
    }
    command.environment().forEach((name, value) -> lines.add("  " + name + "=" + value));
    command.shown().forEach(word -> lines.add("  " + word));
    command.redirections().forEach(redirection -> lines.add("  " + redirection.written()));
  }
}
