// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.command.language;

import java.util.List;

/// Programs that are called by their path among the system's own: `/usr/bin/git` is `git`. A path
/// that only begins so leads somewhere else.
public final class SystemProgram {
  private static final List<String> DIRECTORIES = List.of("/usr/bin/", "/bin/");

  private SystemProgram() {}

  /// Whether a command's first word is the path of such a program.
  public static boolean isPath(String program) {
    return DIRECTORIES.stream()
        .anyMatch(
            directory ->
                program.startsWith(directory)
                    && program.lastIndexOf('/') == directory.length() - 1
                    && !List.of("", ".", "..").contains(program.substring(directory.length())));
  }

  /// The name of such a program; anything else is returned as it is.
  public static String name(String program) {
    return isPath(program) ? program.substring(program.lastIndexOf('/') + 1) : program;
  }
}
