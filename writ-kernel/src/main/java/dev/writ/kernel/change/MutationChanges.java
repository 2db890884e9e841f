// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.WriteResult;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.records.change.FileChange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The changes of a mutation, one for each place. The same list is shown to a person, performed and
/// recorded.
public final class MutationChanges {
  private MutationChanges() {}

  /// The changes of a mutation; none where it can't be made. A directory's own missing parents are
  /// known only when it is made.
  public static List<FileChange> of(Mutation mutation) {
    return switch (mutation) {
      case Effect.WritePath(PathLocation.Inside at, FileState before, WriteResult.Replaced after) ->
          List.of(new FileChange(at.path(), before, new FileState.Present(after.content())));
      case Mutation.MakeDirectory(PathLocation.Inside at, FileState.Absent before) ->
          List.of(new FileChange(at.path(), before, new FileState.Directory()));
      case Mutation.DeletePath delete when delete.what().fault().isEmpty() ->
          deleted(delete.what());
      case Mutation.MovePath move
          when move.what().fault().isEmpty() && move.to() instanceof PathLocation.Inside ->
          moved(move);
      default -> List.of();
    };
  }

  /// Refuses changes of one place by two effects, which would be judged by what was there before
  /// both.
  ///
  /// @throws IllegalStateException where a place is changed twice
  public static void demandOneUseOfEachPlace(List<FileChange> changes) {
    Set<WorkspacePath> places = new HashSet<>();
    for (FileChange change : changes) {
      if (!places.add(change.path())
          || (change.from().isPresent() && !places.add(change.from().get()))) {
        throw new IllegalStateException(change.path() + " would be changed twice");
      }
    }
  }

  private static List<FileChange> deleted(PlaceInventory what) {
    List<FileChange> changes = new ArrayList<>();
    for (PlaceInventory.InventoryItem item : what.items()) {
      changes.add(new FileChange(item.path(), item.state(), new FileState.Absent()));
    }
    return changes;
  }

  private static List<FileChange> moved(Mutation.MovePath move) {
    List<FileChange> changes = new ArrayList<>();
    for (PlaceInventory.InventoryItem item : move.what().items()) {
      FileState after = item.state();
      if (move.after().isPresent() && move.after().get() instanceof WriteResult.Replaced replaced) {
        after = new FileState.Present(replaced.content());
      }
      changes.add(FileChange.moved(item.path(), move.moved(item.path()), item.state(), after));
    }
    return changes;
  }
}
