// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.After;
import dev.writ.kernel.call.FileState;
import dev.writ.kernel.call.Inventory;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.ledger.Change;
import java.util.ArrayList;
import java.util.List;

/// What a mutation changes, place by place, as it is shown to a person, performed and recorded.
final class MutationChanges {
  private MutationChanges() {}

  /// The changes of a mutation; none where it can't be made. A directory's own missing parents are
  /// known only when it is made.
  static List<Change> of(Mutation mutation) {
    return switch (mutation) {
      case Effect.WritePath(Location.Inside at, FileState before, After.Replaced after) ->
          List.of(new Change(at.path(), before, new FileState.Present(after.content())));
      case Mutation.MakeDirectory(Location.Inside at, FileState.Absent before) ->
          List.of(new Change(at.path(), before, new FileState.Directory()));
      case Mutation.DeletePath delete when delete.what().fault().isEmpty() ->
          deleted(delete.what());
      case Mutation.MovePath move
          when move.what().fault().isEmpty() && move.to() instanceof Location.Inside ->
          moved(move);
      default -> List.of();
    };
  }

  private static List<Change> deleted(Inventory what) {
    List<Change> changes = new ArrayList<>();
    for (Inventory.Item item : what.items()) {
      changes.add(new Change(item.path(), item.state(), new FileState.Absent()));
    }
    return changes;
  }

  private static List<Change> moved(Mutation.MovePath move) {
    List<Change> changes = new ArrayList<>();
    for (Inventory.Item item : move.what().items()) {
      FileState after = item.state();
      if (move.after().isPresent() && move.after().get() instanceof After.Replaced replaced) {
        after = new FileState.Present(replaced.content());
      }
      changes.add(Change.moved(item.path(), move.moved(item.path()), item.state(), after));
    }
    return changes;
  }
}
