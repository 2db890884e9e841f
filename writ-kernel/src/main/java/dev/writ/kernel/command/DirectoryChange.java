// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import dev.writ.kernel.command.CommandLine.Join;
import dev.writ.kernel.command.CommandLine.Step;
import java.util.ArrayList;
import java.util.List;

/// `cd DIR` in a chain of `&&` becomes the directory of all that follows, so that no command has a
/// state that the one before it left behind.
final class DirectoryChange {
  private DirectoryChange() {}

  /// Whether the last of these steps changes no directory, or does it where all steps so far
  /// succeeded.
  static boolean isFolded(List<Step> steps) {
    Step last = steps.getLast();
    return !changes(last) || (isPlain(last) && joinedByAnd(steps));
  }

  /// Whether every step is reached by a change of directory only if that succeeded.
  static boolean appliesToAll(List<Step> steps) {
    return steps.stream().noneMatch(DirectoryChange::changes) || joinedByAnd(steps);
  }

  private static boolean changes(Step step) {
    for (Command command : step.pipeline().commands()) {
      if (command.program().equals("cd")) {
        return true;
      }
    }
    return false;
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

  /// The line without its changes of directory. One that is the last step stays: there is nothing
  /// that it could apply to.
  static CommandLine folded(List<Step> steps) {
    List<Step> rest = new ArrayList<>();
    Word directory = Command.HERE;
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      List<Command> commands = step.pipeline().commands();
      if (isPlain(step) && i < steps.size() - 1) {
        directory = PathText.entered(directory, commands.getFirst().words().getLast());
      } else {
        Word place = directory;
        List<Command> moved = commands.stream().map(command -> command.in(place)).toList();
        rest.add(new Step(rest.isEmpty() ? Join.FIRST : step.join(), new Pipeline(moved)));
      }
    }
    return new CommandLine(rest);
  }
}
