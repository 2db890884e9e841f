// Implements: docs/spec/05-providers.md §5.4 (Plug-ins)
package dev.writ.wire.plugin;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How a plug-in is started.
///
/// @param words the program's absolute path and its arguments
/// @param variables the names of the variables of the person's environment that it gets besides
///     the usual ones
/// @param workspace where models write: nothing of it may lie there; empty where there is none
public record PluginCommand(List<String> words, List<String> variables, Optional<Path> workspace) {
  /// The variables that every program may need. None of them is a key's.
  private static final Set<String> USUAL =
      Set.of("PATH", "HOME", "USER", "LOGNAME", "LANG", "TMPDIR");

  public PluginCommand {
    words = List.copyOf(words);
    variables = List.copyOf(variables);
  }

  /// One that may lie anywhere.
  public PluginCommand(List<String> words, List<String> variables) {
    this(words, variables, Optional.empty());
  }

  /// The same where models write in a directory.
  public PluginCommand outside(Path directory) {
    return new PluginCommand(words, variables, Optional.of(directory));
  }

  /// The word that leads to a place where models write; empty if none does.
  Optional<String> exposed() {
    return workspace.flatMap(place -> new PluginPlaces(place).inside(words));
  }

  /// The environment that it gets.
  Map<String, String> environment(Map<String, String> persons) {
    Map<String, String> passed = new HashMap<>();
    persons.forEach(
        (name, value) -> {
          boolean language = name.toUpperCase(Locale.ROOT).startsWith("LC_");
          if (USUAL.contains(name) || language || variables.contains(name)) {
            passed.put(name, value);
          }
        });
    workspace.ifPresent(
        place ->
            passed.computeIfPresent("PATH", (_, path) -> new PluginPlaces(place).searched(path)));
    return passed;
  }

  /// The values of the variables that only this plug-in gets, which may be secrets.
  List<String> secrets(Map<String, String> persons) {
    return variables.stream().map(name -> persons.getOrDefault(name, "")).toList();
  }
}
