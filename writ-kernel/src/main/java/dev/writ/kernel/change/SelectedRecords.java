// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.change;

import dev.writ.records.ledger.TraceRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The records that an undo means. Anybody who can write to the repository can append a record, of
/// any session, intent and id, or one that says it undoes another: only what this person's audit
/// log has from this directory is selected unless it is named itself, and only that counts as
/// undoing.
final class SelectedRecords {
  private final List<TraceRecord> all;
  private final SequencedMap<String, String> made;
  private final Map<String, Integer> order = new HashMap<>();

  /// @param made the records that this person's sessions made here, the oldest first: the session
  ///     of each, by the hash of its line
  SelectedRecords(String ledger, SequencedMap<String, String> made) {
    this.all = TraceRecord.readable(ledger, made.keySet());
    this.made = made;
    made.keySet().forEach(hash -> order.put(hash, order.size()));
  }

  /// Whether a selection goes by the newest of this person's records, and the ledger lacks that: it
  /// is on another branch or in a stash, or somebody removed it.
  boolean lackNewest(UndoService.Selection selection) {
    Predicate<String> sessions =
        switch (selection) {
          case UndoService.Selection.LastTurn() -> _ -> true;
          case UndoService.Selection.LastTurnOf(String session) -> session::equals;
          case UndoService.Selection.BySession(String session) when session.isEmpty() -> _ -> true;
          default -> _ -> false;
        };
    Set<String> present = all.stream().map(r -> r.appended().hash()).collect(Collectors.toSet());
    return made.reversed().entrySet().stream()
        .filter(one -> sessions.test(one.getValue()))
        .findFirst()
        .filter(newest -> !present.contains(newest.getKey()))
        .isPresent();
  }

  /// The selected records, in the ledger's order.
  List<TraceRecord> of(UndoService.Selection selection) {
    return selection instanceof UndoService.Selection.ById(String id)
        ? all.stream().filter(record -> record.id().equals(id)).toList()
        : among(all.stream().filter(this::isOwn).toList(), selection);
  }

  /// What would be selected of the records that others made, or this person elsewhere.
  List<TraceRecord> foreign(UndoService.Selection selection) {
    return among(all.stream().filter(record -> !isOwn(record)).toList(), selection);
  }

  private boolean isOwn(TraceRecord record) {
    return made.containsKey(record.appended().hash());
  }

  private List<TraceRecord> among(List<TraceRecord> records, UndoService.Selection selection) {
    Set<String> undone = TraceRecord.undone(records);
    Map<String, TraceRecord> wholes = wholes(records);
    List<TraceRecord> standing =
        records.stream()
            .filter(r -> !undone.contains(r.id()) && r.related(TraceRecord.UNDOES).isEmpty())
            .filter(r -> r.related(TraceRecord.CORRECTS).stream().noneMatch(undone::contains))
            .toList();
    List<TraceRecord> changes = standing.stream().map(r -> wholes.get(r.id())).toList();
    Predicate<TraceRecord> wanted =
        switch (selection) {
          case UndoService.Selection.ById(String id) -> record -> record.id().equals(id);
          case UndoService.Selection.LastTurn() ->
              last(changes)
                  .<Predicate<TraceRecord>>map(
                      l -> r -> r.session().equals(l.session()) && r.turn() == l.turn())
                  .orElse(_ -> false);
          case UndoService.Selection.LastTurnOf(String session) -> {
            long turn =
                changes.stream()
                    .filter(record -> record.session().equals(session))
                    .mapToLong(TraceRecord::turn)
                    .max()
                    .orElse(0);
            yield record -> turn > 0 && record.session().equals(session) && record.turn() == turn;
          }
          case UndoService.Selection.BySession(String session) when session.isEmpty() ->
              last(changes)
                  .<Predicate<TraceRecord>>map(l -> r -> r.session().equals(l.session()))
                  .orElse(_ -> false);
          case UndoService.Selection.BySession(String session) ->
              record -> record.session().equals(session);
          case UndoService.Selection.FromTurn(String session, long turn) ->
              record -> record.session().equals(session) && record.turn() >= turn;
          case UndoService.Selection.OfTurn(String session, long turn) ->
              record -> record.session().equals(session) && record.turn() == turn;
          case UndoService.Selection.ByIntent(String intent) ->
              record -> record.intentId().equals(intent);
        };
    return standing.stream().filter(r -> wanted.test(wholes.get(r.id()))).toList();
  }

  /// What each record is a part of: one that says of places of a change, or of its undo, that they
  /// were not changed so, as after a kill, goes with that change. All others stand for themselves.
  private static Map<String, TraceRecord> wholes(List<TraceRecord> records) {
    Map<String, TraceRecord> wholes = new HashMap<>();
    for (TraceRecord record : records) {
      TraceRecord whole =
          Stream.of(TraceRecord.CORRECTS, TraceRecord.UNDOES)
              .flatMap(type -> record.related(type).stream())
              .filter(wholes::containsKey)
              .map(wholes::get)
              .findFirst()
              .orElse(record);
      wholes.put(record.id(), whole);
    }
    return wholes;
  }

  /// The one that was made last: who merges or edits the ledger orders its lines.
  private Optional<TraceRecord> last(List<TraceRecord> records) {
    return records.stream().reduce((one, next) -> order(next) < order(one) ? one : next);
  }

  private int order(TraceRecord record) {
    return order.getOrDefault(record.appended().hash(), 0);
  }
}
