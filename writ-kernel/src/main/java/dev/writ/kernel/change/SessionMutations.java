// Implements: docs/spec/09-intents-and-hooks.md §9.7 (Quality loop)
package dev.writ.kernel.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The files that a session has changed, from the ledger.
public final class SessionMutations {
  private final Ledger ledger;

  public SessionMutations(Ledger ledger) {
    this.ledger = ledger;
  }

  /// A point in the ledger to look from.
  ///
  /// @throws IOException where the ledger can't be read
  public long now() throws IOException {
    return ledger.size();
  }

  /// The files that a session has changed since then and that are still there, in order.
  ///
  /// @param since what [#now] said
  /// @throws IOException where the ledger can't be read
  public List<WorkspacePath> changed(long since, String session) throws IOException {
    Set<WorkspacePath> changed = new LinkedHashSet<>();
    for (RecordedChange file : files(since, session)) {
      WorkspacePath path = file.place();
      if (file.after().hash().isPresent()) {
        changed.add(path);
      } else {
        changed.remove(path);
      }
    }
    return new ArrayList<>(changed);
  }

  /// All places at which a session has changed something since then, in order: also those of files
  /// that are gone, and both of a move.
  ///
  /// @param since what [#now] said
  /// @throws IOException where the ledger can't be read
  public List<String> touched(long since, String session) throws IOException {
    Set<String> touched = new LinkedHashSet<>();
    files(since, session).forEach(file -> touched.addAll(file.paths()));
    return List.copyOf(touched);
  }

  /// All places that the call behind an event has changed, in order; without what was taken back,
  /// or was not done although a record had said so.
  ///
  /// @param url of the event, as [dev.writ.records.ledger.ActOrigin] names it
  /// @throws IOException where the ledger can't be read
  public List<String> behind(String url) throws IOException {
    Map<String, Set<String>> touched = new LinkedHashMap<>();
    List<TraceRecord> records = ledger.since(0);
    for (TraceRecord record : records) {
      Set<String> places = places(record);
      Set<String> corrected = record.related(TraceRecord.CORRECTS);
      for (String id : corrected) {
        touched.computeIfPresent(
            id,
            (_, all) -> {
              all.removeAll(places);
              return all;
            });
      }
      boolean changes = record.related(TraceRecord.UNDOES).isEmpty() && corrected.isEmpty();
      if (record.isFrom(url) && changes) {
        touched.put(record.id(), places);
      }
    }
    touched.keySet().removeAll(TraceRecord.undone(records));
    Set<String> all = new LinkedHashSet<>();
    touched.values().forEach(all::addAll);
    return List.copyOf(all);
  }

  private static Set<String> places(TraceRecord record) {
    Set<String> places = new LinkedHashSet<>();
    record.files().forEach(file -> places.addAll(file.paths()));
    return places;
  }

  /// A turn whose changes can be taken back.
  ///
  /// @param places all that it changed, in order
  public record UndoableTurn(long turn, List<String> places) {
    public UndoableTurn {
      places = List.copyOf(places);
    }
  }

  /// The session's last turn since then that has a change which was not undone.
  ///
  /// @param since what [#now] said
  /// @throws IOException where the ledger can't be read
  public Optional<UndoableTurn> undoable(long since, String session) throws IOException {
    List<TraceRecord> records = ledger.since(since);
    Set<String> undone = TraceRecord.undone(records);
    long last = 0;
    Set<String> places = new LinkedHashSet<>();
    for (TraceRecord record : records) {
      boolean counts =
          record.session().equals(session)
              && record.turn() > 0
              && !undone.contains(record.id())
              && record.related(TraceRecord.UNDOES).isEmpty();
      if (counts && record.turn() >= last) {
        if (record.turn() > last) {
          places.clear();
        }
        last = record.turn();
        record.files().forEach(file -> places.add(file.path()));
      }
    }
    return last == 0 ? Optional.empty() : Optional.of(new UndoableTurn(last, List.copyOf(places)));
  }

  private List<RecordedChange> files(long since, String session) throws IOException {
    List<RecordedChange> files = new ArrayList<>();
    for (TraceRecord record : ledger.since(since)) {
      if (record.session().equals(session)) {
        files.addAll(record.files());
      }
    }
    return files;
  }
}
