// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.change;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.check.ObeyedPlaceJudge;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.file.WritableDirectories;
import dev.writ.kernel.hand.BackgroundCommands;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.audit.OpenAct;
import dev.writ.records.audit.Receipt;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordRelations;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Restores the state before recorded changes: newest first, each as a new record of a person, and
/// never over later changes except with force.
public final class UndoService {
  private final Hands hands;
  private final ObeyedPlaceJudge obeyed;
  private final ChangeTransaction transaction;
  private final Ledger ledger;
  private final ActRecorder acts;
  private final Supplier<Optional<BackgroundCommands>> background;

  /// @param background the commands of the background, once there are any
  public UndoService(
      Hands hands,
      ObeyedPlaceJudge obeyed,
      ChangeTransaction transaction,
      Ledger ledger,
      ActRecorder acts,
      Supplier<Optional<BackgroundCommands>> background) {
    this.background = background;
    this.hands = hands;
    this.obeyed = obeyed;
    this.transaction = transaction;
    this.ledger = ledger;
    this.acts = acts;
  }

  /// The records to undo. All but [ById] mean only those that this person's sessions made in this
  /// directory, as the audit log says.
  public sealed interface Selection {
    /// One record; an undo's own record can be taken back too.
    record ById(String id) implements Selection {}

    /// The last turn that changed something.
    record LastTurn() implements Selection {}

    /// The last turn of a session that changed something.
    record LastTurnOf(String session) implements Selection {}

    /// A session's changes; the last session's where the id is empty.
    record BySession(String session) implements Selection {}

    /// A session's changes from a turn on.
    ///
    /// @param turn the first, from 1
    record FromTurn(String session, long turn) implements Selection {}

    /// The changes of one turn of a session.
    ///
    /// @param turn its number, from 1
    record OfTurn(String session, long turn) implements Selection {}

    /// An intent's changes.
    record ByIntent(String intent) implements Selection {}
  }

  /// The outcome for one record.
  public sealed interface Undone {
    /// The place already has its old state.
    ///
    /// @param change what that took
    record Restored(String id, FileChange change, AppendedRecord record) implements Undone {}

    /// The whole record was left alone, because of this place.
    record RefusedUndo(String id, WorkspacePath path, ToolError error) implements Undone {}
  }

  /// Takes the selected records back, each as a whole or not at all. Where one is refused, older
  /// ones that have a place in common with it stay, too, because it builds on them.
  ///
  /// @param overChanges whether to restore even where the file changed since, and the rest where
  ///     something can't be restored
  /// @throws IOException where records can't be read or written
  public List<Undone> undo(Selection selection, ActOrigin origin, boolean overChanges)
      throws IOException {
    List<Undone> results = new ArrayList<>();
    Set<String> refused = new HashSet<>();
    for (TraceRecord record : records().of(selection).reversed()) {
      List<String> places = record.files().stream().flatMap(file -> file.paths().stream()).toList();
      if (!overChanges && places.stream().anyMatch(place -> isAtOneOf(refused, place))) {
        refused.addAll(places);
        continue;
      }
      List<Undone> undone = undo(record, origin, overChanges);
      results.addAll(undone);
      if (undone.stream().anyMatch(Undone.RefusedUndo.class::isInstance)) {
        refused.addAll(places);
      }
    }
    return results;
  }

  /// Why not all of the selected records can be taken back, as far as that shows beforehand: a file
  /// is looked at once, as the last of them left it. Changes nothing.
  ///
  /// @throws IOException where records can't be read
  public Optional<Undone.RefusedUndo> barrier(Selection selection) throws IOException {
    Set<String> later = new HashSet<>();
    for (TraceRecord record : records().of(selection).reversed()) {
      Optional<Undone.RefusedUndo> barrier = barrier(record, later);
      if (barrier.isPresent()) {
        return barrier;
      }
      record.leaves().forEach(file -> later.addAll(file.paths()));
    }
    return Optional.empty();
  }

  private Optional<Undone.RefusedUndo> barrier(TraceRecord record, Set<String> later)
      throws IOException {
    try (WritableDirectories opened = opened(record)) {
      for (List<RecordedChange> files : byPlace(record)) {
        RecordedChange file = files.getFirst();
        if (file.isDirectory() || file.paths().stream().anyMatch(at -> isAtOneOf(later, at))) {
          continue;
        }
        Optional<ToolError> barred =
            switch (wayBack(record, files, opened, /* overChanges= */ false)) {
              case RestorePlan.Barred(WorkspacePath _, ToolError error) -> Optional.of(error);
              case RestorePlan.PossibleRestore(List<FileChange> back) ->
                  barred(back, /* overChanges= */ false);
            };
        if (barred.isPresent()) {
          return Optional.of(new Undone.RefusedUndo(record.id(), file.place(), barred.get()));
        }
      }
    }
    return Optional.empty();
  }

  /// What is closed at the places of a record and above them is open until the result is closed:
  /// else nobody can look what stands there.
  private WritableDirectories opened(TraceRecord record) throws IOException {
    List<WorkspacePath> places = new ArrayList<>();
    for (RecordedChange file : record.files()) {
      for (String path : file.paths()) {
        places.add(RestorePlan.Finder.place(record, path));
      }
    }
    places.removeIf(ProtectedNames::isProtected); // nothing is restored there
    WritableDirectories opened = new WritableDirectories(hands.root());
    places.forEach(opened::open);
    return opened;
  }

  private RestorePlan wayBack(
      TraceRecord record,
      List<RecordedChange> files,
      WritableDirectories opened,
      boolean overChanges)
      throws IOException {
    RestorePlan.Finder wayBack = new RestorePlan.Finder(hands, opened);
    return files.size() == 2
        ? wayBack.ofReplaced(record, files.getFirst(), files.getLast(), overChanges)
        : wayBack.of(record, files.getFirst(), overChanges);
  }

