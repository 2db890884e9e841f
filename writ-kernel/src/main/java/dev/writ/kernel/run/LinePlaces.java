// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.run;

import dev.writ.base.value.ErrorCode;
import dev.writ.command.language.SystemProgram;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.program.TemporarySpace;
import dev.writ.kernel.workspace.PathLocator;

/// The places that the commands of a line name.
///
/// @param temporary where they may read and write besides the workspace
record LinePlaces(PathLocator locator, TemporarySpace temporary) {
  /// Where a name leads that a command has in a directory.
  PathLocation at(String name, String directory) {
    return locator.locateInLine(below(directory, name));
  }

  /// Whether a program that is called by a path is the system's, by its own path or by a link as
  /// in a virtual environment: such a link is no way out.
  boolean isSystemProgram(String name, String directory) {
    return SystemProgram.isPath(name)
        || locator.linkToSystemProgram(below(directory, name)).isPresent();
  }

  /// Whether a place isn't the workspace's, and nobody's else but the session's own.
  boolean isTemporary(PathLocation location) {
    return location instanceof PathLocation.Refused(String given, var error)
        && error.code() == ErrorCode.PATH_OUTSIDE_WORKSPACE
        && temporary.covers(given);
  }

  /// A name below a directory, both as they were given.
  static String below(String directory, String name) {
    if (name.startsWith("/") || directory.isEmpty() || directory.equals(".")) {
      return name.isEmpty() ? "." : name;
    }
    return name.isEmpty() || name.equals(".") ? directory : directory + "/" + name;
  }
}
