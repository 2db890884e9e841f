// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.change;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.kernel.comparison.RecordedStates;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.file.Hands;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Makes records true again whose process was killed before it told how the act ended. A record is
/// forced before its changes are made, so these may be missing, all or some of them: then what was
/// made is taken back, and so is the record.
public final class RecordRecovery {
  private final FileHand files;
  private final ChangeTransaction transaction;
  private final RecordedStates states;
  private final RestorePlan.Finder wayBack;

  public RecordRecovery(Hands hands, ChangeTransaction transaction) {
    this.files = hands.files();
    this.transaction = transaction;
    this.states = new RecordedStates(hands, Optional.empty());
    this.wayBack = new RestorePlan.Finder(hands);
  }

  /// What became of a record.
  public sealed interface RecoveredRecord {
    /// The later record that corrects it; empty where it is true.
    default Optional<AppendedRecord> correction() {
      return Optional.empty();
    }

    /// Its changes were made.
    record Made() implements RecoveredRecord {}

    /// None of its changes stands.
    record TakenBack(Optional<AppendedRecord> correction) implements RecoveredRecord {}

    /// Some of its changes were not made, and the others can't be taken back, because somebody
    /// changed these places since.
    record Corrected(Optional<AppendedRecord> correction) implements RecoveredRecord {}
  }

  /// How a place stands to a record. What was changed since says nothing.
  private enum PlaceState {
    MADE,
    /// It came to its new place and did not go from the old one.
    HALF_MADE,
    NOT_MADE,
    CHANGED_SINCE
  }

  /// Compares a record with the workspace and settles the difference.
  ///
  /// @param correction what an earlier recovery recorded and perhaps did not do to its end
  /// @throws IOException where that can't be done; then nothing happened
  public RecoveredRecord recover(TraceRecord record, Optional<TraceRecord> correction)
      throws IOException {
    if (!record.files().stream().allMatch(RecordRecovery::namesPlaces)) {
      return new RecoveredRecord.Made(); // it came with the repository, Writ writes no such thing
    }
    Map<PlaceState, List<Json.Obj>> places = new EnumMap<>(PlaceState.class);
    for (Json.Obj file : record.files()) {
      places.computeIfAbsent(stateOf(file), _ -> new ArrayList<>()).add(file);
    }
    if (correction.isPresent()) {
      return finish(record, correction.get(), places);
    }
    if (!places.containsKey(PlaceState.NOT_MADE) && !places.containsKey(PlaceState.HALF_MADE)) {
      return new RecoveredRecord.Made();
    }
    if (places.size() > 1 || places.containsKey(PlaceState.HALF_MADE)) {
      Optional<List<FileChange>> back =
          places.containsKey(PlaceState.CHANGED_SINCE) ? Optional.empty() : wayBack(record, places);
      Optional<AppendedRecord> said =
          back.isPresent() ? takeBack(record, places, back.get()) : Optional.empty();
      if (said.isPresent()) {
        return new RecoveredRecord.TakenBack(said);
      }
    }
    Set<WorkspacePath> missing =
        places.getOrDefault(PlaceState.NOT_MADE, List.of()).stream()
            .map(RecordRecovery::place)
            .collect(Collectors.toSet());
    Optional<AppendedRecord> said =
        transaction.correct(record, missing, states).map(ChangeTransaction.Correction::record);
    if (said.isEmpty()) {
      return new RecoveredRecord.Made();
    }
    return places.size() == 1
        ? new RecoveredRecord.TakenBack(said)
        : new RecoveredRecord.Corrected(said);
  }

  /// A directory that was made stays where something else is in it by now.
  private Optional<AppendedRecord> takeBack(
      TraceRecord record, Map<PlaceState, List<Json.Obj>> places, List<FileChange> back)
      throws IOException {
    Set<WorkspacePath> gone = back.stream().map(FileChange::path).collect(Collectors.toSet());
    Set<WorkspacePath> stay =
        places.getOrDefault(PlaceState.MADE, List.of()).stream()
            .filter(file -> file.isTrue("directory"))
            .filter(
                file ->
                    file.text("change")
                        .filter(FileChange.ChangeKind.CREATE.word()::equals)
                        .isPresent())
            .map(RecordRecovery::place)
            .filter(path -> !gone.contains(path))
            .collect(Collectors.toSet());
    return transaction.takeBack(record, stay, back, states);
  }

