// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import dev.writ.kernel.command.CommandLine.Join;
import dev.writ.kernel.command.CommandLine.Step;
import java.util.ArrayList;
import java.util.List;

/// A leading `cd DIR &&` becomes the directory of all that follows, so that no command has a state
/// that the one before it left behind.
final class DirectoryChange {
  private DirectoryChange() {}

  /// Whether the last of these steps changes no directory, or does it where all steps so far do.
  static boolean isFolded(List<Step> steps) {
    for (Command command : steps.getLast().pipeline().commands()) {
      if (command.program().equals("cd")) {
        return steps.stream().allMatch(DirectoryChange::isPlain) && joinedByAnd(steps);
      }
    }
    return true;
  }

  /// Whether every step is reached by a leading change of directory only if that succeeded.
  static boolean appliesToAll(List<Step> steps) {
    return steps.size() == 1 || !isPlain(steps.getFirst()) || joinedByAnd(steps);
  }

  private static boolean joinedByAnd(List<Step> steps) {
    return steps.stream().skip(1).allMatch(step -> step.join() == Join.AND);
  }

  private static boolean isPlain(Step step) {
    List<Command> commands = step.pipeline().commands();
    Command command = commands.getFirst();
    return commands.size() == 1
        && command.program().equals("cd")
        && command.words().size() == 2
        && command.environment().isEmpty()
        && command.redirections().isEmpty()
        && isPlace(command.words().getLast());
  }

  private static boolean isPlace(Word target) {
    return switch (target) {
      case Word.Literal(String path) -> !path.isEmpty() && !path.startsWith("-");
      case Word.Pattern pattern -> false;
      case Word.Home(Word rest) -> rest instanceof Word.Literal;
    };
  }

  /// The line without its leading changes of directory. One that is the last step stays: there is
  /// nothing that it could apply to.
  static CommandLine folded(List<Step> steps) {
    int leading = 0;
    Word directory = Command.HERE;
    while (leading < steps.size() - 1 && isPlain(steps.get(leading))) {
      Command change = steps.get(leading).pipeline().commands().getFirst();
      directory = PathText.entered(directory, change.words().getLast());
      leading++;
    }
    if (leading == 0) {
      return new CommandLine(steps);
    }
    Word place = directory;
    List<Step> rest = new ArrayList<>(steps.subList(leading, steps.size()));
    rest.set(0, new Step(Join.FIRST, rest.getFirst().pipeline()));
    return new CommandLine(rest).each(command -> command.in(place));
  }
}
