// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.gate;

import dev.writ.kernel.audit.AuditLog;
import dev.writ.kernel.audit.Receipt;
import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.GateAnswer;
import dev.writ.kernel.call.Hash;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.effect.FileHand;
import dev.writ.kernel.effect.Hands;
import dev.writ.kernel.effect.Locator;
import dev.writ.kernel.effect.Store;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Appended;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.ledger.TraceRecord;
import dev.writ.kernel.policy.Guarded;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Brings back what was there before recorded changes: newest first, each as a new record of a
/// person, and never over something that changed since unless told to.
public final class Undo {
  private final Locator locator;
  private final FileHand files;
  private final Store store;
  private final Scribe scribe;
  private final Ledger ledger;
  private final AuditLog audit;

  Undo(Hands hands, Scribe scribe, Ledger ledger, AuditLog audit) {
    this.locator = hands.locator();
    this.files = hands.files();
    this.store = hands.store();
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

    /// An intent's changes.
    record ByIntent(String intent) implements Selection {}
  }

  /// What became of one record.
  public sealed interface Undone {
    /// The file is as it was before.
    record Restored(String id, WorkspacePath path, Appended record) implements Undone {}

    /// The file was left alone.
    record Refused(String id, WorkspacePath path, ToolError error) implements Undone {}
  }

  /// Takes the selected records back. It stops at the first that is refused, because older ones
  /// build on it.
  ///
  /// @param overChanges whether to restore even where the file changed since
  /// @throws IOException where records can't be read or written
  public List<Undone> undo(Selection selection, Origin origin, boolean overChanges)
      throws IOException {
    List<Undone> results = new ArrayList<>();
    for (TraceRecord record : selected(selection).reversed()) {
      for (Json.Obj file : record.files()) {
        Undone undone = undo(record, file, origin, overChanges);
        results.add(undone);
        if (undone instanceof Undone.Refused) {
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

  private Undone undo(TraceRecord record, Json.Obj file, Origin origin, boolean overChanges)
      throws IOException {
    WorkspacePath path = place(record, file);
    Optional<ToolError> unreachable = unreachable(path);
    if (unreachable.isPresent()) {
      return new Undone.Refused(record.id(), path, unreachable.get());
    }
    FileState now = files.state(path);
    if (now instanceof FileState.Unusable(ToolError error)) {
      return new Undone.Refused(record.id(), path, error);
    }
    String current = now instanceof FileState.Present(Content content) ? content.hash() : "";
    if (!overChanges && !current.equals(file.text("after_hash").orElse(""))) {
      return new Undone.Refused(
          record.id(),
          path,
          new ToolError(
              ErrorCode.STALE_FILE,
              path + " changed since record " + record.id(),
              "Look at the file; --force restores the old content all the same"));
    }
    Optional<FileState> before = before(file);
    if (before.isEmpty()) {
      return new Undone.Refused(
          record.id(),
          path,
          new ToolError(ErrorCode.IO_ERROR, "The old content of " + path + " is no longer kept"));
    }
    return restore(record, new Change(path, now, before.get()), origin);
  }

  private static WorkspacePath place(TraceRecord record, Json.Obj file) throws IOException {
    try {
      return WorkspacePath.of(file.text("relative_path").orElse(""));
    } catch (IllegalArgumentException e) {
      throw new IOException("record " + record.id() + " names no path of the workspace", e);
    }
  }

  /// The ledger comes with the repository: what it names is as untrusted as a model's path.
  private Optional<ToolError> unreachable(WorkspacePath path) {
    if (path.isRoot() || Guarded.isProtected(path)) {
      String message = path + " is protected: no record of it can be undone";
      return Optional.of(new ToolError(ErrorCode.PROTECTED_PATH, message));
    }
    return switch (locator.locate(path.toString())) {
      case Location.Refused(String _, ToolError error) -> Optional.of(error);
      case Location.Inside(String _, WorkspacePath real) ->
          real.equals(path)
              ? Optional.empty()
              : Optional.of(
                  new ToolError(ErrorCode.NOT_A_FILE, path + " now leads through a link"));
    };
  }

  private Optional<FileState> before(Json.Obj file) throws IOException {
    Optional<String> hash = file.text("before_hash");
    if (hash.isEmpty()) {
      // Only what was created wasn't there; of the rest the old content was never known.
      return file.text("change").filter(Change.Kind.CREATE.word()::equals).isPresent()
          ? Optional.of(new FileState.Absent())
          : Optional.empty();
    }
    return store.get(hash.get()).map(FileState.Present::new);
  }

  private Undone restore(TraceRecord record, Change change, Origin origin) throws IOException {
    AuditLog.Written receipt = audit.receipt(receipt(record, change, origin));
    long began = System.nanoTime();
    Scribe.Mutation mutation;
    try {
      mutation = scribe.mutate(change, origin, record.intentId(), List.of(record.id()));
    } catch (IOException e) {
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      String code = ErrorCode.IO_ERROR.name();
      audit.outcome(receipt, new AuditLog.Outcome(code, Optional.empty(), took, List.of()));
      throw e;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    return switch (mutation) {
      case Scribe.Mutation.Recorded(Appended appended) -> {
        audit.outcome(
            receipt, new AuditLog.Outcome("ok", Optional.empty(), took, List.of(appended)));
        yield new Undone.Restored(record.id(), change.path(), appended);
      }
      case Scribe.Mutation.Refused _ -> {
        String code = ErrorCode.STALE_FILE.name();
        audit.outcome(receipt, new AuditLog.Outcome(code, Optional.empty(), took, List.of()));
        yield new Undone.Refused(
            record.id(),
            change.path(),
            new ToolError(ErrorCode.STALE_FILE, change.path() + " changed meanwhile"));
      }
    };
  }

  private static Receipt receipt(TraceRecord record, Change change, Origin origin) {
    String line = "undo " + record.id() + " " + change.path();
    return new Receipt(
        origin,
        Hash.of(line),
        new Receipt.Subject("", "undo", List.of(), line, false),
        List.of(GateAnswer.pass("person")),
        Json.object().put("intent", record.intentId()).put("approver", "person").build());
  }
}
