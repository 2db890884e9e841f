// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.comparison.RecordedStateFinder;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.file.FileHand.WriteOutcome;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.spending.IntentSpending;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.RecordRelations;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import dev.writ.records.ledger.UnsettledRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Changes files and their record together: stores the old content, then, under the workspace's
/// write lock, writes the record durably and only then changes the files.
public final class ChangeTransaction {
  private final Hands hands;
  private final FileHand files;
  private final ObjectStore store;
  private final Ledger ledger;
  private final GitHead head;
  private final IntentSpending spending;
  private final SemanticComparison comparison;
  private volatile boolean recorded;

  public ChangeTransaction(
      Hands hands,
      Ledger ledger,
      GitHead head,
      IntentSpending spending,
      SemanticComparison comparison) {
    this.spending = spending;
    this.comparison = comparison;
    this.hands = hands;
    this.files = hands.files();
    this.store = hands.store();
    this.ledger = ledger;
    this.head = head;
  }

  /// Whether anything was recorded since the last call.
  boolean takeRecorded() {
    boolean was = recorded;
    recorded = false;
    return was;
  }

  /// The place of the records.
  public Ledger ledger() {
    return ledger;
  }

  /// How a mutation ended.
  public sealed interface MutationOutcome {
    /// It happened, and this is its record.
    record RecordedMutation(AppendedRecord record) implements MutationOutcome {}

    /// Something else stood there; nothing happened.
    record RefusedMutation(WriteOutcome.Stale stale) implements MutationOutcome {}
  }

  /// Performs one change.
  ///
  /// @throws IOException as the others do
  public MutationOutcome mutate(
      FileChange change, ActOrigin origin, String intentId, List<String> undoes)
      throws IOException {
    return mutate(List.of(change), origin, intentId, RecordRelations.undoing(undoes));
  }

  /// Performs changes, all of them or none, as one record.
  ///
  /// @throws IOException as the other does
  public MutationOutcome mutate(
      List<FileChange> changes, ActOrigin origin, String intentId, RecordRelations relations)
      throws IOException {
    return mutate(changes, origin, intentId, relations, () -> {});
  }

  /// Performs changes, all of them or none, as one record.
  ///
  /// @param holds looks again, under the workspace's lock, at what their permission depends on
  /// @throws UnsettledRecordException where neither is so: the record stands
  /// @throws IOException where they can't be recorded or the operating system refuses; then
  ///     everything is as it was, and a record that was already written is taken back by another
  public MutationOutcome mutate(
      List<FileChange> changes,
      ActOrigin origin,
      String intentId,
      RecordRelations relations,
      FileHand.Before holds)
      throws IOException {
    List<FileChange> whole = new ArrayList<>(parents(changes));
    for (FileChange change : changes) {
      boolean renamed = change.from().isPresent() && change.before().equals(change.after());
      if (!renamed) {
        keep(change.before());
      }
      boolean goes = change.after() instanceof FileState.Absent;
      whole.add(
          goes ? change.with(new FileChange.Modes(modeBefore(change), Optional.empty())) : change);
    }
    RecordRelations all = relations.of(spending.related(intentId));
    LedgerEntry.RecordedAct act =
        new LedgerEntry.RecordedAct(LedgerEntry.By.TOOL, comparison.classOf(changes));
    LedgerEntry entry = new LedgerEntry(whole, act, origin, intentId, head.revision(), all);
    Pending pending = new Pending(entry);
    recorded = true;
    try {
      FileHand.Before before =
          () -> {
            holds.change();
            pending.record();
          };
      return switch (files.change(whole, before)) {
        case WriteOutcome.Done() -> {
          spending.changed(intentId, origin, changes);
          yield new MutationOutcome.RecordedMutation(pending.appended.getFirst());
        }
        case WriteOutcome.Stale stale -> new MutationOutcome.RefusedMutation(stale);
      };
    } catch (UnsettledRecordException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      takeBack(pending, e);
      throw e;
    }
  }

