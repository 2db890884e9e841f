// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.policy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A directory of programs that a person added to the search path.
///
/// @param path the directory
/// @param readable what its programs read besides: the installation that they belong to
public record ProgramDirectory(Path path, List<Path> readable) {
  /// The directories of the system's programs, in search order.
  private static final List<String> SYSTEM =
      List.of("/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin");

  /// The program directories of a person's own tool chains, below the home directory; they come
  /// after the system's, so that none of their programs replaces one of those.
  private static final List<String> PERSONS = List.of(".cargo/bin", "go/bin", ".local/bin");

  public ProgramDirectory {
    readable = List.copyOf(readable);
  }

  /// The directories in which programs are looked for whatever a person added, in this order.
  ///
  /// @param home the person's home directory; empty if there is none
  public static List<String> fixed(String home) {
    List<String> all = new ArrayList<>(SYSTEM);
    if (home.startsWith("/") && home.length() > 1) {
      PERSONS.forEach(directory -> all.add(home + "/" + directory));
    }
    return all;
  }
}
