// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.kernel.program;

import dev.writ.command.language.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Words that Writ performs itself when they stand alone; some of them are not programs.
///
/// @param programs for `which` and `type`
public record BuiltInPrograms(ProgramEnvironment programs) {
  private static final Set<String> WORDS =
      Set.of("echo", "pwd", "which", "type", "true", "false", "exit", "cd", "command");

  /// Whether a word is performed by Writ.
  public static boolean contains(String word) {
    return WORDS.contains(word);
  }

  /// The output of a word.
  public record Said(int status, String text) {}

  /// Performs a command if it is a built-in program.
  ///
  /// @param directory where it would run
  /// @param activated the programs that take precedence over the system's
  public Optional<Said> perform(
      Command command, Path directory, Optional<ActivatedPrograms> activated) {
    List<String> arguments = command.argv().subList(1, command.argv().size());
    return switch (command.program()) {
      case "true" -> Optional.of(new Said(0, ""));
      case "false" -> Optional.of(new Said(1, ""));
      case "exit" -> Optional.of(new Said(status(arguments), ""));
      case "pwd" -> Optional.of(new Said(0, directory + "\n"));
      case "cd" ->
          Optional.of(
              Files.isDirectory(directory.resolve(String.join("", arguments)))
                  ? new Said(0, "each command has its own directory: cd DIR && COMMAND\n")
                  : new Said(1, "there is no such directory\n"));
      case "echo" -> Optional.of(echo(arguments));
      case "which", "type", "command" ->
          Optional.of(which(command.program().equals("type"), arguments, activated));
      default -> Optional.empty();
    };
  }

  /// The number that `exit` names; it is the last thing that runs, so that nothing else ends.
  private static int status(List<String> arguments) {
    boolean number = arguments.size() == 1 && arguments.getFirst().matches("[0-9]{1,3}");
    return number ? Integer.parseInt(arguments.getFirst()) & 0xFF : 2;
  }

  private static Said echo(List<String> arguments) {
    boolean bare = !arguments.isEmpty() && arguments.getFirst().equals("-n");
    List<String> words = bare ? arguments.subList(1, arguments.size()) : arguments;
    return new Said(0, String.join(" ", words) + (bare ? "" : "\n"));
  }

  private Said which(boolean type, List<String> arguments, Optional<ActivatedPrograms> activated) {
    StringBuilder out = new StringBuilder();
    boolean all = true;
    for (String name : arguments) {
      if (name.startsWith("-")) {
        continue;
      }
      Optional<Path> found = activated.flatMap(own -> own.find(name)).or(() -> programs.find(name));
      if (type && contains(name)) {
        out.append(name).append(" is performed by Writ itself\n");
      } else if (found.isPresent()) {
        out.append(type ? name + " is " : "").append(found.get()).append('\n');
      } else {
        out.append(type ? name + " not found\n" : "");
        all = false;
      }
    }
    return new Said(all ? 0 : 1, out.toString());
  }
}
