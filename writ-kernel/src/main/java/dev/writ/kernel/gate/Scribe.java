// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.FileState;
import dev.writ.kernel.effect.AbandonedView;
import dev.writ.kernel.effect.FileHand;
import dev.writ.kernel.effect.FileHand.Written;
import dev.writ.kernel.effect.GitHead;
import dev.writ.kernel.effect.Hands;
import dev.writ.kernel.effect.Store;
import dev.writ.kernel.effect.UnappliedChange;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Appended;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.ledger.Entry;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.ledger.Relations;
import dev.writ.kernel.ledger.SemanticComparison;
import dev.writ.kernel.ledger.TraceRecord;
import dev.writ.kernel.policy.Guarded;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Changes files and their record together: the old content is kept, the record is durable,
/// and only then anything is changed; all of it under the workspace's write lock. There is no
/// other way to change the workspace.
final class Scribe {
  private final Hands hands;
  private final FileHand files;
  private final Store store;
  private final Ledger ledger;
  private final GitHead head;
  private final IntentUse use;
  private final SemanticComparison comparison;
  private volatile boolean recorded;

  Scribe(Hands hands, Ledger ledger, GitHead head, IntentUse use, SemanticComparison comparison) {
    this.use = use;
    this.comparison = comparison;
    this.hands = hands;
    this.files = hands.files();
    this.store = hands.store();
    this.ledger = ledger;
    this.head = head;
  }

  /// Whether anything was recorded since it was last asked.
  boolean recordedSince() {
    boolean was = recorded;
    recorded = false;
    return was;
  }

  /// Where the records are.
  Ledger ledger() {
    return ledger;
  }

  /// How a mutation ended.
  sealed interface Mutation {
    /// It happened, and this is its record.
    record Recorded(Appended record) implements Mutation {}

    /// Something else stood there; nothing happened.
    record Refused(Written.Stale stale) implements Mutation {}
  }

  /// Performs one change.
  ///
  /// @throws IOException as the others do
  Mutation mutate(Change change, Origin origin, String intentId, List<String> undoes)
      throws IOException {
    return mutate(List.of(change), origin, intentId, Relations.undoing(undoes));
  }

  /// Performs changes, all of them or none, as one record.
  ///
  /// @throws IOException where they can't be recorded or the operating system refuses; then
  ///     everything is as it was, and a record that was already written is taken back by another
  Mutation mutate(List<Change> changes, Origin origin, String intentId, Relations relations)
      throws IOException {
    List<Change> whole = new ArrayList<>(parents(changes));
    for (Change change : changes) {
      boolean renamed = change.from().isPresent() && change.before().equals(change.after());
      if (!renamed) {
        keep(change.before());
      }
      boolean goes = change.after() instanceof FileState.Absent;
      whole.add(
          goes
              ? change.with(new Change.Modes(files.mode(change.path()), Optional.empty()))
              : change);
    }
    Relations all = relations.of(use.related(intentId));
    Entry.Act act = new Entry.Act(Entry.By.TOOL, comparison.classOf(changes));
    Entry entry = new Entry(whole, act, origin, intentId, head.revision(), all);
    Pending pending = new Pending(entry);
    recorded = true;
    try {
      return switch (files.change(whole, pending::record)) {
        case Written.Done() -> {
          use.changed(intentId, origin, changes);
          yield new Mutation.Recorded(pending.appended.getFirst());
        }
        case Written.Stale stale -> new Mutation.Refused(stale);
      };
    } catch (IOException | RuntimeException e) {
      takeBack(pending, e);
      throw e;
    }
  }

  /// The directories that are missing above what appears, outermost first: they are made with it,
  /// so they are recorded and undone with it. Writ's own are nobody's to take back.
  private List<Change> parents(List<Change> changes) throws IOException {
    Set<WorkspacePath> known = new HashSet<>();
    changes.forEach(change -> known.add(change.path()));
    List<Change> parents = new ArrayList<>();
    for (Change change : changes) {
      if (change.from().isEmpty() && !(change.after() instanceof FileState.Absent)) {
        for (WorkspacePath parent : files.missing(change.path().parent(), known)) {
          if (!Guarded.isProtected(parent) && known.add(parent)) {
            parents.add(new Change(parent, new FileState.Absent(), new FileState.Directory()));
          }
        }
      }
    }
    return parents;
  }

  private void keep(FileState state) throws IOException {
    Optional<Content> content = content(state);
    if (content.isPresent()) {
      store.keep(content.get());
    }
  }

  private static Optional<Content> content(FileState state) {
    return switch (state) {
      case FileState.Present(Content content) -> Optional.of(content);
      case FileState.Link(Content target) -> Optional.of(target);
      case FileState.Absent(), FileState.Directory(), FileState.Unusable _ -> Optional.empty();
    };
  }

