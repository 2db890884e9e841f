// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import dev.writ.command.language.CommandLine.LineStep;
import dev.writ.command.language.CommandLine.StepJoin;
import java.util.ArrayList;
import java.util.List;

/// `cd DIR` in a chain of `&&` becomes the directory of all that follows, so that no command has a
/// state that the one before it left behind.
public final class DirectoryChange {
  private DirectoryChange() {}

  /// Whether the last of these steps changes no directory, or does it where all steps so far
  /// succeeded, which they don't where the directory before is missing.
  public static boolean isFolded(List<LineStep> steps) {
    LineStep last = steps.getLast();
    return !changes(last)
        || (isPlain(last)
            && joinedByAnd(steps)
            && steps.stream()
                .dropWhile(step -> !changes(step))
                .noneMatch(step -> hidesFailure(step.clause())));
  }

  /// Whether a clause may succeed where none of its commands can run.
  private static boolean hidesFailure(CommandClause clause) {
    return switch (clause) {
      case Pipeline pipeline -> pipeline.negated();
      case CommandClause.ClauseGroup(CommandLine line) ->
          line.steps().stream().anyMatch(step -> hidesFailure(step.clause()));
      case CommandClause.ClauseChoice _ -> true;
    };
  }

  /// Whether each step after a change of directory runs only if the change succeeded. If only
  /// changes come before a step, it runs there or not at all.
  public static boolean appliesToAll(List<LineStep> steps) {
    int last = steps.size() - 1;
    while (last >= 0 && !changes(steps.get(last))) {
      last--;
    }
    boolean leads = steps.subList(0, last + 1).stream().allMatch(DirectoryChange::changes);
    boolean otherwise = last + 1 < steps.size() && steps.get(last + 1).join() == StepJoin.OR;
    return last < 0 || (leads && !otherwise) || joinedByAnd(steps);
  }

  /// Whether a step changes the directory, or tries to.
  public static boolean changes(LineStep step) {
    return step.clause() instanceof Pipeline pipeline
        && pipeline.commands().stream().anyMatch(command -> command.program().equals("cd"));
  }

  private static boolean joinedByAnd(List<LineStep> steps) {
    return steps.stream().skip(1).allMatch(step -> step.join() == StepJoin.AND);
  }

  /// Whether a step is nothing but a change of directory to a place that is known.
  static boolean isPlain(LineStep step) {
    if (!(step.clause() instanceof Pipeline pipeline) || pipeline.negated()) {
      return false;
    }
    Command command = pipeline.commands().getFirst();
    return pipeline.commands().size() == 1
        && command.program().equals("cd")
        && command.words().size() == 2
        && command.environment().isEmpty()
        && command.redirections().isEmpty()
        && isPlace(command.words().getLast());
  }

  private static boolean isPlace(CommandWord target) {
    CommandWord path = target instanceof CommandWord.Home home ? home.rest() : target;
    boolean option = path.plain().isEmpty() || path.plain().startsWith("-");
    return path instanceof CommandWord.Literal && !(option && path.equals(target));
  }

  /// The line without its changes of directory. One that is the last step stays: there is nothing
  /// that it could apply to.
  public static CommandLine folded(List<LineStep> steps) {
    List<LineStep> rest = new ArrayList<>();
    CommandWord directory = Command.HERE;
    for (int i = 0; i < steps.size(); i++) {
      LineStep step = steps.get(i);
      if (isPlain(step) && i < steps.size() - 1) {
        directory = PathText.entered(directory, target(step));
      } else {
        StepJoin join = rest.isEmpty() ? StepJoin.FIRST : step.join();
        CommandWord place = directory;
        CommandLine moved =
            new CommandLine(List.of(new LineStep(StepJoin.FIRST, step.clause())))
                .each(command -> command.in(PathText.entered(place, command.directory())));
        rest.add(new LineStep(join, moved.steps().getFirst().clause()));
      }
    }
    return new CommandLine(rest);
  }

  /// The target of a plain change.
  public static CommandWord target(LineStep step) {
    return ((Pipeline) step.clause()).commands().getFirst().words().getLast();
  }
}
