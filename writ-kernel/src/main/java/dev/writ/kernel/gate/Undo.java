// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.gate;

import dev.writ.kernel.audit.AuditLog;
import dev.writ.kernel.audit.Receipt;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.GateAnswer;
import dev.writ.kernel.call.Hash;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.effect.FileHand;
import dev.writ.kernel.effect.Hands;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Appended;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.ledger.Relations;
import dev.writ.kernel.ledger.TraceRecord;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Brings back what was there before recorded changes: newest first, each as a new record of a
/// person, and never over something that changed since unless told to.
public final class Undo {
  private final WayBack.Finder wayBack;
  private final ObeyedPlaces obeyed;
  private final Scribe scribe;
  private final Ledger ledger;
  private final AuditLog audit;

  Undo(Hands hands, ObeyedPlaces obeyed, Scribe scribe, Ledger ledger, AuditLog audit) {
    this.obeyed = obeyed;
    this.wayBack = new WayBack.Finder(hands);
    this.scribe = scribe;
    this.ledger = ledger;
    this.audit = audit;
  }

  /// Which records to take back.
  public sealed interface Selection {
    /// One record; an undo's own record can be taken back too.
    record ById(String id) implements Selection {}

    /// The last turn that changed something.
    record LastTurn() implements Selection {}

    /// A session's changes; the last session's where the id is empty.
    record BySession(String session) implements Selection {}

    /// A session's changes from a turn on.
    ///
    /// @param turn the first, from 1
    record FromTurn(String session, long turn) implements Selection {}

    /// An intent's changes.
    record ByIntent(String intent) implements Selection {}
  }

  /// What became of one record.
  public sealed interface Undone {
    /// What stands there is as it was before.
    record Restored(String id, WorkspacePath path, Appended record) implements Undone {}

    /// The whole record was left alone, because of this place.
    record Refused(String id, WorkspacePath path, ToolError error) implements Undone {}
  }

  /// Takes the selected records back, each as a whole or not at all. It stops at the first that is
  /// refused, because older ones build on it.
  ///
  /// @param overChanges whether to restore even where the file changed since
  /// @throws IOException where records can't be read or written
  public List<Undone> undo(Selection selection, Origin origin, boolean overChanges)
      throws IOException {
    List<Undone> results = new ArrayList<>();
    for (TraceRecord record : selected(selection).reversed()) {
      List<Undone> undone = undo(record, origin, overChanges);
      results.addAll(undone);
      for (Undone one : undone) {
        if (one instanceof Undone.Refused) {
          return results;
        }
      }
    }
    return results;
  }

  private List<TraceRecord> selected(Selection selection) throws IOException {
    List<TraceRecord> all = TraceRecord.readable(ledger.text());
    Set<String> undone = new HashSet<>();
    Set<String> undoing = new HashSet<>();
    for (TraceRecord record : all) {
      Set<String> targets = undoes(record);
      undone.addAll(targets);
      if (!targets.isEmpty()) {
        undoing.add(record.id());
      }
    }
    List<TraceRecord> standing =
        all.stream().filter(r -> !undone.contains(r.id()) && !undoing.contains(r.id())).toList();
    Predicate<TraceRecord> wanted =
        switch (selection) {
          case Selection.ById(String id) -> record -> record.id().equals(id);
          case Selection.LastTurn() ->
              last(standing)
                  .<Predicate<TraceRecord>>map(
                      l -> r -> r.session().equals(l.session()) && r.turn() == l.turn())
                  .orElse(_ -> false);
          case Selection.BySession(String session) when session.isEmpty() ->
              last(standing)
                  .<Predicate<TraceRecord>>map(l -> r -> r.session().equals(l.session()))
                  .orElse(_ -> false);
          case Selection.BySession(String session) -> record -> record.session().equals(session);
          case Selection.FromTurn(String session, long turn) ->
              record -> record.session().equals(session) && record.turn() >= turn;
          case Selection.ByIntent(String intent) -> record -> record.intentId().equals(intent);
        };
    boolean single = selection instanceof Selection.ById;
    return (single ? all : standing).stream().filter(wanted).toList();
  }

