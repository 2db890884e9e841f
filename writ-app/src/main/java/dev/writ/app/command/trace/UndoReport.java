// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.app.command.trace;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.change.UndoService;
import dev.writ.records.change.FileChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The report on an undo for a person: one line for each changed place, regardless of the number of
/// undone records.
public final class UndoReport {
  private final List<Place> ended = new ArrayList<>();
  private final Map<WorkspacePath, Place> open = new LinkedHashMap<>();

  private UndoReport() {}

  /// The content of a place before the undo, and its place after it.
  ///
  /// @param from where it stood
  /// @param was its state there
  /// @param mode its permissions there, where they matter
  private record Place(
      WorkspacePath from, FileState was, Optional<String> mode, WorkspacePath at, Now now) {
    /// Whether something stood there.
    boolean stood() {
      return !(was instanceof FileState.Absent);
    }

    /// Whether something stands there now.
    boolean is() {
      return !(now.state() instanceof FileState.Absent);
    }

    Place after(FileChange change) {
      Optional<String> left = change.modes().after().or(now::mode);
      return new Place(from, was, mode, change.path(), new Now(change.after(), left));
    }
  }

  /// A state with permissions.
  private record Now(FileState state, Optional<String> mode) {}

  /// Reads the outcomes of an undo.
  public static UndoReport of(List<UndoService.Undone> undone) {
    UndoReport report = new UndoReport();
    for (UndoService.Undone one : undone) {
      if (one instanceof UndoService.Undone.Restored(String _, FileChange change, var _)) {
        report.add(change);
      }
    }
    return report;
  }

  private void add(FileChange change) {
    WorkspacePath from = change.from().orElse(change.path());
    Place begun = open.remove(from);
    if (begun == null) {
      Optional<String> mode = change.modes().before();
      begun = new Place(from, change.before(), mode, from, new Now(change.before(), mode));
    }
    Place replaced = open.remove(change.path());
    if (replaced != null) {
      ended.add(replaced);
    }
    open.put(change.path(), begun.after(change));
  }

  /// The lines, inert; none where everything is as it was.
  public List<String> lines() {
    List<Place> all = new ArrayList<>(ended);
    all.addAll(open.values());
    return joined(all).stream()
        .sorted(Comparator.comparing(Place::at))
        .flatMap(place -> line(place).stream())
        .toList();
  }

  /// A file that disappeared from one place and appeared unchanged at another is one move: commands
  /// that move files leave two changes.
  private static List<Place> joined(List<Place> all) {
    List<Place> joined = new ArrayList<>(all);
    for (Place gone : all) {
      Optional<Place> came =
          joined.stream()
              .filter(_ -> gone.was() instanceof FileState.Present && !gone.is())
              .filter(other -> !other.stood() && other.now().state().equals(gone.was()))
              .findFirst();
      if (came.isPresent()) {
        joined.remove(came.get());
        joined.remove(gone);
        joined.add(
            new Place(gone.from(), gone.was(), gone.mode(), came.get().at(), came.get().now()));
      }
    }
    return joined;
  }

  private static Optional<String> line(Place place) {
    boolean was = place.stood();
    boolean is = place.is();
    if (!was && !is) {
      return Optional.empty();
    }
    if (!is) {
      return Optional.of("removed " + name(place.from(), place.was()));
    }
    String name = name(place.at(), place.now().state());
    if (!was) {
      return Optional.of("restored " + name + " (was deleted)");
    }
    List<String> differs = differences(place);
    String more = differs.isEmpty() ? "" : " (" + String.join(", ", differs) + ")";
    if (!place.from().equals(place.at())) {
      return Optional.of("moved back " + name(place.from(), place.was()) + " to " + name + more);
    }
    return differs.isEmpty() ? Optional.empty() : Optional.of("restored " + name + more);
  }

  private static List<String> differences(Place place) {
    List<String> differs = new ArrayList<>();
    if (!place.was().equals(place.now().state())) {
      differs.add(
          place.was().getClass().equals(place.now().state().getClass()) ? "content" : "kind");
    }
    place
        .now()
        .mode()
        .filter(mode -> !place.mode().equals(Optional.of(mode)))
        .filter(_ -> place.mode().isPresent())
        .ifPresent(mode -> differs.add("permissions " + mode));
    return differs;
  }

  private static String name(WorkspacePath path, FileState state) {
    String leads =
        state instanceof FileState.Link(FileContent target)
            ? " -> " + DisplayText.place(target.text())
            : state instanceof FileState.Directory ? "/" : "";
    return DisplayText.name(path + leads);
  }
}
