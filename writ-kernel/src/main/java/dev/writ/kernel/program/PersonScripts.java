// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.program;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.SystemProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The additional environment of a hook's command: variables, and access to the person's own
/// scripts that its words name, outside the workspace.
///
/// @param files the scripts, absolute
/// @param readable the places made visible for them: a script's directory if that is named `hooks`,
///     else the script alone
/// @param missing programs that are called by a path outside of the workspace where nothing is
public record PersonScripts(
    Map<String, String> environment, Set<Path> files, List<Path> readable, List<String> missing) {
  /// Nothing: an ordinary command.
  public static final PersonScripts NONE =
      new PersonScripts(Map.of(), Set.of(), List.of(), List.of());

  public PersonScripts {
    environment = Map.copyOf(environment);
    files = Set.copyOf(files);
    readable = List.copyOf(readable);
    missing = List.copyOf(missing);
  }

  /// For a hook's line.
  ///
  /// @param workspace its real path; a file in it is not a script of the person's own
  public static PersonScripts of(
      CommandLine line, Path workspace, Map<String, String> environment) {
    Set<Path> files = new TreeSet<>();
    List<String> missing = new ArrayList<>();
    for (Command command : line.commands()) {
      for (String word : command.argv()) {
        if (word.startsWith("/") && word.indexOf('\0') < 0 && !SystemProgram.isPath(word)) {
          Path path = Path.of(word).normalize();
          if (!path.startsWith(workspace) && Files.isRegularFile(path)) {
            files.add(path);
          } else if (!path.startsWith(workspace) && word.equals(command.program())) {
            missing.add(word);
          }
        }
      }
    }
    List<Path> readable = new ArrayList<>();
    for (Path file : files) {
      Path parent = file.getParent();
      readable.add(parent != null && parent.endsWith("hooks") ? parent : file);
    }
    return new PersonScripts(environment, files, readable, missing);
  }
}
