// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A command line as a tree: pipelines, groups and choices, in sequence. The judged tree is the
/// executed tree; no text is parsed twice.
///
/// @param steps one or more; the first is joined by [StepJoin#FIRST], no other is
public record CommandLine(List<LineStep> steps) {
  public CommandLine {
    steps = List.copyOf(steps);
    boolean inOrder = !steps.isEmpty();
    for (int i = 0; i < steps.size(); i++) {
      inOrder &= (steps.get(i).join() == StepJoin.FIRST) == (i == 0);
    }
    if (!inOrder) {
      throw new IllegalArgumentException("not a list of steps: " + steps);
    }
  }

  /// How a step follows the one before it.
  public enum StepJoin {
    /// It is the first.
    FIRST(""),
    /// `&&`: if the last that ran succeeded.
    AND(" && "),
    /// `||`: if the last that ran failed.
    OR(" || "),
    /// `;`: in any case.
    THEN("; ");

    private final String written;

    StepJoin(String written) {
      this.written = written;
    }

    /// The operator; empty for the first.
    public String word() {
      return written.strip();
    }
  }

  /// A pipeline, or what holds lines in turn, and how it follows the one before it.
  public record LineStep(StepJoin join, CommandClause clause) {}

  /// A line of one command.
  public static CommandLine of(Command command) {
    return new CommandLine(List.of(new LineStep(StepJoin.FIRST, new Pipeline(List.of(command)))));
  }

  /// All pipelines, in the order in which they stand, whether they will run or not.
  public List<Pipeline> pipelines() {
    if (steps.size() == 1 && steps.getFirst().clause() instanceof Pipeline only) {
      return List.of(only);
    }
    List<Pipeline> pipelines = new ArrayList<>();
    for (LineStep step : steps) {
      if (step.clause() instanceof Pipeline pipeline) {
        pipelines.add(pipeline);
      }
      for (CommandLine line : step.clause().lines()) {
        pipelines.addAll(line.pipelines());
      }
    }
    return List.copyOf(pipelines);
  }

  /// All commands, in order.
  public List<Command> commands() {
    List<Pipeline> pipelines = pipelines();
    if (pipelines.size() == 1) {
      return pipelines.getFirst().commands();
    }
    List<Command> commands = new ArrayList<>();
    for (Pipeline pipeline : pipelines) {
      commands.addAll(pipeline.commands());
    }
    return List.copyOf(commands);
  }

  /// Canonical text that parses to an equal tree, if this one was parsed.
  public String text() {
    return text(Command.HERE);
  }

  /// The same for a reader who is in that directory already.
  String text(CommandWord from) {
    StringBuilder text = new StringBuilder();
    CommandWord directory = from;
    boolean chained = steps.stream().skip(1).allMatch(step -> step.join() == StepJoin.AND);
    for (int i = 0; i < steps.size(); i++) {
      LineStep step = steps.get(i);
      text.append(step.join().written);
      // In a chain of && the directory changes where it must; else it can only at the beginning.
      CommandWord place = place(steps.subList(i, chained ? i + 1 : steps.size()), directory);
      if (!place.equals(directory)) {
        String target = PathText.target(directory, place).written();
        // Else it would look like an option.
        text.append("cd ").append(target.startsWith("-") ? "./" : "").append(target);
        text.append(StepJoin.AND.written);
        directory = place;
      }
      text.append(step.clause().text(directory));
    }
    return text.toString();
  }

  /// The directory of the first clause that is not a group: a group has its own.
  private static CommandWord place(List<LineStep> steps, CommandWord directory) {
    for (LineStep step : steps) {
      switch (step.clause()) {
        case Pipeline pipeline -> {
          return pipeline.commands().getFirst().directory();
        }
        case CommandClause.ClauseGroup _ -> {}
        case CommandClause.ClauseChoice choice -> {
          for (CommandLine line : choice.lines()) {
            CommandWord place = place(line.steps(), directory);
            if (!place.equals(directory)) {
              return place;
            }
          }
        }
      }
    }
    return directory;
  }

  /// Whether no word is left that would have to be expanded.
  public boolean isLiteral() {
    return commands().stream().allMatch(Command::isExpanded);
  }

  /// Whether a word begins with an active `~`.
  public boolean namesHome() {
    return commands().stream().anyMatch(Command::namesHome);
  }

  /// The line with literal words only: patterns are replaced by what they match, `~` by the home
  /// directory.
  public CommandLine expanded(WordExpansion expansion) {
    return each(command -> command.expanded(expansion));
  }

  /// The line with every command changed.
  public CommandLine each(UnaryOperator<Command> change) {
    List<LineStep> changed = new ArrayList<>(steps.size());
    for (LineStep step : steps) {
      changed.add(new LineStep(step.join(), changed(step.clause(), change)));
    }
    return new CommandLine(changed);
  }

  private static CommandClause changed(CommandClause clause, UnaryOperator<Command> change) {
    return switch (clause) {
      case Pipeline pipeline -> {
        List<Command> commands = new ArrayList<>(pipeline.commands().size());
        for (Command command : pipeline.commands()) {
          commands.add(change.apply(command));
        }
        yield new Pipeline(commands, pipeline.negated());
      }
      case CommandClause.ClauseGroup(CommandLine line) ->
          new CommandClause.ClauseGroup(line.each(change));
      case CommandClause.ClauseChoice(
              List<CommandClause.Branch> branches,
              Optional<CommandLine> otherwise) ->
          new CommandClause.ClauseChoice(
              branches.stream()
                  .map(
                      branch ->
                          new CommandClause.Branch(
                              branch.condition().each(change), branch.line().each(change)))
                  .toList(),
              otherwise.map(line -> line.each(change)));
    };
  }
}