  /// The missing parent directories of a new file, outermost first: they are created with it, so
  /// they are recorded and undone with it. Writ's own directories are not recorded.
  private List<FileChange> parents(List<FileChange> changes) throws IOException {
    Set<WorkspacePath> known = new HashSet<>();
    changes.forEach(change -> known.add(change.path()));
    List<FileChange> parents = new ArrayList<>();
    for (FileChange change : changes) {
      if (!(change.after() instanceof FileState.Absent)) {
        for (WorkspacePath parent : files.missing(change.path().parent(), known)) {
          if (!ProtectedNames.isProtected(parent) && known.add(parent)) {
            parents.add(new FileChange(parent, new FileState.Absent(), new FileState.Directory()));
          }
        }
      }
    }
    return parents;
  }

  private Optional<String> modeBefore(FileChange change) throws IOException {
    Optional<String> told = change.modes().before();
    return told.isPresent() ? told : files.mode(change.path());
  }

  private void keep(FileState state) throws IOException {
    Optional<FileContent> content = content(state);
    if (content.isPresent()) {
      store.keep(content.get());
    }
  }

  static Optional<FileContent> content(FileState state) {
    return switch (state) {
      case FileState.Present(FileContent content) -> Optional.of(content);
      case FileState.Link(FileContent target) -> Optional.of(target);
      case FileState.Absent(), FileState.Directory(), FileState.Unusable _ -> Optional.empty();
    };
  }

  /// Recorded changes that then could not be made get a record that says so.
  private void takeBack(Pending pending, Throwable cause) throws UnsettledRecordException {
    if (pending.appended.isEmpty()) {
      return;
    }
    List<FileChange> back = new ArrayList<>();
    for (FileChange change : pending.entry.changes().reversed()) {
      back.add(change.back());
    }
    LedgerEntry entry =
        new LedgerEntry(
            back,
            pending.entry.act(), // back again is as far as there
            pending.entry.origin(),
            pending.entry.intentId(),
            pending.entry.revision(),
            RecordRelations.undoing(List.of(pending.appended.getFirst().id())));
    try {
      ledger.append(entry);
    } catch (IOException | RuntimeException | Error e) {
      cause.addSuppressed(e);
      throw new UnsettledRecordException(cause);
    }
  }

  /// Records changes of a program. The old content is stored if it is known.
  ///
  /// @param relations to records that are taken back or corrected
  /// @throws IOException where it can't be recorded
  public AppendedRecord record(
      List<FileChange> changes,
      LedgerEntry.By by,
      ActOrigin origin,
      String intentId,
      RecordRelations relations)
      throws IOException {
    RecordSeries series = series();
    series.add(entry(changes, by, origin, intentId, relations));
    List<AppendedRecord> records = new ArrayList<>();
    series.append((record, _) -> records.add(record));
    return records.getFirst();
  }

  /// Begins records of a program's changes, which become durable together.
  public RecordSeries series() {
    recorded = true;
    return new RecordSeries(ledger, store.batch());
  }

  /// Adds a record to a series.
  public void add(
      RecordSeries series,
      List<FileChange> changes,
      LedgerEntry.By by,
      ActOrigin origin,
      String intentId)
      throws IOException {
    series.add(entry(changes, by, origin, intentId, RecordRelations.NONE));
  }

  private LedgerEntry entry(
      List<FileChange> changes,
      LedgerEntry.By by,
      ActOrigin origin,
      String intentId,
      RecordRelations relations) {
    spending.changed(intentId, origin, changes);
    RecordRelations all = relations.of(spending.related(intentId));
    LedgerEntry.RecordedAct act = new LedgerEntry.RecordedAct(by, comparison.classOf(changes));
    return new LedgerEntry(changes, act, origin, intentId, head.revision(), all);
  }

