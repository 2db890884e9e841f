// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

import dev.writ.command.language.CommandLine.Join;
import dev.writ.command.language.CommandLine.Step;
import java.util.ArrayList;
import java.util.List;

/// `cd DIR` in a chain of `&&` becomes the directory of all that follows, so that no command has a
/// state that the one before it left behind.
public final class DirectoryChange {
  private DirectoryChange() {}

  /// Whether the last of these steps changes no directory, or does it where all steps so far
  /// succeeded, which they don't where the directory before is missing.
  public static boolean isFolded(List<Step> steps) {
    Step last = steps.getLast();
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
      case CommandClause.Group(CommandLine line) ->
          line.steps().stream().anyMatch(step -> hidesFailure(step.clause()));
      case CommandClause.Choice _ -> true;
    };
  }

  /// Whether each step after a change of directory runs only if the change succeeded. If only
  /// changes come before a step, it runs there or not at all.
  public static boolean appliesToAll(List<Step> steps) {
    int last = steps.size() - 1;
    while (last >= 0 && !changes(steps.get(last))) {
      last--;
    }
    boolean leads = steps.subList(0, last + 1).stream().allMatch(DirectoryChange::changes);
    boolean otherwise = last + 1 < steps.size() && steps.get(last + 1).join() == Join.OR;
    return last < 0 || (leads && !otherwise) || joinedByAnd(steps);
  }

  /// Whether a step changes the directory, or tries to.
  public static boolean changes(Step step) {
    return step.clause() instanceof Pipeline pipeline
        && pipeline.commands().stream().anyMatch(command -> command.program().equals("cd"));
  }

  private static boolean joinedByAnd(List<Step> steps) {
    return steps.stream().skip(1).allMatch(step -> step.join() == Join.AND);
  }

  /// Whether a step is nothing but a change of directory to a place that is known.
  static boolean isPlain(Step step) {
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
  public static CommandLine folded(List<Step> steps) {
    List<Step> rest = new ArrayList<>();
    CommandWord directory = Command.HERE;
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (isPlain(step) && i < steps.size() - 1) {
        directory = PathText.entered(directory, target(step));
      } else {
        Join join = rest.isEmpty() ? Join.FIRST : step.join();
        CommandWord place = directory;
        CommandLine moved =
            new CommandLine(List.of(new Step(Join.FIRST, step.clause())))
                .each(command -> command.in(PathText.entered(place, command.directory())));
        rest.add(new Step(join, moved.steps().getFirst().clause()));
      }
    }
    return new CommandLine(rest);
  }

  /// The target of a plain change.
  public static CommandWord target(Step step) {
    return ((Pipeline) step.clause()).commands().getFirst().words().getLast();
  }
}
