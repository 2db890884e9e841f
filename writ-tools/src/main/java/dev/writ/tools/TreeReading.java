// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.scope.Walk;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reading below a directory as list and search do it: ignore files are obeyed, also those of the
/// directories above.
final class TreeReading {
  private static final String IGNORE_FILE = ".gitignore";

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
        Location ignore = view.locate(up.isRoot() ? IGNORE_FILE : up.child(IGNORE_FILE).toString());
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
  static void walk(Warrant warrant, boolean ignoring, Walk.Visitor visitor) throws IOException {
    IgnoreRules rules = new IgnoreRules();
    List<Effect> effects = warrant.proposal().effects();
    for (Effect effect : effects.subList(1, effects.size())) {
      if (effect instanceof Effect.ReadPath read
          && read.at() instanceof Location.Inside(String _, WorkspacePath place)) {
        rules.add(place.parent(), warrant.read(read).text());
      }
    }
    warrant.walk(main(warrant), new Filtered(rules, ignoring, visitor));
  }

  private record Filtered(IgnoreRules rules, boolean ignoring, Walk.Visitor inner)
      implements Walk.Visitor {
    @Override
    public void enter(WorkspacePath directory, Walk.Sibling files) {
      rules.enter(directory);
      if (ignoring) {
        try {
          rules.add(directory, new String(files.read(IGNORE_FILE), StandardCharsets.UTF_8));
        } catch (IOException _) {
          // No ignore file here.
        }
      }
    }

    @Override
    public Walk.Step visit(Walk.Entry entry) throws IOException {
      boolean directory = entry.kind() == Walk.Kind.DIRECTORY;
      return rules.ignored(entry.path(), directory) ? Walk.Step.SKIP : inner.visit(entry);
    }
  }
}