  private static Optional<TraceRecord> last(List<TraceRecord> records) {
    return records.isEmpty() ? Optional.empty() : Optional.of(records.getLast());
  }

  private static Set<String> undoes(TraceRecord record) {
    Set<String> targets = new HashSet<>();
    for (Json.Obj file : record.files()) {
      for (Json conversation : file.items("conversations")) {
        if (conversation instanceof Json.Obj object) {
          for (Json related : object.items("related")) {
            if (related instanceof Json.Obj pair
                && pair.text("type").filter("undoes"::equals).isPresent()) {
              targets.add(pair.text("value").orElse(""));
            }
          }
        }
      }
    }
    return targets;
  }

  private List<Undone> undo(TraceRecord record, Origin origin, boolean overChanges)
      throws IOException {
    List<Change> changes = new ArrayList<>();
    for (List<Json.Obj> files : byPlace(record)) {
      WayBack back =
          files.size() == 2
              ? wayBack.ofReplaced(record, files.getFirst(), files.getLast(), overChanges)
              : wayBack.of(record, files.getFirst(), overChanges);
      if (back instanceof WayBack.Barred(WorkspacePath path, ToolError error)) {
        return List.of(new Undone.Refused(record.id(), path, error));
      }
      changes.addAll(((WayBack.Open) back).changes());
    }
    if (changes.isEmpty()) {
      return List.of();
    }
    changes.sort(Comparator.comparing(Change::path)); // what is in a directory follows it
    Optional<ToolError> barred = obeyed.barred(changes, overChanges);
    return barred.isPresent()
        ? List.of(new Undone.Refused(record.id(), changes.getFirst().path(), barred.get()))
        : restore(record, changes, origin);
  }

  /// The elements of a record's `files`; two of one place stand together: what went there, and what
  /// came.
  private static Collection<List<Json.Obj>> byPlace(TraceRecord record) {
    Map<String, List<Json.Obj>> places = new LinkedHashMap<>();
    for (Json.Obj file : record.files()) {
      String path = file.text("relative_path").orElse("");
      places.computeIfAbsent(path, _ -> new ArrayList<>()).add(file);
    }
    return places.values();
  }

  private List<Undone> restore(TraceRecord record, List<Change> changes, Origin origin)
      throws IOException {
    AuditLog.Written receipt = audit.receipt(receipt(record, changes, origin));
    long began = System.nanoTime();
    Scribe.Mutation mutation;
    try {
      mutation =
          scribe.mutate(
              changes, origin, record.intentId(), Relations.undoing(List.of(record.id())));
    } catch (IOException e) {
      outcome(receipt, ErrorCode.IO_ERROR.name(), began, List.of());
      throw e;
    }
    return switch (mutation) {
      case Scribe.Mutation.Recorded(Appended appended) -> {
        outcome(receipt, "ok", began, List.of(appended));
        List<Undone> undone = new ArrayList<>();
        for (Change change : changes) {
          undone.add(new Undone.Restored(record.id(), change.path(), appended));
        }
        yield undone;
      }
      case Scribe.Mutation.Refused(FileHand.Written.Stale(WorkspacePath path, var _)) -> {
        outcome(receipt, ErrorCode.STALE_FILE.name(), began, List.of());
        ToolError error = WayBack.stale(path, record);
        yield List.of(new Undone.Refused(record.id(), path, error));
      }
    };
  }

  private void outcome(AuditLog.Written receipt, String code, long began, List<Appended> records)
      throws IOException {
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    audit.outcome(receipt, new AuditLog.Outcome(code, Optional.empty(), took, records));
  }

  private static Receipt receipt(TraceRecord record, List<Change> changes, Origin origin) {
    StringBuilder line = new StringBuilder("undo ").append(record.id());
    for (Change change : changes) {
      line.append(' ').append(change.path());
    }
    String text = line.toString();
    return new Receipt(
        origin,
        Hash.of(text),
        new Receipt.Subject("", "undo", List.of(), text, false),
        List.of(GateAnswer.pass("person")),
        Json.object().put("intent", record.intentId()).put("approver", "person").build());
  }
}
