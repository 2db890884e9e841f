// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Where programs are found and what environment they get: a fixed search path and a short list of
/// variables, whatever Writ itself was started with.
///
/// @param inherited the variables Writ was started with
public record Programs(Map<String, String> inherited) {
  /// Where programs are looked for, in this order.
  public static final List<String> SEARCH_PATH =
      List.of("/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin");

  /// Tells a child of Writ from a person's own process: granting is refused there.
  public static final String CHILD_MARKER = "WRIT_GOVERNED";

  private static final Set<String> PASSED =
      Set.of("HOME", "LANG", "TERM", "TMPDIR", "USER", "LOGNAME", "TZ", "JAVA_HOME");

  /// The launcher runs the JVM in a UTF-8 locale and hands the person's own values over in these.
  private static final Map<String, String> PERSONS_OWN =
      Map.of("LANG", "WRIT_LANG", "LC_ALL", "WRIT_LC_ALL");

  public Programs {
    inherited = Map.copyOf(inherited);
  }

  /// The real path of a program by its plain name.
  public Optional<Path> find(String name) {
    if (name.isEmpty() || name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    return SEARCH_PATH.stream()
        .map(directory -> Path.of(directory, name))
        .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
        .findFirst();
  }

  /// The environment of a child, built from nothing.
  public Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    environment.put("PATH", String.join(":", SEARCH_PATH));
    inherited.forEach(
        (name, value) -> {
          if (PASSED.contains(name) || name.startsWith("LC_")) {
            environment.put(name, value);
          }
        });
    environment.put(CHILD_MARKER, "1");
    PERSONS_OWN.forEach(
        (name, carrier) -> {
          String own = inherited.get(carrier);
          if (own != null && own.isEmpty()) {
            environment.remove(name);
          } else if (own != null) {
            environment.put(name, own);
          }
        });
    return environment;
  }
}
