// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.file.Hands;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The combined changes of records: from the state before the first of them to the state after the
/// last, regardless of other changes.
///
/// @param changes one for each place, in the order in which they were first changed
/// @param lost places of which a content is no longer stored
public record RecordedDifference(List<FileChange> changes, List<WorkspacePath> lost) {
  public RecordedDifference {
    changes = List.copyOf(changes);
    lost = List.copyOf(lost);
  }

  /// A place with what the first and the last record say of what stands there.
  ///
  /// @param from where it stood before the first
  private record Course(WorkspacePath from, RecordedChange first, RecordedChange last) {}

  /// Reads the difference that records made.
  ///
  /// @throws IOException where a content can't be read, or a record names no place
  static RecordedDifference of(List<TraceRecord> records, Hands hands) throws IOException {
    Map<WorkspacePath, Course> courses = new LinkedHashMap<>();
    for (TraceRecord record : records) {
      for (RecordedChange file : record.leaves()) {
        add(file, courses);
      }
    }
    List<FileChange> changes = new ArrayList<>();
    List<WorkspacePath> lost = new ArrayList<>();
    for (Map.Entry<WorkspacePath, Course> entry : courses.entrySet()) {
      Optional<FileChange> change = change(entry.getKey(), entry.getValue(), hands);
      if (change.isEmpty()) {
        lost.add(entry.getKey());
      } else if (change.get().isChange()) {
        changes.add(change.get());
      }
    }
    return new RecordedDifference(changes, lost);
  }

  private static void add(RecordedChange file, Map<WorkspacePath, Course> courses)
      throws IOException {
    WorkspacePath path = place(file.path());
    boolean moved = file.is(FileChange.ChangeKind.RENAME);
    WorkspacePath from = moved ? place(file.from().orElse("")) : path;
    Optional<Course> known = Optional.ofNullable(courses.remove(from));
    if (known.isPresent() && !moved) {
      courses.put(path, new Course(known.get().from(), known.get().first(), file));
    } else {
      courses.put(
          path,
          known
              .map(course -> new Course(course.from(), course.first(), file))
              .orElseGet(() -> new Course(from, file, file)));
    }
  }

  private static WorkspacePath place(String recorded) throws IOException {
    try {
      return WorkspacePath.of(recorded);
    } catch (IllegalArgumentException e) {
      throw new IOException("a record names no path of the workspace", e);
    }
  }

  private static Optional<FileChange> change(WorkspacePath path, Course course, Hands hands)
      throws IOException {
    Optional<FileState> before =
        course.first().before().vacant()
            ? Optional.of(new FileState.Absent())
            : state(course.first().before(), path, hands);
    Optional<FileState> after =
        course.last().after().vacant()
            ? Optional.of(new FileState.Absent())
            : state(course.last().after(), path, hands);
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    boolean moved = !course.from().equals(path) && !(before.get() instanceof FileState.Absent);
    FileChange change =
        moved && !(after.get() instanceof FileState.Absent)
            ? FileChange.moved(course.from(), path, before.get(), after.get())
            : new FileChange(moved ? course.from() : path, before.get(), after.get());
    return Optional.of(
        change.with(
            new FileChange.Modes(course.first().before().mode(), course.last().after().mode())));
  }

  /// The state that a record names: from the file or from the store.
  private static Optional<FileState> state(
      RecordedChange.RecordedState recorded, WorkspacePath path, Hands hands) throws IOException {
    if (recorded.directory()) {
      return Optional.of(new FileState.Directory());
    }
    Optional<String> hash = recorded.hash();
    if (hash.isEmpty()) {
      return Optional.empty();
    }
    boolean reachable =
        hands.locator().locateItself(path.toString())
                instanceof PathLocation.Inside(String _, WorkspacePath real, var _)
            && real.equals(path);
    if (reachable) {
      FileState now = hands.files().stateOrLink(path);
      if (LedgerEntry.hash(now).filter(hash.get()::equals).isPresent()) {
        return Optional.of(now);
      }
    }
    return hands
        .store()
        .get(hash.get())
        .map(kept -> recorded.link() ? new FileState.Link(kept) : new FileState.Present(kept));
  }
}
