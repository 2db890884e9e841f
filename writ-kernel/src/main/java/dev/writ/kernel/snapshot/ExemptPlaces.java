// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.snapshot;

import dev.writ.kernel.scope.IgnoreRules;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Finds the directories that snapshots leave out because programs may write there as they like.
public final class ExemptPlaces {
  /// How deep they are looked for: outputs of a module of a module are.
  private static final int MAX_DEPTH = 4;

  /// How many there may be: each is one more mount for a sandbox.
  private static final int MOST = 256;

  private ExemptPlaces() {}

  private record Level(WorkspacePath path, IgnoreRules rules) {}

  /// The outermost ones.
  ///
  /// @throws IOException where the workspace can't be read
  public static List<WorkspacePath> of(Path workspace, Exempt exempt) throws IOException {
    List<WorkspacePath> found = new ArrayList<>();
    Deque<Level> levels = new ArrayDeque<>();
    levels.add(new Level(WorkspacePath.ROOT, exempt.above()));
    try (Lister lister = Lister.below(workspace)) {
      while (!levels.isEmpty() && found.size() < MOST) {
        Level level = levels.removeFirst();
        if (lister.enter(level.path().isRoot() ? "" : level.path().toString())) {
          look(level, lister, exempt, found, levels);
          lister.leave();
        }
      }
    }
    return found;
  }

  private static void look(
      Level level, Lister lister, Exempt exempt, List<WorkspacePath> found, Deque<Level> further)
      throws IOException {
    Names names = new Names(lister.list());
    IgnoreRules rules =
        names.contains(IgnoreRules.FILE)
            ? exempt.rules(level.rules(), level.path())
            : level.rules();
    for (int at = Names.first(); names.has(at); at = names.after(at)) {
      String name = names.at(at);
      if (!names.isDirectory(at, lister) || name.equals(".") || name.equals("..")) {
        continue;
      }
      WorkspacePath path = level.path().child(name);
      if (exempt.programsOwn(rules, path)) {
        found.add(path);
      } else if (path.segments().size() < MAX_DEPTH && !exempt.skips(rules, path, true)) {
        further.add(new Level(path, rules));
      }
    }
  }
}
