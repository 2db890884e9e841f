// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.run;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.command.language.SystemProgram;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.program.TemporarySpace;
import dev.writ.kernel.workspace.PathLocator;
import java.util.Optional;

/// The places that the commands of a line name.
///
/// @param temporary where they may read and write besides the workspace
record LinePlaces(PathLocator locator, TemporarySpace temporary) {
  /// Resolves a path that a command uses in a directory.
  PathLocation at(String name, String directory) {
    return locator.locateInLine(below(directory, name));
  }

  /// Resolves a program that is called by path; empty for the system's programs, by path or by
  /// link, and for links to programs that a person added, as in a virtual environment.
  Optional<PathLocation> program(String name, String directory) {
    String whole = below(directory, name);
    if (SystemProgram.isPath(name) || locator.linkToProgram(whole).isPresent()) {
      return Optional.empty();
    }
    PathLocation at = locator.locateInLine(whole);
    boolean isLinkOut =
        at instanceof PathLocation.RefusedLocation(String _, ToolError error)
            && error.code() == ErrorCode.PATH_OUTSIDE_WORKSPACE
            && locator.locateItself(whole) instanceof PathLocation.Inside;
    return Optional.of(isLinkOut ? linkOut(name) : at);
  }

  private static PathLocation linkOut(String name) {
    ToolError error =
        new ToolError(
            ErrorCode.PATH_OUTSIDE_WORKSPACE,
            name
                + " is a link to a program in a directory that is not on the list of"
                + " program directories",
            "A person adds its directory: 'writ init' offers it, or tools.search_paths names it");
    return new PathLocation.RefusedLocation(name, error);
  }

  /// Whether a place is outside the workspace and belongs only to the session.
  boolean isTemporary(PathLocation location) {
    return location instanceof PathLocation.RefusedLocation(String given, var error)
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
