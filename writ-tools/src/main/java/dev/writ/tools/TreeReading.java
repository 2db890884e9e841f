// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Deadline;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.FileState;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.scope.IgnoreRules;
import dev.writ.kernel.scope.Walk;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Reading below a directory as list and search do it: ignore files are obeyed, also those of the
/// directories above.
final class TreeReading {
  private TreeReading() {}

  /// The tree (or single file) itself, and the ignore files above it.
  static List<Effect> propose(String path, WorkspaceView view) throws IOException {
    Location at = view.locate(path);
    boolean file = view.state(at) instanceof FileState.Present;
    List<Effect> effects = new ArrayList<>();
    effects.add(
        new Effect.ReadPath(at, file ? Effect.ReadPath.Extent.FILE : Effect.ReadPath.Extent.TREE));
    if (!file && at instanceof Location.Inside(String _, WorkspacePath place)) {
      for (WorkspacePath up = place; !up.isRoot(); ) {
        up = up.parent();
        Location ignore =
            view.locate(up.isRoot() ? IgnoreRules.FILE : up.child(IgnoreRules.FILE).toString());
        if (view.state(ignore) instanceof FileState.Present) {
          effects.add(1, new Effect.ReadPath(ignore, Effect.ReadPath.Extent.FILE));
        }
      }
    }
    return effects;
  }

  /// The main effect of a proposal made here.
  static Effect.ReadPath main(Warrant warrant) {
    return (Effect.ReadPath) warrant.proposal().effects().getFirst();
  }

  /// Walks the proposed tree without what is ignored.
  ///
  /// @param ignoring whether ignore files are obeyed
  /// @param deadline when the walk stops
  static void walk(Warrant warrant, boolean ignoring, Walk.Visitor visitor, Deadline deadline)
      throws IOException {
    IgnoreRules rules = IgnoreRules.NONE;
    List<Effect> effects = warrant.proposal().effects();
    for (Effect effect : ignoring ? effects.subList(1, effects.size()) : List.<Effect>of()) {
      if (effect instanceof Effect.ReadPath read
          && read.at() instanceof Location.Inside(String _, WorkspacePath place)) {
        rules = rules.with(place.parent(), warrant.read(read).text());
      }
    }
    warrant.walk(main(warrant), new Filtered(rules, ignoring, visitor, deadline));
  }

  /// Shows what is not ignored. The rules of the directories on the way to the entry lie on a
  /// stack.
  private static final class Filtered implements Walk.Visitor {
    private record Level(WorkspacePath directory, IgnoreRules rules) {}

    private final Deque<Level> levels = new ArrayDeque<>();
    private final boolean ignoring;
    private final Walk.Visitor inner;
    private final Deadline deadline;

    Filtered(IgnoreRules above, boolean ignoring, Walk.Visitor inner, Deadline deadline) {
      this.deadline = deadline;
      levels.push(new Level(WorkspacePath.ROOT, above));
      this.ignoring = ignoring;
      this.inner = inner;
    }

    @Override
    public void enter(WorkspacePath directory, Walk.Sibling files) {
      leaveOthers(directory);
      if (ignoring) {
        try {
          String text = new String(files.read(IgnoreRules.FILE), StandardCharsets.UTF_8);
          levels.push(new Level(directory, levels.element().rules().with(directory, text)));
        } catch (IOException _) {
          // No ignore file here.
        }
      }
    }

    private void leaveOthers(WorkspacePath place) {
      while (!place.within(levels.element().directory())) {
        levels.pop();
      }
    }

    @Override
    public Walk.Step visit(Walk.Entry entry) throws IOException {
      if (deadline.isOver()) {
        return Walk.Step.STOP;
      }
      leaveOthers(entry.path());
      boolean directory = entry.kind() == Walk.Kind.DIRECTORY;
      return levels.element().rules().ignored(entry.path(), directory)
          ? Walk.Step.SKIP
          : inner.visit(entry);
    }
  }
}
