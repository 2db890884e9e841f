// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// A command line as a tree: pipelines, one after the other. What is judged is this tree, and what
/// is executed is this tree; no text is parsed twice.
///
/// @param steps one or more; the first is joined by [Join#FIRST], no other is
public record CommandLine(List<Step> steps) {
  public CommandLine {
    steps = List.copyOf(steps);
    boolean inOrder = !steps.isEmpty();
    for (int i = 0; i < steps.size(); i++) {
      inOrder &= (steps.get(i).join() == Join.FIRST) == (i == 0);
    }
    if (!inOrder) {
      throw new IllegalArgumentException("not a list of steps: " + steps);
    }
  }

  /// How a step follows the one before it.
  public enum Join {
    /// It is the first.
    FIRST(""),
    /// `&&`: if the last that ran succeeded.
    AND(" && "),
    /// `||`: if the last that ran failed.
    OR(" || "),
    /// `;`: in any case.
    THEN("; ");

    private final String written;

    Join(String written) {
      this.written = written;
    }

    /// The operator; empty for the first.
    public String word() {
      return written.strip();
    }
  }

  /// A pipeline and how it follows the one before it.
  public record Step(Join join, Pipeline pipeline) {}

  /// A line of one command.
  public static CommandLine of(Command command) {
    return new CommandLine(List.of(new Step(Join.FIRST, new Pipeline(List.of(command)))));
  }

  /// All commands, in order.
  public List<Command> commands() {
    if (steps.size() == 1) {
      return steps.getFirst().pipeline().commands();
    }
    List<Command> commands = new ArrayList<>();
    for (Step step : steps) {
      commands.addAll(step.pipeline().commands());
    }
    return List.copyOf(commands);
  }

  /// Canonical text that parses to an equal tree, if this one was parsed.
  public String text() {
    StringBuilder text = new StringBuilder();
    Word directory = Command.HERE;
    for (Step step : steps) {
      List<Command> commands = step.pipeline().commands();
      Word place = commands.getFirst().directory();
      text.append(step.join().written);
      if (!place.equals(directory)) {
        String target = PathText.target(directory, place).written();
        // Else it would look like an option.
        text.append("cd ").append(target.startsWith("-") ? "./" : "").append(target);
        text.append(Join.AND.written);
        directory = place;
      }
      text.append(commands.stream().map(Command::written).collect(Collectors.joining(" | ")));
    }
    return text.toString();
  }

  /// Whether no word is left that would have to be expanded.
  boolean isLiteral() {
    return commands().stream().allMatch(Command::isExpanded);
  }

  /// Whether a word begins with an active `~`.
  boolean namesHome() {
    return commands().stream().anyMatch(Command::namesHome);
  }

  /// The line with literal words only: patterns are replaced by what they match, `~` by the home
  /// directory.
  public CommandLine expanded(Expansion expansion) {
    return each(command -> command.expanded(expansion));
  }

  /// The line with every command changed.
  public CommandLine each(UnaryOperator<Command> change) {
    List<Step> changed = new ArrayList<>(steps.size());
    for (Step step : steps) {
      List<Command> commands = new ArrayList<>(step.pipeline().commands().size());
      for (Command command : step.pipeline().commands()) {
        commands.add(change.apply(command));
      }
      changed.add(new Step(step.join(), new Pipeline(commands)));
    }
    return new CommandLine(changed);
  }
}
