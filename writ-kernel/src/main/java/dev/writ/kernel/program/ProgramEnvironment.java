// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.program;

import dev.writ.command.language.Command;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.policy.ProgramDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The search path and the environment of programs: a fixed search path and a short list of
/// variables, independent of Writ's own environment. A person's own directories come before the
/// fixed ones, as on that person's search path.
///
/// @param inherited the variables Writ was started with
/// @param own directories that a person added (`tools.search_paths`)
public record ProgramEnvironment(Map<String, String> inherited, List<ProgramDirectory> own) {
  /// Programs that are never taken from a person's own directory if the system has them: only Git
  /// may write in repositories.
  private static final String GIT = "git";

  /// Distinguishes a child of Writ from a person's own process: a child cannot grant.
  public static final String CHILD_MARKER = "WRIT_GOVERNED";

  /// To look for leaks a sanitizer traces the program that it is in, which no command may: without
  /// this the program fails although nothing is wrong with it.
  private static final Map<String, String> SANITIZERS = Map.of("LSAN_OPTIONS", "detect_leaks=0");

  private static final Set<String> PASSED =
      Set.of("HOME", "LANG", "TERM", "TMPDIR", "USER", "LOGNAME", "TZ", "JAVA_HOME");

  /// The launcher runs the JVM in a UTF-8 locale and hands the person's own values over in these.
  private static final Map<String, String> PERSONS_OWN =
      Map.of("LANG", "WRIT_LANG", "LC_ALL", "WRIT_LC_ALL");

  public ProgramEnvironment {
    inherited = Map.copyOf(inherited);
    own = List.copyOf(own);
  }

  /// Without directories of a person's own.
  public ProgramEnvironment(Map<String, String> inherited) {
    this(inherited, List.of());
  }

  /// The search path of programs, in order.
  public List<String> searchPath() {
    List<String> all = new ArrayList<>();
    own.forEach(directory -> all.add(directory.path().toString()));
    all.addAll(fixed());
    return all;
  }

  /// The possible targets of links to programs: the system's directories, and the installations
  /// that a person added.
  public List<Path> installations() {
    List<Path> all = new ArrayList<>();
    own.forEach(directory -> all.addAll(directory.readable()));
    ProgramDirectory.fixed("").forEach(directory -> all.add(Path.of(directory)));
    return all;
  }

  private List<String> fixed() {
    return ProgramDirectory.fixed(inherited.getOrDefault("HOME", ""));
  }

  /// The real path of a program by its plain name.
  public Optional<Path> find(String name) {
    if (name.isEmpty() || name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    Optional<Path> systems = name.equals(GIT) ? find(name, fixed()) : Optional.empty();
    return systems.isPresent() ? systems : find(name, searchPath());
  }

  private static Optional<Path> find(String name, List<String> directories) {
    return directories.stream()
        .map(directory -> Path.of(directory, name))
        .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
        .findFirst();
  }

  /// Directories that a sandbox does not show by default: those of a person's own programs, and
  /// those that the person added, which any program may start.
  public List<Path> personsOwn(List<Command> commands) {
    String home = inherited.getOrDefault("HOME", "/");
    List<Path> directories = new ArrayList<>();
    own.forEach(directory -> directories.addAll(directory.readable()));
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
    environment.putAll(SANITIZERS);
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