  /// What takes back recorded changes of a command that were not made.
  ///
  /// @param made the recorded changes
  /// @param changes those that take them back, the last one first; none where it is as recorded
  /// @param whole whether nothing of their record holds
  public record Corrections(List<FileChange> made, List<FileChange> changes, boolean whole) {
    /// What a record of the corrections says of theirs.
    public RecordRelations relations(AppendedRecord corrected) {
      return whole
          ? RecordRelations.undoing(List.of(corrected.id()))
          : RecordRelations.correcting(corrected.id());
    }
  }

  /// The corrections of some places of a record that stands in the ledger.
  ///
  /// @throws IOException where it doesn't, or something can't be read
  public Corrections corrections(
      AppendedRecord record, Set<WorkspacePath> places, RecordedStateFinder states)
      throws IOException {
    for (TraceRecord said : ledger.since(0)) {
      if (said.id().equals(record.id())) {
        return corrections(said, places, states);
      }
    }
    throw new IOException("the ledger lacks the record " + record.id());
  }

  /// The corrections of some places of a record. They lead to the state before it, whatever other
  /// programs have made of the places meanwhile.
  public Corrections corrections(
      TraceRecord record, Set<WorkspacePath> places, RecordedStateFinder states)
      throws IOException {
    List<FileChange> made = changesOf(record, places, states);
    List<FileChange> corrections = new ArrayList<>();
    boolean whole = made.size() == record.files().size();
    for (FileChange change : made.reversed()) {
      Optional<FileChange> correction = new UnappliedChange(change).correction(hands);
      correction.ifPresent(corrections::add);
      whole &= correction.filter(change.back()::equals).isPresent();
    }
    return new Corrections(made, corrections, whole);
  }

  /// A record that reverts changes of another record.
  ///
  /// @param places the places whose state differs from the recorded one
  public record Correction(AppendedRecord record, Set<WorkspacePath> places) {}

  /// Records that places of a record were not changed so, because the process was killed before.
  ///
  /// @param places those places; the whole record is taken back where they are all of its places
  /// @return the correction; empty where it all is as recorded
  public Optional<Correction> correct(
      TraceRecord record, Set<WorkspacePath> places, RecordedStateFinder states)
      throws IOException {
    Corrections corrections = corrections(record, places, states);
    List<FileChange> back = corrections.changes();
    if (back.isEmpty()) {
      return Optional.empty();
    }
    recorded = true;
    RecordRelations relations = corrections.relations(record.appended());
    AppendedRecord appended = ledger.append(settling(record, back, relations));
    return Optional.of(
        new Correction(appended, back.stream().map(FileChange::path).collect(Collectors.toSet())));
  }

  private LedgerEntry settling(
      TraceRecord record, List<FileChange> back, RecordRelations relations) {
    LedgerEntry.RecordedAct act =
        new LedgerEntry.RecordedAct(LedgerEntry.By.TOOL, comparison.classOf(back));
    ActOrigin origin = ofRecovery(record.session());
    return new LedgerEntry(back, act, origin, record.intentId(), head.revision(), relations);
  }

  /// The changes that a record states for some of its places. Keeps what they left there, which a
  /// later undo of the correction needs.
  private List<FileChange> changesOf(
      TraceRecord record, Set<WorkspacePath> places, RecordedStateFinder states)
      throws IOException {
    List<FileChange> made = new ArrayList<>();
    for (RecordedChange file : record.files()) {
      WorkspacePath path = file.place();
      if (places.contains(path)) {
        FileChange.Modes modes = new FileChange.Modes(file.before().mode(), file.after().mode());
        FileState after = states.state(file, file.after());
        keep(after);
        FileState before = states.state(file, file.before());
        made.add(new FileChange(path, before, after, file.formerPlace(), modes));
      }
    }
    return made;
  }

  /// The origin of records that settle the changes of a killed process.
  public static ActOrigin ofRecovery(String session) {
    return new ActOrigin(session, 0, 0, new ActOrigin.Contributor.Human());
  }

  private final class Pending {
    private final LedgerEntry entry;
    private final List<AppendedRecord> appended = new ArrayList<>();

    Pending(LedgerEntry entry) {
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
