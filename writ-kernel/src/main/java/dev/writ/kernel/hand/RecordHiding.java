// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.hand;

import dev.writ.base.scope.RecordDirectories;
import dev.writ.command.language.Command;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.command.unwrap.ReadOnlyPrograms;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.PathLocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Keeps Writ's records out of what programs find that look through the workspace: the directories
/// are empty for a pipeline of such programs, unless the line names them.
final class RecordHiding {
  /// Programs that look through directories and start no other program than those that are named.
  private static final Set<String> SEARCHERS =
      Set.of("find", "xargs", "fd", "fdfind", "ag", "ack", "tree", "awk", "gawk", "mawk", "sed");

  private RecordHiding() {}

  /// The directories to empty.
  ///
  /// @param root the workspace as the pipeline sees it
  static List<Path> emptied(List<Command> pipeline, Effect.RunCommand run, Path root) {
    if (names(run) || !pipeline.stream().allMatch(RecordHiding::onlySearches)) {
      return List.of();
    }
    List<Path> emptied = new ArrayList<>();
    RecordDirectories.NAMES.forEach(name -> emptied.add(root.resolve(name)));
    return emptied;
  }

  private static boolean names(Effect.RunCommand run) {
    List<PathLocation> named = new ArrayList<>(run.touches().reads());
    named.add(run.directory());
    return named.stream()
        .anyMatch(
            location ->
                location instanceof PathLocation.Inside inside
                    && RecordDirectories.hold(inside.path()));
  }

  private static boolean onlySearches(Command command) {
    for (InnerCommand inner : CommandUnwrapping.of(command)) {
      String program = inner.command().programName();
      if (inner instanceof InnerCommand.Opaque
          || !(SEARCHERS.contains(program) || ReadOnlyPrograms.onlyReads(program))) {
        return false;
      }
    }
    return true;
  }
}
