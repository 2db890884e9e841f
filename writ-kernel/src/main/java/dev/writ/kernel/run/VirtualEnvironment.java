// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.run;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.program.BuiltInPrograms;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The programs of a virtual environment that a line activates: they are called by path, so that
/// every check judges the program that runs.
///
/// @param programs the system's
record VirtualEnvironment(WorkspaceRoot root, PathLocator locator, ProgramEnvironment programs) {
  /// The programs that every environment has when it is made.
  private static final Pattern MADE = Pattern.compile("(python|pip)[0-9.]*");

  /// The command with its program as the environment has it; the same where it has none. An
  /// environment that the line has yet to make will have what the system lacks.
  ///
  /// @param directory where the line runs, relative to the workspace
  Command activated(Command command, String directory) {
    String environment = command.environment().get(Command.VIRTUAL_ENVIRONMENT);
    if (environment == null || command.program().contains("/")) {
      return command;
    }
    String place = LinePlaces.below(directory, environment + "/bin");
    String name = command.program();
    Optional<WorkspacePath> path =
        inside(place).filter(this::isThere).isPresent()
            ? program(place + "/" + name)
            : inside(place + "/" + name).filter(_ -> isMade(name));
    return path.map(
            own -> {
              List<CommandWord> words = new ArrayList<>(command.words());
              words.set(0, new CommandWord.Literal(root.absolute(own).toString()));
              return command.with(words);
            })
        .orElse(command);
  }

  private boolean isMade(String name) {
    return MADE.matcher(name).matches()
        || (!BuiltInPrograms.contains(name) && programs.find(name).isEmpty());
  }

  private Optional<WorkspacePath> program(String place) {
    Optional<WorkspacePath> link = locator.linkToProgram(place);
    return link.or(() -> inside(place)).or(() -> itself(place)).filter(this::isThere);
  }

  /// A link that leads out is called all the same: it is refused, where the system's program in its
  /// place would be another one than was meant.
  private Optional<WorkspacePath> itself(String place) {
    return locator.locateItself(place)
            instanceof PathLocation.Inside(String _, WorkspacePath path, var _)
        ? Optional.of(path)
        : Optional.empty();
  }

  private Optional<WorkspacePath> inside(String place) {
    return locator.locate(place) instanceof PathLocation.Inside(String _, WorkspacePath path, var _)
        ? Optional.of(path)
        : Optional.empty();
  }

  private boolean isThere(WorkspacePath path) {
    try {
      return root.attributes(path).isPresent();
    } catch (IOException _) {
      return false;
    }
  }
}