  private Optional<ToolError> barred(List<FileChange> changes, boolean overChanges)
      throws IOException {
    return obeyed
        .barred(changes, overChanges)
        .or(() -> background.get().flatMap(all -> all.held(changes)));
  }

  /// Whether a place is one of these, lies in one or holds one.
  private static boolean isAtOneOf(Set<String> places, String place) {
    return places.stream()
        .anyMatch(
            one -> one.equals(place) || one.startsWith(place + "/") || place.startsWith(one + "/"));
  }

  /// The combined changes of the selected records, without those already undone. Changes nothing.
  ///
  /// @throws IOException where records or contents can't be read
  public RecordedDifference difference(Selection selection) throws IOException {
    return RecordedDifference.of(records().of(selection), hands);
  }

  /// The records that the selection would have, had this person's sessions made them here: those of
  /// others, of other machines and clones. They are undone only where each is named.
  ///
  /// @throws IOException where records can't be read
  public List<TraceRecord> foreign(Selection selection) throws IOException {
    return records().foreign(selection);
  }

  /// Whether a selection goes by the newest records that this person's sessions made here, and they
  /// aren't in the ledger, as after a change of branch: then it would mean older ones.
  ///
  /// @throws IOException where records can't be read
  public boolean lacksNewest(Selection selection) throws IOException {
    return records().lackNewest(selection);
  }

  private SelectedRecords records() throws IOException {
    return new SelectedRecords(ledger.text(), acts.recorded());
  }

  /// What the operating system refuses at a place of one record stops no other one; everything of
  /// that record is as it was.
  private List<Undone> undo(TraceRecord record, ActOrigin origin, boolean overChanges)
      throws IOException {
    try (WritableDirectories opened = opened(record)) {
      return undo(record, origin, overChanges, opened);
    } catch (FileSystemException e) {
      WorkspacePath place = RestorePlan.Finder.place(record, record.files().getFirst().path());
      ToolError error = new ToolError(ErrorCode.IO_ERROR, "it can't be restored: " + words(e));
      return List.of(new Undone.RefusedUndo(record.id(), place, error));
    }
  }

  private static String words(FileSystemException e) {
    String why = e instanceof NoSuchFileException ? "there is no such file" : e.getReason();
    return e.getFile() + ": " + (why == null ? e.getClass().getSimpleName() : why);
  }

  private List<Undone> undo(
      TraceRecord record, ActOrigin origin, boolean overChanges, WritableDirectories opened)
      throws IOException {
    List<FileChange> changes = new ArrayList<>();
    List<Undone> undone = new ArrayList<>();
    for (List<RecordedChange> files : byPlace(record)) {
      switch (wayBack(record, files, opened, overChanges)) {
        case RestorePlan.Barred(WorkspacePath path, ToolError error) ->
            undone.add(new Undone.RefusedUndo(record.id(), path, error));
        case RestorePlan.PossibleRestore(List<FileChange> back) -> changes.addAll(back);
      }
      if (!undone.isEmpty() && !overChanges) {
        return undone;
      }
    }
    if (changes.isEmpty()) {
      return undone;
    }
    changes.sort(Comparator.comparing(FileChange::path)); // what is in a directory follows it
    Optional<ToolError> barred = barred(changes, overChanges);
    undone.addAll(
        barred.isPresent()
            ? List.of(new Undone.RefusedUndo(record.id(), changes.getFirst().path(), barred.get()))
            : acts.perform(
                receipt(record, changes, origin),
                open -> restore(record, changes, origin, open, opened)));
    return undone;
  }

  /// The elements of a record's `files`; two of one place stand together: what went there, and what
  /// came.
  private static Collection<List<RecordedChange>> byPlace(TraceRecord record) {
    Map<String, List<RecordedChange>> places = new LinkedHashMap<>();
    for (RecordedChange file : record.files()) {
      places.computeIfAbsent(file.path(), _ -> new ArrayList<>()).add(file);
    }
    return places.values();
  }

  private List<Undone> restore(
      TraceRecord record,
      List<FileChange> changes,
      ActOrigin origin,
      OpenAct open,
      WritableDirectories opened)
      throws IOException {
    List<Undone> undone = new ArrayList<>();
    switch (transaction.mutate(
        changes, origin, record.intentId(), RecordRelations.undoing(List.of(record.id())))) {
      case ChangeTransaction.MutationOutcome.RecordedMutation(AppendedRecord appended) -> {
        open.records(List.of(appended));
        for (FileChange change : changes) {
          change
              .from()
              .ifPresentOrElse(
                  from -> opened.moved(from, change.path()), () -> opened.restored(change.path()));
          undone.add(new Undone.Restored(record.id(), change, appended));
        }
      }
      case ChangeTransaction.MutationOutcome.RefusedMutation(
              FileHand.WriteOutcome.Stale(WorkspacePath path, var _)) -> {
        open.code(ErrorCode.STALE_FILE.name());
        undone.add(new Undone.RefusedUndo(record.id(), path, RestorePlan.stale(path, record)));
      }
    }
    return undone;
  }

  private static Receipt receipt(TraceRecord record, List<FileChange> changes, ActOrigin origin) {
    StringBuilder line = new StringBuilder("undo ").append(record.id());
    for (FileChange change : changes) {
      line.append(' ').append(change.path());
    }
    String text = line.toString();
    return new Receipt(
        origin,
        ContentHash.of(text),
        new Receipt.Subject("", "undo", List.of(), text, false),
        List.of(GateAnswer.pass("person")),
        Json.object().put("intent", record.intentId()).put("approver", "person").build());
  }
}
