// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.run;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandWord;
import dev.writ.command.unwrap.ReadOnlyPrograms;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Writ's rewriting of a command before it is judged, which reduces questions: the judged command
/// is the one that runs.
///
/// @param environment the one that the line activated
record CommandPreparation(WorkspaceRoot root, PathLocator locator, VirtualEnvironment environment) {
  private static final String INSTALLED = "node_modules/.bin/";
  private static final String NO_INSTALL = "--no-install";

  private static final Pattern NAME = Pattern.compile("\\w[\\w.-]*");

  /// @param directory where the line runs, relative to the workspace
  Command prepared(Command command, String directory) {
    return withoutSecrets(installed(environment.activated(command, directory), directory));
  }

  /// `npx` runs the package installed in the project and downloads no other.
  private Command installed(Command command, String directory) {
    List<CommandWord> words = command.words();
    if (words.size() < 2
        || !command.isSystems("npx")
        || !NAME.matcher(words.get(1).plain()).matches()) {
      return command;
    }
    String program = INSTALLED + words.get(1).plain();
    String place = LinePlaces.below(directory, command.directory().plain());
    if (!isThere(LinePlaces.below(place, program)) && !isThere(program)) {
      return command;
    }
    List<CommandWord> exact = new ArrayList<>(words);
    exact.add(1, new CommandWord.Literal(NO_INSTALL));
    return command.with(exact);
  }

  private boolean isThere(String name) {
    try {
      return locator.locate(name)
              instanceof PathLocation.Inside(String _, WorkspacePath path, var _)
          && root.attributes(path).isPresent();
    } catch (IOException _) {
      return false;
    }
  }

  /// A recursive search skips files that usually hold secrets: the command does not name them.
  private static Command withoutSecrets(Command command) {
    List<String> argv = command.argv();
    List<String> careful =
        ReadOnlyPrograms.withoutSecrets(
            argv.getFirst(), argv.subList(1, argv.size()), ProtectedNames.secretNames());
    if (careful.size() + 1 == argv.size()) {
      return command;
    }
    List<CommandWord> words = new ArrayList<>(List.of(command.words().getFirst()));
    careful.forEach(word -> words.add(new CommandWord.Literal(word)));
    return command.with(words);
  }
}
