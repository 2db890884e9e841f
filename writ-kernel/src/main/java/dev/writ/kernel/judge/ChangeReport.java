// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.judge.ViewJudge.Refusal;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.AppendedRecord;
import java.util.ArrayList;
import java.util.List;

/// The outcome for a command's changes, in records and in words, in a view or in the workspace.
public final class ChangeReport {
  /// How many changes are held in memory at a time, and become one record.
  private static final int BATCH_FILES = 200;

  private static final long BATCH_BYTES = 32L << 20;

  private final List<AppendedRecord> records = new ArrayList<>();
  private final List<String> changed = new ArrayList<>();
  private final List<String> foreign = new ArrayList<>();
  private final List<CommandReport.MissedChange> unapplied = new ArrayList<>();
  private final List<String> guarded = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /// The differences in the same order, as many together as may be held in memory.
  public static List<List<ViewDifference>> batches(List<ViewDifference> all) {
    List<List<ViewDifference>> batches = new ArrayList<>();
    List<ViewDifference> batch = new ArrayList<>();
    long bytes = 0;
    for (ViewDifference difference : all) {
      if (batch.isEmpty() || batch.size() >= BATCH_FILES || bytes >= BATCH_BYTES) {
        batch = new ArrayList<>();
        batches.add(batch);
        bytes = 0;
      }
      batch.add(difference);
      bytes += difference.before().stamp().size() + difference.after().stamp().size();
    }
    return batches;
  }

  /// A record was written.
  public void add(AppendedRecord record) {
    records.add(record);
  }

  /// Something was changed, and recorded.
  ///
  /// @param batch in order of places
  public void changed(List<FileChange> batch) {
    for (int i = 0; i < batch.size(); i++) {
      FileChange one = batch.get(i);
      // Of a directory that came for its files, the files say enough.
      boolean implied =
          one.before() instanceof FileState.Absent
              && one.after() instanceof FileState.Directory
              && i + 1 < batch.size()
              && batch.get(i + 1).path().within(one.path());
      if (!implied) {
        changed.add(words(one));
      }
    }
  }

  /// The report about these changes is wrong.
  public void withdraw(List<FileChange> made) {
    made.forEach(one -> changed.remove(words(one)));
  }

  private static String words(FileChange one) {
    return one.kind().past() + " " + shown(one.path());
  }

  /// A change was refused.
  ///
  /// @param outcome what became of it, in words; may be empty
  public void refused(WorkspacePath path, Refusal refusal, String outcome) {
    if (refusal.told()) {
      String words = shown(path) + outcome;
      switch (refusal.reason()) {
        case PROTECTED -> guarded.add(words);
        case STALE -> unapplied(ErrorCode.STALE_FILE, words);
        case SCOPE, KIND -> foreign.add(words);
      }
    }
  }

  /// A change that was permitted isn't there.
  ///
  /// @param code [ErrorCode#STALE_FILE] or [ErrorCode#IO_ERROR]
  public void unapplied(ErrorCode code, String words) {
    unapplied.add(new CommandReport.MissedChange(code, words));
  }

  /// Something went wrong with a place, or with the records.
  public void failed(String words) {
    foreign.add(words);
  }

  /// Something else that is to be known.
  public void note(String words) {
    notes.add(words);
  }

  /// A line of its own is what no name may make of a list.
  public static String shown(WorkspacePath path) {
    return DisplayText.line(path.toString());
  }

  /// The resulting records.
  public List<AppendedRecord> records() {
    return records;
  }

  /// Further facts, one per line.
  public List<String> notes() {
    return notes;
  }

  /// All of it, in words.
  public List<String> words() {
    List<String> all = new ArrayList<>(changed);
    all.addAll(foreign);
    unapplied.forEach(one -> all.add(one.words()));
    all.addAll(guarded);
    all.addAll(notes);
    return all;
  }

  /// The applied changes and the omitted ones.
  public CommandReport.ReportedChanges changes() {
    return new CommandReport.ReportedChanges(changed, foreign, unapplied, guarded);
  }

  /// The report of a command that has really changed all of it.
  public CommandReport in(CommandReport report) {
    CommandReport fuller =
        report.with(
            new CommandReport.ReportedChanges(changed, foreign, unapplied, List.of()), guarded);
    for (String note : notes) {
      fuller = fuller.noting(note);
    }
    return fuller;
  }
}
