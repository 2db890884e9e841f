// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/// Finds the directories that snapshots leave out because programs may write there as they like.
public final class ExemptPlaces {
  /// How deep they are looked for: outputs of a module of a module are.
  private static final int MAX_DEPTH = 4;

  /// How many there may be: each is one more mount for a sandbox.
  private static final int MOST = 256;

  private static final String GIT = ".git";

  private ExemptPlaces() {}

  /// @param own whether programs may write there, unless something in it is obeyed
  private record Level(WorkspacePath path, IgnoreRules rules, boolean own) {}

  /// The outermost ones.
  ///
  /// @param obeyed finds the places that programs obey, and directories in which such places may
  ///     appear; they are not part of any place found
  /// @throws IOException where the workspace can't be read
  public static List<WorkspacePath> of(
      Path workspace, ExemptDirectories exempt, Predicate<WorkspacePath> obeyed)
      throws IOException {
    List<WorkspacePath> found = new ArrayList<>();
    Deque<Level> levels = new ArrayDeque<>();
    levels.add(new Level(WorkspacePath.ROOT, exempt.above(), /* own= */ false));
    try (DirectoryLister lister = DirectoryLister.below(workspace)) {
      while (!levels.isEmpty() && found.size() < MOST) {
        Level level = levels.removeFirst();
        if (lister.enter(level.path().isRoot() ? "" : level.path().toString())) {
          EntryNames names = new EntryNames(lister.list());
          if (level.own() && holdsNone(names, level.path(), obeyed)) {
            found.add(level.path());
          } else {
            look(level, lister, names, new Choice(exempt, obeyed), levels);
          }
          lister.leave();
        }
      }
    }
    return found;
  }

  /// Says which directories are the programs' own.
  private record Choice(ExemptDirectories exempt, Predicate<WorkspacePath> obeyed) {
    boolean isOwn(Level above, IgnoreRules rules, WorkspacePath path) {
      return !path.name().equals(GIT) && (above.own() || exempt.programsOwn(rules, path));
    }
  }

  /// Whether neither a directory nor anything directly in it is obeyed.
  private static boolean holdsNone(
      EntryNames names, WorkspacePath directory, Predicate<WorkspacePath> obeyed) {
    if (obeyed.test(directory)) {
      return false;
    }
    for (int at = EntryNames.first(); names.has(at); at = names.after(at)) {
      String name = names.at(at);
      if (!name.equals(".") && !name.equals("..") && obeyed.test(directory.child(name))) {
        return false;
      }
    }
    return true;
  }

  private static void look(
      Level level, DirectoryLister lister, EntryNames names, Choice choice, Deque<Level> further)
      throws IOException {
    ExemptDirectories exempt = choice.exempt();
    IgnoreRules rules =
        ExemptDirectories.mayHaveRules(names)
            ? exempt.rules(level.rules(), level.path())
            : level.rules();
    for (int at = EntryNames.first(); names.has(at); at = names.after(at)) {
      String name = names.at(at);
      if (!names.isDirectory(at, lister) || name.equals(".") || name.equals("..")) {
        continue;
      }
      WorkspacePath path = level.path().child(name);
      boolean own = choice.isOwn(level, rules, path);
      int depth = path.segments().size();
      if (own ? depth <= MAX_DEPTH : depth < MAX_DEPTH && !exempt.skips(rules, path, true)) {
        further.add(new Level(path, rules, own));
      }
    }
  }
}
