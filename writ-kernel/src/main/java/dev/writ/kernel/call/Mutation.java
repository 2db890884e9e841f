// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.call;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An effect that changes files or directories of the workspace. Several of one proposal are
/// performed as one: all of them happen, or none.
public sealed interface Mutation extends Effect
    permits Effect.WritePath, Mutation.MakeDirectory, Mutation.DeletePath, Mutation.MovePath {
  /// How many paths of a directory are shown in words; the rest is counted.
  int SHOWN_PATHS = 20;

  @Override
  default List<PathLocation> writes() {
    return locations();
  }

  /// Making a directory with its parents, where there is none.
  ///
  /// @param before absent, or the directory that is there already
  record MakeDirectory(PathLocation at, FileState before) implements Mutation {
    @Override
    public Json.Obj describe() {
      return Json.object()
          .put("effect", "make_directory")
          .put("path", at.toString())
          .put("before", before.describe())
          .build();
    }

    @Override
    public List<String> words() {
      return List.of("make the directory " + at.shown());
    }

    @Override
    public List<PathLocation> locations() {
      return List.of(at);
    }
  }

  /// Deleting a file, or a directory with all that is in it.
  record DeletePath(PathLocation at, PlaceInventory what) implements Mutation {
    @Override
    public Json.Obj describe() {
      return Json.object()
          .put("effect", "delete")
          .put("path", at.toString())
          .put("items", what.describe())
          .build();
    }

    @Override
    public List<String> words() {
      return Mutation.words("delete " + at.shown(), what);
    }

    @Override
    public List<PathLocation> locations() {
      return places(at, what.items());
    }

    @Override
    public List<PathLocation> owned() {
      return places(at, what.leaves());
    }
  }

  /// Moving a file or directory to a place where nothing is.
  ///
  /// @param target the state of the target at the time of the proposal
  /// @param after the new content of a moved file, if the move changes it
  record MovePath(
      PathLocation from,
      PathLocation to,
      PlaceInventory what,
      FileState target,
      Optional<WriteResult> after)
      implements Mutation {
    @Override
    public Json.Obj describe() {
      Json.Builder json =
          Json.object()
              .put("effect", "move")
              .put("from", from.toString())
              .put("to", to.toString())
              .put("items", what.describe())
              .put("target", target.describe());
      after.ifPresent(changed -> json.put("after", changed.describe()));
      return json.build();
    }

    @Override
    public List<String> words() {
      String changed = after.isPresent() ? " and change it" : "";
      return Mutation.words("move " + from.shown() + " to " + to.shown() + changed, what);
    }

    @Override
    public List<PathLocation> locations() {
      return both(what.items());
    }

    @Override
    public List<PathLocation> owned() {
      return both(what.leaves());
    }

    /// The new place of an item of the moved inventory.
    public WorkspacePath moved(WorkspacePath item) {
      if (!(from instanceof PathLocation.Inside(String _, WorkspacePath old, var _))
          || !(to instanceof PathLocation.Inside(String _, WorkspacePath now, var _))) {
        throw new IllegalStateException("a move from or to a refused location");
      }
      List<String> segments = new ArrayList<>(now.segments());
      segments.addAll(item.segments().subList(old.segments().size(), item.segments().size()));
      return new WorkspacePath(segments);
    }

    /// The places where something will be.
    public List<PathLocation> targets() {
      return targets(what.items());
    }

    private List<PathLocation> both(List<PlaceInventory.InventoryItem> items) {
      List<PathLocation> places = new ArrayList<>(places(from, items));
      places.addAll(targets(items));
      return places;
    }

    private List<PathLocation> targets(List<PlaceInventory.InventoryItem> items) {
      List<PathLocation> places = new ArrayList<>(List.of(to));
      if (from instanceof PathLocation.Inside(String _, WorkspacePath old, var _)
          && to instanceof PathLocation.Inside) {
        for (PlaceInventory.InventoryItem item : items) {
          if (!item.path().equals(old)) {
            WorkspacePath target = moved(item.path());
            places.add(new PathLocation.Inside(target.toString(), target));
          }
        }
      }
      return places;
    }
  }

  /// A place with the items below it.
  private static List<PathLocation> places(
      PathLocation at, List<PlaceInventory.InventoryItem> items) {
    if (!(at instanceof PathLocation.Inside(String _, WorkspacePath place, var _))
        || items.isEmpty()) {
      return List.of(at);
    }
    List<PathLocation> places = new ArrayList<>();
    for (PlaceInventory.InventoryItem item : items) {
      WorkspacePath path = item.path();
      places.add(path.equals(place) ? at : new PathLocation.Inside(path.toString(), path));
    }
    return places;
  }

  private static List<String> words(String what, PlaceInventory inventory) {
    if (!inventory.holdsMore()) {
      return List.of(what);
    }
    List<String> lines = new ArrayList<>();
    int below = inventory.items().size() - 1;
    lines.add(what + " with " + inventory.files() + " files, " + below + " entries in all");
    for (int i = 1; i <= Math.min(below, SHOWN_PATHS); i++) {
      lines.add("  " + inventory.items().get(i).path());
    }
    if (below > SHOWN_PATHS) {
      lines.add("  … and " + (below - SHOWN_PATHS) + " more");
    }
    return lines;
  }
}
