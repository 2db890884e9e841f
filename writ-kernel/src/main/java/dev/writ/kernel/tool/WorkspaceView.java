// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.tool;

import dev.writ.base.value.FileState;
import dev.writ.command.language.CommandLine;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.PlaceInventory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The read access of a tool while it proposes. It cannot leave the workspace.
public interface WorkspaceView {
  /// Resolves a name.
  PathLocation locate(String name);

  /// Resolves a name without following its last link: a deletion or move applies to the entry of
  /// that name.
  PathLocation locateItself(String name);

  /// Everything that stands at a location, for deleting or moving it.
  PlaceInventory inventory(PathLocation at) throws IOException;

  /// The effect of running a command line.
  ///
  /// @param line as it was parsed or put together
  /// @param directory where it runs
  /// @param input what its first command reads; nothing where it is empty
  /// @param secrets secret files that its programs are to see; a person is asked about them
  /// @throws RefusedException if a pattern matches too much
  Effect.RunCommand command(
      CommandLine line,
      String directory,
      Effect.RunCommand.RunLimits limits,
      Optional<String> input,
      List<String> secrets)
      throws RefusedException;

  /// A text of the command language as a tree, where all of it is known before any of it runs.
  ///
  /// @param directory of the workspace, in which it is to run
  /// @throws RefusedException if it is not in the language
  CommandLine parsed(String text, String directory) throws RefusedException;

  /// The next part of a text to run: all of it, or the part on which the words of the rest depend.
  /// The call is proposed again after that part has run.
  ///
  /// @param directory of the workspace, in which it is to run
  /// @throws RefusedException if something of the text is not in the language
  LinePart next(String text, String directory) throws RefusedException;

  /// The ids of all commands that were started in the background, also of those that have ended.
  List<String> background();

  /// A text with known secrets masked.
  String masked(String text);

  /// The date in UTC, such as `2026-01-31`.
  String today();

  /// The present state of a location as a file: a directory, like everything that cannot be a file,
  /// is unusable.
  FileState state(PathLocation at) throws IOException;

  /// The present state of a location, which distinguishes directories.
  FileState exact(PathLocation at) throws IOException;
}
