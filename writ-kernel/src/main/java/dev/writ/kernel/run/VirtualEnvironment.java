// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.run;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The programs of a virtual environment that a line activates: they are called by their paths, so
/// that everybody judges what really runs.
record VirtualEnvironment(WorkspaceRoot root, PathLocator locator) {
  /// The command with its program as the environment has it; the same where it has none.
  ///
  /// @param directory where the line runs, relative to the workspace
  Command activated(Command command, String directory) {
    String environment = command.environment().get(Command.VIRTUAL_ENVIRONMENT);
    if (environment == null || command.program().contains("/")) {
      return command;
    }
    String place = LinePlaces.below(directory, environment + "/bin/" + command.program());
    return program(place)
        .map(
            path -> {
              List<CommandWord> words = new ArrayList<>(command.words());
              words.set(0, new CommandWord.Literal(root.absolute(path).toString()));
              return command.with(words);
            })
        .orElse(command);
  }

  private Optional<WorkspacePath> program(String place) {
    Optional<WorkspacePath> link = locator.linkToSystemProgram(place);
    return link.isPresent()
        ? link
        : locator.locate(place) instanceof PathLocation.Inside(String _, WorkspacePath path)
                && isThere(path)
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
