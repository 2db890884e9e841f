// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.run;

import java.util.regex.Pattern;

/// What of the system every sandbox shows to every program, and what tells nothing of the person:
/// programs, libraries, headers, the system's name, the processors. Commands may name it to read.
final class SystemFiles {
  private static final String BELOW = "(?:/(?!.*\\.\\.).*)?";

  private static final Pattern PUBLIC =
      Pattern.compile(
          "/usr|/usr/local|/opt"
              + "|(?:/usr(?:/local)?/(?:s?bin|include|lib\\w*|share)|/s?bin|/lib\\w*)"
              + BELOW
              + "|/etc/(?:[a-z]+[-_](?:release|version)|alternatives"
              + BELOW
              + ")|/proc/(?:cpuinfo|meminfo|version|loadavg|uptime|filesystems)"
              // what programs take chance from
              + "|/dev/u?random");

  private SystemFiles() {}

  /// Whether a path, as it was typed, is that of such a file or directory.
  static boolean arePublic(String path) {
    return PUBLIC.matcher(path).matches();
  }
}
