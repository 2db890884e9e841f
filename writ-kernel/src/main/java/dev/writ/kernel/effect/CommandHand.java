// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Runs a judged command: a few words Writ performs itself, the rest as programs.
public final class CommandHand {
  /// Performed by Writ itself; some of them are no programs at all.
  private static final Set<String> BUILT_IN =
      Set.of("echo", "pwd", "which", "type", "true", "false");

  private final Root root;
  private final Programs programs;
  private final ProcessHand processes = new ProcessHand();

  /// A hand that runs in that workspace.
  public CommandHand(Root root, Programs programs) {
    this.root = root;
    this.programs = programs;
  }

  /// Whether Writ performs the word itself.
  public static boolean isBuiltIn(String program) {
    return BUILT_IN.contains(program);
  }

  /// Runs the command to its end.
  ///
  /// @throws IOException where the program is missing or can't be started
  /// @throws InterruptedException when aborted; the process tree is ended before
  public ProcessHand.Ran run(Effect.RunCommand run) throws IOException, InterruptedException {
    root.check();
    List<String> argv = run.line().commands().getFirst().argv();
    String program = argv.getFirst();
    List<String> arguments = argv.subList(1, argv.size());
    Path directory = root.absolute(place(run.directory()));
    if (isBuiltIn(program)) {
      return builtIn(program, arguments, directory, run.limits().maxStdoutBytes());
    }
    Path binary =
        programs.find(program).orElseThrow(() -> new FileNotFoundException(program + " is gone"));
    return processes.run(binary, arguments, directory, programs.environment(), run.limits());
  }

  private static WorkspacePath place(Location location) throws IOException {
    if (location instanceof Location.Inside inside) {
      return inside.path();
    }
    throw new IOException(location + " is not inside the workspace");
  }

  private ProcessHand.Ran builtIn(
      String program, List<String> arguments, Path directory, int limit) {
    return switch (program) {
      case "true" -> ran(0, "", limit);
      case "false" -> ran(1, "", limit);
      case "pwd" -> ran(0, directory + "\n", limit);
      case "echo" -> echo(arguments, limit);
      default -> which(program.equals("type"), arguments, limit);
    };
  }

  private static ProcessHand.Ran echo(List<String> arguments, int limit) {
    boolean bare = !arguments.isEmpty() && arguments.getFirst().equals("-n");
    List<String> words = bare ? arguments.subList(1, arguments.size()) : arguments;
    return ran(0, String.join(" ", words) + (bare ? "" : "\n"), limit);
  }

  private ProcessHand.Ran which(boolean type, List<String> arguments, int limit) {
    StringBuilder out = new StringBuilder();
    boolean all = true;
    for (String name : arguments) {
      if (name.startsWith("-")) {
        continue;
      }
      Optional<Path> found = programs.find(name);
      if (type && isBuiltIn(name)) {
        out.append(name).append(" is performed by Writ itself\n");
      } else if (found.isPresent()) {
        out.append(type ? name + " is " : "").append(found.get()).append('\n');
      } else {
        out.append(type ? name + " not found\n" : "");
        all = false;
      }
    }
    return ran(all ? 0 : 1, out.toString(), limit);
  }

  private static ProcessHand.Ran ran(int exit, String stdout, int limit) {
    byte[] bytes = stdout.getBytes(StandardCharsets.UTF_8);
    byte[] kept = bytes.length > limit ? java.util.Arrays.copyOf(bytes, limit) : bytes;
    return new ProcessHand.Ran(
        exit,
        new ProcessHand.Output(kept, bytes.length),
        new ProcessHand.Output(new byte[0], 0),
        false,
        Duration.ZERO);
  }
}
