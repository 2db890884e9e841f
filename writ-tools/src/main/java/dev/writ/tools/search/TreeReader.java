// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.search;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.RecordDirectories;
import dev.writ.base.scope.WalkTerms;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.CallDeadline;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Reading below a directory as list and search do it: ignore files are obeyed, also those of the
/// directories above.
final class TreeReader {
  private TreeReader() {}

  /// The tree (or single file) itself, and the ignore files above it.
  static List<Effect> propose(String path, WorkspaceView view) throws IOException {
    PathLocation at = view.locate(path);
    boolean file = view.state(at) instanceof FileState.Present;
    List<Effect> effects = new ArrayList<>();
    effects.add(
        new Effect.ReadPath(
            at, file ? Effect.ReadPath.ReadExtent.FILE : Effect.ReadPath.ReadExtent.TREE));
    if (!file && at instanceof PathLocation.Inside(String _, WorkspacePath place, var _)) {
      for (WorkspacePath up = place; !up.isRoot(); ) {
        up = up.parent();
        PathLocation ignore =
            view.locate(up.isRoot() ? IgnoreRules.FILE : up.child(IgnoreRules.FILE).toString());
        if (view.state(ignore) instanceof FileState.Present) {
          effects.add(1, new Effect.ReadPath(ignore, Effect.ReadPath.ReadExtent.FILE));
        }
      }
    }
    return effects;
  }

  /// The main effect of a proposal made here.
  static Effect.ReadPath main(Warrant warrant) {
    return (Effect.ReadPath) warrant.proposal().effects().getFirst();
  }

  /// Walks the proposed tree without what is ignored and without Writ's own directories, unless
  /// the tree lies in one.
  ///
  /// @param ignoring whether anything is passed over
  /// @param deadline when the walk stops
  static void walk(
      Warrant warrant, boolean ignoring, WalkTerms.WalkVisitor visitor, CallDeadline deadline)
      throws IOException {
    IgnoreRules rules = IgnoreRules.NONE;
    List<Effect> effects = warrant.proposal().effects();
    for (Effect effect : ignoring ? effects.subList(1, effects.size()) : List.<Effect>of()) {
      if (effect instanceof Effect.ReadPath read
          && read.at() instanceof PathLocation.Inside(String _, WorkspacePath place, var _)) {
        rules = rules.with(place.parent(), warrant.read(read).text());
      }
    }
    boolean named =
        main(warrant).at() instanceof PathLocation.Inside inside
            && RecordDirectories.hold(inside.path());
    WalkTerms.WalkVisitor shown = ignoring && !named ? withoutRecords(visitor) : visitor;
    warrant.walk(main(warrant), new Filtered(rules, ignoring, shown, deadline));
  }

  /// Passes over Writ's own directories.
  private static WalkTerms.WalkVisitor withoutRecords(WalkTerms.WalkVisitor visitor) {
    return entry ->
        RecordDirectories.hold(entry.path()) ? WalkTerms.WalkStep.SKIP : visitor.visit(entry);
  }

  /// Shows what is not ignored. The rules of the directories on the way to the entry lie on a
  /// stack.
  private static final class Filtered implements WalkTerms.WalkVisitor {
    private record Level(WorkspacePath directory, IgnoreRules rules) {}

    private final Deque<Level> levels = new ArrayDeque<>();
    private final boolean ignoring;
    private final WalkTerms.WalkVisitor inner;
    private final CallDeadline deadline;

    Filtered(
        IgnoreRules above, boolean ignoring, WalkTerms.WalkVisitor inner, CallDeadline deadline) {
      this.deadline = deadline;
      levels.push(new Level(WorkspacePath.ROOT, above));
      this.ignoring = ignoring;
      this.inner = inner;
    }

    @Override
    public void enter(WorkspacePath directory, WalkTerms.Sibling files) {
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
    public WalkTerms.WalkStep visit(WalkTerms.WalkEntry entry) throws IOException {
      if (deadline.isOver()) {
        return WalkTerms.WalkStep.STOP;
      }
      leaveOthers(entry.path());
      boolean directory = entry.kind() == WalkTerms.WalkEntryKind.DIRECTORY;
      return levels.element().rules().ignored(entry.path(), directory)
          ? WalkTerms.WalkStep.SKIP
          : inner.visit(entry);
    }
  }
}
