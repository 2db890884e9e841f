// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.kernel.tool;

import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.door.DiskFaultsTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Changes what a scene names.
public final class ScenePerformer implements Tool<ScenePerformer.Arguments> {
  /// Each of these changes one place twice.
  public static final String TWICE = "TWICE";

  public static final String MOVED_AND_DELETED = "MOVED_AND_DELETED";
  public static final String WRITTEN_AND_MOVED = "WRITTEN_AND_MOVED";
  public static final String MOVED_TO_TWO_PLACES = "MOVED_TO_TWO_PLACES";

  /// Makes a directory that completes a repository where the rest of it is there.
  public static final String COMPLETING = "COMPLETING";

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<>(
          ToolSpec.ToolNames.of("perform"),
          "Change what a scene names.",
          EffectClass.WRITE,
          List.of(ParameterSpec.required("scene", new ValueType.TextType(100))),
          a -> new Arguments(a.text("scene")));

  record Arguments(String scene) {}

  private final Runnable meanwhile;

  /// @param meanwhile what happens between the decision and the act
  public ScenePerformer(Runnable meanwhile) {
    this.meanwhile = meanwhile;
  }

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    switch (arguments.scene()) {
      case TWICE -> {
        return List.of(write(view, "a.txt", "a\nb\n"), write(view, "a.txt", "a\nc\n"));
      }
      case MOVED_AND_DELETED -> {
        return List.of(move(view, "old.sh", "new.sh"), delete(view, "old.sh"));
      }
      case WRITTEN_AND_MOVED -> {
        return List.of(write(view, "a.txt", "a\nb\n"), move(view, "a.txt", "b.txt"));
      }
      case MOVED_TO_TWO_PLACES -> {
        return List.of(move(view, "old.sh", "new.sh"), move(view, "old.sh", "other.sh"));
      }
      case COMPLETING -> {
        return List.of(make(view, "c/objects"));
      }
      default -> {}
    }
    return switch (DiskFaultsTest.Scene.valueOf(arguments.scene())) {
      case WRITE -> List.of(write(view, "new/deep/file.txt", "new\n"));
      case MANY ->
          List.of(
              write(view, "a.txt", "a\nmore\n"),
              write(view, "fresh/x.txt", "x\n"),
              delete(view, "gone.txt"),
              move(view, "old.sh", "bin/new.sh"));
      case DELETE_TREE -> List.of(delete(view, "tree"), write(view, "after.txt", "after\n"));
      case MOVE_TREE ->
          List.of(move(view, "tree", "far/away"), write(view, "after.txt", "after\n"));
      case MOVE_AND_EDIT -> List.of(moveAndEdit(view, "bin/new.sh", "far/newer.sh", "echo more\n"));
      case MAKE_DIRECTORIES -> List.of(make(view, "one/two"), make(view, "three"));
      case UNDO, INTENT, ACTIVATE, CHECKPOINT ->
          throw new IllegalArgumentException(arguments.scene());
    };
  }

  private static Effect write(WorkspaceView view, String path, String text) throws IOException {
    PathLocation at = view.locate(path);
    return new Effect.WritePath(
        at,
        view.state(at),
        new Effect.WriteResult.Replaced(
            FileContent.of(text), new Effect.TouchedLines.AppendedLines()));
  }

  private static Effect delete(WorkspaceView view, String path) throws IOException {
    PathLocation at = view.locateItself(path);
    return new Mutation.DeletePath(at, view.inventory(at));
  }

  private static Effect make(WorkspaceView view, String path) throws IOException {
    PathLocation at = view.locate(path);
    return new Mutation.MakeDirectory(at, view.exact(at));
  }

  private static Effect move(WorkspaceView view, String from, String to) throws IOException {
    return move(view, from, to, Optional.empty());
  }

  private static Effect moveAndEdit(WorkspaceView view, String from, String to, String text)
      throws IOException {
    return move(
        view,
        from,
        to,
        Optional.of(
            new Effect.WriteResult.Replaced(
                FileContent.of(text), new Effect.TouchedLines.AppendedLines())));
  }

  private static Effect move(
      WorkspaceView view, String from, String to, Optional<Effect.WriteResult> result)
      throws IOException {
    PathLocation here = view.locateItself(from);
    PathLocation there = view.locateItself(to);
    return new Mutation.MovePath(here, there, view.inventory(here), view.exact(there), result);
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    meanwhile.run();
    List<Mutation> all = new ArrayList<>();
    for (Effect effect : warrant.proposal().effects()) {
      all.add((Mutation) effect);
    }
    warrant.mutate(all);
    return new ToolResult.Success("done");
  }
}
