// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.run;

import dev.writ.kernel.name.SecretNames;
import dev.writ.kernel.workspace.PathLocator;
import java.util.Set;
import java.util.regex.Pattern;

/// The system files that every sandbox shows to every program, and that reveal nothing about the
/// person: programs, libraries, headers, the system's name, the processors. Commands may name them
/// to read.
final class SystemFiles {
  private static final String BELOW = "(?:/(?!.*\\.\\.).*)?";

  private static final Pattern PUBLIC =
      Pattern.compile(
          "(?:/usr(?:/local)?/(?:s?bin|include|lib\\w*|share)|/s?bin|/lib\\w*|/etc/alternatives)"
              + BELOW
              + "|/etc/(?:(?:os|lsb|alpine|fedora|redhat)-release|debian_version)"
              + "|/proc/(?:cpuinfo|meminfo|version|loadavg|uptime|filesystems)"
              // what programs read random bytes from
              + "|/dev/u?random");

  /// Directories that builds receive as search paths.
  private static final Set<String> PREFIXES = Set.of("/usr", "/usr/local", "/opt");

  private SystemFiles() {}

  /// Whether a path, as it was typed, is that of such a file or directory, and leads to one.
  static boolean arePublic(String path) {
    return isPublic(path)
        && SecretNames.matchedBy(path).isEmpty()
        && isPublic(PathLocator.leadsTo(path));
  }

  /// Whether a value of an option is such a path, or one where installations are.
  static boolean isPlace(String value) {
    return PREFIXES.contains(value) || isPublic(value);
  }

  private static boolean isPublic(String path) {
    return PUBLIC.matcher(path).matches();
  }
}