  /// Recorded changes that then could not be made get a record that says so.
  private void takeBack(Pending pending, Exception cause) {
    if (pending.appended.isEmpty()) {
      return;
    }
    List<Change> back = new ArrayList<>();
    for (Change change : pending.entry.changes().reversed()) {
      back.add(change.back());
    }
    Entry entry =
        new Entry(
            back,
            pending.entry.act(), // back again is as far as there
            pending.entry.origin(),
            pending.entry.intentId(),
            pending.entry.revision(),
            Relations.undoing(List.of(pending.appended.getFirst().id())));
    try {
      ledger.append(entry);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /// Records what a program has already changed. What was there before is kept where it is known.
  ///
  /// @throws IOException where it can't be recorded
  Appended record(List<Change> changes, Entry.By by, Origin origin, String intentId)
      throws IOException {
    return record(changes, by, origin, intentId, List.of());
  }

  /// The same for what takes recorded changes back.
  ///
  /// @param undoes the ids of records that it takes back as a whole
  Appended record(
      List<Change> changes, Entry.By by, Origin origin, String intentId, List<String> undoes)
      throws IOException {
    recorded = true;
    List<Content> old = new ArrayList<>();
    changes.forEach(change -> content(change.before()).ifPresent(old::add));
    store.keepAll(old);
    use.changed(intentId, origin, changes);
    Relations relations = Relations.undoing(undoes).of(use.related(intentId));
    Entry.Act act = new Entry.Act(by, comparison.classOf(changes));
    return ledger.append(new Entry(changes, act, origin, intentId, head.revision(), relations));
  }

  /// What leads from what was recorded of a command to what stands there.
  ///
  /// @param whole whether nothing of what was recorded is so
  record Corrections(List<Change> changes, boolean whole) {}

  /// The corrections of recorded changes, the last one first.
  Corrections corrections(List<Change> made) throws IOException {
    List<Change> corrections = new ArrayList<>();
    boolean whole = true;
    for (Change change : made.reversed()) {
      Optional<Change> correction = new UnappliedChange(change).correction(hands);
      correction.ifPresent(corrections::add);
      whole &= correction.filter(change.back()::equals).isPresent();
    }
    return new Corrections(corrections, whole);
  }

  /// A record that takes changes of another one back.
  ///
  /// @param places what it says of them is not what was recorded
  record Correction(Appended record, Set<WorkspacePath> places) {}

  /// Records that places of a record were not changed so, because the process was killed before.
  ///
  /// @param places those places; the whole record is taken back where they are all of its places
  /// @return the correction; empty where it all is as recorded
  Optional<Correction> correct(TraceRecord record, Set<WorkspacePath> places, AbandonedView view)
      throws IOException {
    List<Change> made = new ArrayList<>();
    for (Json.Obj file : record.files()) {
      WorkspacePath path = WorkspacePath.of(file.text("relative_path").orElse(""));
      if (places.contains(path)) {
        Change.Modes modes = new Change.Modes(file.text("before_mode"), file.text("after_mode"));
        FileState after = view.state(path, file, "after");
        keep(after);
        FileState before = view.state(path, file, "before");
        Optional<WorkspacePath> from = file.text("from_path").map(WorkspacePath::of);
        made.add(new Change(path, before, after, from, modes));
      }
    }
    Corrections corrections = corrections(made);
    List<Change> back = corrections.changes();
    if (back.isEmpty()) {
      return Optional.empty();
    }
    boolean whole = corrections.whole() && made.size() == record.files().size();
    recorded = true;
    Origin origin = ofRecovery(record.session());
    Entry.Act act = new Entry.Act(Entry.By.TOOL, comparison.classOf(back));
    Relations relations = whole ? Relations.undoing(List.of(record.id())) : Relations.NONE;
    Appended appended =
        ledger.append(new Entry(back, act, origin, record.intentId(), head.revision(), relations));
    return Optional.of(
        new Correction(appended, back.stream().map(Change::path).collect(Collectors.toSet())));
  }

  /// Whose the records are that settle what a killed process left.
  static Origin ofRecovery(String session) {
    return new Origin(session, 0, 0, new Origin.Contributor.Human());
  }

  private final class Pending {
    private final Entry entry;
    private final List<Appended> appended = new ArrayList<>();

    Pending(Entry entry) {
      this.entry = entry;
    }

    void record() throws IOException {
      try {
        appended.add(ledger.append(entry));
      } catch (Ledger.StandingException e) {
        appended.add(e.appended()); // it is taken back
        throw e;
      }
    }
  }
}
