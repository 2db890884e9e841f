// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.change;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileState;
import dev.writ.kernel.comparison.RecordedStateFinder;
import dev.writ.kernel.file.FileHand;
import dev.writ.kernel.file.Hands;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Corrects the records of an act whose process was killed before its outcome. A record is
/// forced before its changes are made, so these may be missing, all or some of them: then another
/// record says so. No file is touched: what a person did since can't be told from what a kill left.
public final class RecordRecovery {
  private final FileHand files;
  private final ChangeTransaction transaction;
  private final RecordedStateFinder states;

  public RecordRecovery(Hands hands, ChangeTransaction transaction) {
    this.files = hands.files();
    this.transaction = transaction;
    this.states = new RecordedStateFinder(hands, Optional.empty());
  }

  /// What became of a record.
  ///
  /// @param made places that are as the record says
  /// @param missing places that are as before the record; the old place of a file that came to the
  ///     new one and did not go
  /// @param correction what says so in the ledger; empty if no place is
  public record RecoveredRecord(
      Set<WorkspacePath> made, Set<WorkspacePath> missing, Optional<AppendedRecord> correction) {}

  /// Compares a record with the workspace and corrects it.
  ///
  /// @param since places that later records name: what they say counts
  /// @throws IOException where that can't be recorded
  public RecoveredRecord recover(TraceRecord record, Set<WorkspacePath> since) throws IOException {
    Set<WorkspacePath> made = new TreeSet<>();
    Set<WorkspacePath> missing = new TreeSet<>();
    Set<WorkspacePath> untrue = new HashSet<>();
    List<RecordedChange> leaves = record.leaves(); // a directory above them says nothing
    for (RecordedChange file : record.files()) {
      WorkspacePath path = file.place();
      Optional<WorkspacePath> from = file.formerPlace();
      if (since.contains(path) || from.filter(since::contains).isPresent()) {
        continue;
      }
      boolean came = stands(path, file.after());
      if (came && isVacant(from)) {
        if (leaves.contains(file)) {
          made.add(path);
        }
      } else if (came && from.isPresent() && stands(from.get(), file.before())) {
        made.add(path); // cut off between its two renames
        missing.add(from.get());
        untrue.add(path);
      } else if (stands(from.orElse(path), file.before()) && isVacant(from.map(_ -> path))) {
        missing.add(path);
        untrue.add(path);
      }
    }
    Optional<AppendedRecord> correction =
        untrue.isEmpty()
            ? Optional.empty()
            : transaction.correct(record, untrue, states).map(ChangeTransaction.Correction::record);
    return new RecoveredRecord(made, missing, correction);
  }

  /// Whether a place is as one side of a record says; not where it can't be looked at, as below a
  /// link that stands for a directory now.
  private boolean stands(WorkspacePath place, RecordedChange.RecordedState recorded)
      throws IOException {
    try {
      return compared(place, recorded);
    } catch (FileSystemException _) {
      return false;
    }
  }

  private boolean compared(WorkspacePath place, RecordedChange.RecordedState recorded)
      throws IOException {
    if (recorded.vacant()) {
      return isVacant(Optional.of(place));
    }
    Optional<String> mode = recorded.mode();
    if (mode.isPresent() && !mode.equals(files.mode(place))) {
      return false;
    }
    if (recorded.directory()) {
      return files.exact(place) instanceof FileState.Directory;
    }
    FileState now = files.stateOrLink(place);
    Optional<String> hash = LedgerEntry.hash(now);
    return hash.isPresent()
        && hash.equals(recorded.hash())
        && now instanceof FileState.Link == recorded.link();
  }

  private boolean isVacant(Optional<WorkspacePath> place) throws IOException {
    try {
      return place.isEmpty() || files.exact(place.get()) instanceof FileState.Absent;
    } catch (FileSystemException _) {
      return false;
    }
  }
}