  /// Does what an earlier recovery recorded.
  private RecoveredRecord finish(
      TraceRecord record, TraceRecord correction, Map<PlaceState, List<Json.Obj>> places)
      throws IOException {
    Optional<AppendedRecord> said = Optional.of(correction.appended());
    if (!correction.related("undoes").contains(record.id())) {
      return new RecoveredRecord.Corrected(said);
    }
    Optional<List<FileChange>> back = wayBack(record, places);
    if (back.isPresent()) {
      transaction.restore(back.get());
    }
    return new RecoveredRecord.TakenBack(said);
  }

  /// What brings back the places that were changed; empty where one of them can't be. What goes
  /// goes last, so that each content is at one of its places whenever this ends.
  private Optional<List<FileChange>> wayBack(
      TraceRecord record, Map<PlaceState, List<Json.Obj>> places) throws IOException {
    List<FileChange> changes = new ArrayList<>();
    for (Json.Obj file : places.getOrDefault(PlaceState.HALF_MADE, List.of())) {
      if (wayBack.unreachable(record, place(file)).isPresent()) {
        return Optional.empty();
      }
      FileState now = file.isTrue("directory") ? new FileState.Directory() : now(place(file));
      changes.add(new FileChange(place(file), now, new FileState.Absent()));
    }
    for (Json.Obj file : places.getOrDefault(PlaceState.MADE, List.of())) {
      switch (wayBack.of(record, file, /* force= */ false)) {
        case RestorePlan.PossibleRestore(List<FileChange> back) -> changes.addAll(back);
        case RestorePlan.Barred _ -> {
          return Optional.empty();
        }
      }
    }
    changes.sort(
        Comparator.<FileChange, Boolean>comparing(c -> c.after() instanceof FileState.Absent)
            .thenComparing(FileChange::path)); // what is in a directory follows it
    return Optional.of(changes);
  }

  /// Where a place can't be looked at, such as below a link that stands for a directory now,
  /// somebody changed it.
  private PlaceState stateOf(Json.Obj file) throws IOException {
    try {
      return compared(file);
    } catch (FileSystemException _) {
      return PlaceState.CHANGED_SINCE;
    }
  }

  private PlaceState compared(Json.Obj file) throws IOException {
    WorkspacePath path = place(file);
    Optional<WorkspacePath> from = file.text("from_path").map(WorkspacePath::of);
    boolean came = stands(path, file, "after");
    if (came && (from.isEmpty() || isVacant(from.get()))) {
      return PlaceState.MADE;
    }
    if (!stands(from.orElse(path), file, "before")) {
      return PlaceState.CHANGED_SINCE;
    }
    if (came) {
      return PlaceState.HALF_MADE;
    }
    return from.isEmpty() || isVacant(path) ? PlaceState.NOT_MADE : PlaceState.CHANGED_SINCE;
  }

  /// Whether a place is as one side of a record says.
  private boolean stands(WorkspacePath place, Json.Obj file, String side) throws IOException {
    FileChange.ChangeKind vacant =
        side.equals("before") ? FileChange.ChangeKind.CREATE : FileChange.ChangeKind.DELETE;
    if (file.text("change").filter(vacant.word()::equals).isPresent()) {
      return isVacant(place);
    }
    Optional<String> mode = file.text(side + "_mode");
    if (mode.isPresent() && !mode.equals(files.mode(place))) {
      return false;
    }
    if (file.isTrue("directory")) {
      return files.exact(place) instanceof FileState.Directory;
    }
    FileState now = now(place);
    Optional<String> hash = LedgerEntry.hash(now);
    return hash.isPresent()
        && hash.equals(file.text(side + "_hash"))
        && now instanceof FileState.Link == file.isTrue(side + "_link");
  }

  private FileState now(WorkspacePath place) throws IOException {
    return files.stateOrLink(place);
  }

  private boolean isVacant(WorkspacePath place) throws IOException {
    return files.exact(place) instanceof FileState.Absent;
  }

  private static boolean namesPlaces(Json.Obj file) {
    try {
      WorkspacePath _ = place(file);
      Optional<WorkspacePath> _ = file.text("from_path").map(WorkspacePath::of);
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static WorkspacePath place(Json.Obj file) {
    return WorkspacePath.of(file.text("relative_path").orElse(""));
  }
}
