// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.command.denylist;

import dev.writ.command.language.Command;
import dev.writ.command.language.CommandArguments;
import dev.writ.command.language.Pipeline;
import dev.writ.command.unwrap.CommandUnwrapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The paths that a pipeline removes, as it names them, whatever program it does so with.
public final class RemovedPaths {
  /// Programs that remove or overwrite their operands, besides `rm`.
  private static final Set<String> REMOVERS =
      Set.of(
          "rm",
          "unlink",
          "shred",
          "rmdir",
          "rimraf",
          "srm",
          "trash",
          "trash-put",
          "gio",
          "del-cli");

  private static final Set<String> NAME_TESTS = Set.of("-name", "-iname");
  private static final Set<String> PATH_TESTS =
      Set.of("-path", "-ipath", "-wholename", "-iwholename");

  private RemovedPaths() {}

  /// A path, and the command for which it counts from its directory.
  public record Removed(Command command, String path) {}

  /// The paths that the pipeline removes.
  public static List<Removed> of(Pipeline pipeline) {
    List<Removed> removed = new ArrayList<>();
    List<Command> finds = new ArrayList<>();
    for (Command stage : pipeline.commands()) {
      List<Command> seen = CommandUnwrapping.through(stage).seen();
      boolean removes = seen.stream().anyMatch(RemovedPaths::removes);
      for (Command command : seen) {
        if (isFind(command)) {
          finds.add(command);
        } else if (removes(command)) {
          CommandArguments.of(command).operands().stream()
              .filter(word -> !word.plain().contains("{}"))
              .forEach(word -> removed.add(new Removed(command, word.plain())));
        }
      }
      if (removes) {
        finds.forEach(find -> found(find, removed));
      }
    }
    return removed;
  }

  private static boolean removes(Command command) {
    return REMOVERS.contains(command.programName())
        || (isFind(command) && command.argv().contains("-delete"));
  }

  private static boolean isFind(Command command) {
    return command.programName().equals("find") || command.programName().equals("gfind");
  }

  /// The starting points of `find`, and its conditions on names and paths.
  private static void found(Command find, List<Removed> removed) {
    RemovalTargets.roots(find).forEach(word -> removed.add(new Removed(find, word.plain())));
    List<String> argv = find.argv();
    for (int i = 1; i + 1 < argv.size(); i++) {
      String value = argv.get(i + 1).replaceFirst("^(?:\\*+/)+", "");
      if (NAME_TESTS.contains(argv.get(i)) || PATH_TESTS.contains(argv.get(i))) {
        boolean excluded = argv.get(i - 1).equals("!") || argv.get(i - 1).equals("-not");
        if (!excluded && !isPruned(argv, i + 2) && value.indexOf('*') != 0) {
          removed.add(new Removed(find, value.replaceFirst("/?[*?\\[].*", "")));
        }
      }
    }
  }

  /// Whether what a test finds is left out.
  private static boolean isPruned(List<String> argv, int from) {
    for (int i = from; i < argv.size() && !argv.get(i).matches("-or?|,"); i++) {
      if (argv.get(i).equals("-prune")) {
        return true;
      }
    }
    return false;
  }
}
