// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.program;

import dev.writ.command.language.Command;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Where programs are found and what environment they get: a fixed search path and a short list of
/// variables, whatever Writ itself was started with.
///
/// @param inherited the variables Writ was started with
public record ProgramEnvironment(Map<String, String> inherited) {
  /// Where the system's programs are looked for, in this order.
  private static final List<String> SYSTEM =
      List.of("/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin");

  /// Where a person's own tool chains put theirs, below the home directory; after the system's, so
  /// that none of them stands for one of those.
  private static final List<String> PERSONS = List.of(".cargo/bin", "go/bin", ".local/bin");

  /// Tells a child of Writ from a person's own process: granting is refused there.
  public static final String CHILD_MARKER = "WRIT_GOVERNED";

  private static final Set<String> PASSED =
      Set.of("HOME", "LANG", "TERM", "TMPDIR", "USER", "LOGNAME", "TZ", "JAVA_HOME");

  /// The launcher runs the JVM in a UTF-8 locale and hands the person's own values over in these.
  private static final Map<String, String> PERSONS_OWN =
      Map.of("LANG", "WRIT_LANG", "LC_ALL", "WRIT_LC_ALL");

  public ProgramEnvironment {
    inherited = Map.copyOf(inherited);
  }

  /// Where programs are looked for, in this order.
  public List<String> searchPath() {
    List<String> all = new ArrayList<>(SYSTEM);
    String home = inherited.getOrDefault("HOME", "");
    if (home.startsWith("/") && home.length() > 1) {
      PERSONS.forEach(directory -> all.add(home + "/" + directory));
    }
    return all;
  }

  /// The real path of a program by its plain name.
  public Optional<Path> find(String name) {
    if (name.isEmpty() || name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    return searchPath().stream()
        .map(directory -> Path.of(directory, name))
        .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
        .findFirst();
  }

  /// The directories of those programs of commands that are a person's own, which a sandbox doesn't
  /// show by itself.
  public List<Path> personsOwn(List<Command> commands) {
    String home = inherited.getOrDefault("HOME", "/");
    List<Path> directories = new ArrayList<>();
    for (Command command : commands) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        find(inner.command().program())
            .filter(path -> !home.equals("/") && path.startsWith(home))
            .ifPresent(path -> directories.add(path.getParent()));
      }
    }
    return directories;
  }

  /// The environment of a child, built from nothing.
  public Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    environment.put("PATH", String.join(":", searchPath()));
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
