// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.comparison.PreimageBackup;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.WorkspaceComparison;
import dev.writ.kernel.file.WritableDirectories;
import dev.writ.kernel.judge.ChangeReport;
import dev.writ.kernel.judge.CommandChange;
import dev.writ.kernel.judge.ViewJudge;
import dev.writ.kernel.judge.ViewJudge.Reason;
import dev.writ.kernel.judge.ViewJudge.Refusal;
import dev.writ.kernel.store.OtherChanges;
import dev.writ.kernel.store.OtherWriters;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.UnsettledRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Settles a command's changes in the workspace itself: they are judged like those of a view, every
/// change is recorded, and refused ones are reverted.
final class InPlaceSettlement {
  /// More would delay the answer; further changes are counted and reported.
  static final int MOST_RECORDED = 10_000;

  /// New files outside the intent's scope beyond that stay and are reported. What was there before,
  /// and what is protected or obeyed, is restored however much it is.
  private static final int MOST_REMOVED = 1_000;

  private static final int MOST_NAMED = 5;

  private static final Refusal REPOSITORY = new Refusal(Reason.PROTECTED, "a new repository");

  private final CommandChange change;
  private final OtherWriters others;
  private final EarlierRecords earlier;
  private final Function<WorkspaceComparison, ViewJudge> judges;
  private final ChangeReport report = new ChangeReport();
  private final Set<WorkspacePath> lost = new TreeSet<>();
  private boolean stands;

  /// @param others who else writes since the command began
  /// @param judges makes the judge of changes
  InPlaceSettlement(
      CommandChange change, OtherWriters others, Function<WorkspaceComparison, ViewJudge> judges) {
    this(change, others, judges, EarlierRecords.NONE);
  }

  /// @param earlier what was recorded of the command before
  InPlaceSettlement(
      CommandChange change,
      OtherWriters others,
      Function<WorkspaceComparison, ViewJudge> judges,
      EarlierRecords earlier) {
    this.earlier = earlier;
    this.change = change;
    this.others = others;
    this.judges = judges;
  }

  /// Whether the command alone can have changed something, and changes nothing any more: it was
  /// confined, and none of its processes is left.
  ///
  /// @param report how it ended; empty where it was aborted, with all its processes
  static boolean mayPutBack(boolean confined, Optional<CommandReport> report) {
    return confined && report.map(CommandReport::allEnded).orElse(true);
  }

  /// After it ran.
  ///
  /// @param mayPutBack whether only the command can have made the changes
  /// @throws IOException where the changes can't be recorded
  void settle(WorkspaceComparison comparison, boolean mayPutBack)
      throws IOException, InterruptedException {
    try (comparison) {
      settleOpen(comparison, mayPutBack);
    }
  }

  private void settleOpen(WorkspaceComparison comparison, boolean mayPutBack)
      throws IOException, InterruptedException {
    earlier.all().forEach(report::add);
    for (WorkspacePath one : comparison.movedBack()) {
      report.note(ChangeReport.shown(one) + " was moved; Writ moved it back, with its objects");
    }
    for (WorkspacePath one : comparison.renamed()) {
      report.note(ChangeReport.shown(one) + " had a name that is not UTF-8; Writ renamed it");
    }
    OtherChanges theirs = others.changes(ledgers(comparison));
    theirs.report().forEach(report::failed);
    JudgedPlaces judged = JudgedPlaces.of(comparison, theirs, judges);
    List<ViewDifference> differences = judged.differences();
    ViewJudge.Verdicts verdicts = judged.verdicts();
    if (differences.isEmpty()) {
      return;
    }
    List<ViewDifference> files =
        verdicts.accepted().stream().filter(ViewDifference::isRecorded).toList();
    verdicts.notes().stream().map(DisplayText::line).forEach(report::note);
    Set<WorkspacePath> accepted = new HashSet<>();
    verdicts.accepted().forEach(difference -> accepted.add(difference.path()));
    List<ViewDifference> refused =
        differences.stream().filter(difference -> !accepted.contains(difference.path())).toList();
    stands = !accepted.isEmpty() || (!mayPutBack && !refused.isEmpty());
    if (mayPutBack) {
      record(comparison, files, report::changed);
      takeBack(comparison, refused, verdicts.refused());
    } else {
      // What can't be undone is recorded first: then it is the last one to stop an undo.
      Map<Boolean, List<ViewDifference>> stay =
          refused.stream()
              .collect(Collectors.partitioningBy(d -> isForGood(verdicts.refused().get(d.path()))));
      record(comparison, stay.getOrDefault(true, List.of()), _ -> {});
      record(comparison, files, report::changed);
      record(comparison, stay.getOrDefault(false, List.of()), _ -> {});
      verdicts.refused().forEach((path, refusal) -> report.refused(path, refusal, ""));
    }
    for (ViewDifference difference : verdicts.accepted()) {
      comparison.cleanse(difference);
    }
    tellLost();
  }

  /// The changed ledgers of projects below, each with its former length.
  private static Map<WorkspacePath, Long> ledgers(WorkspaceComparison comparison) {
    return comparison.differences().stream()
        .filter(d -> d.path().toString().endsWith("/" + Ledger.PATH))
        .collect(Collectors.toMap(ViewDifference::path, d -> d.before().stamp().size()));
  }

  /// A bound that costs a person something is told at once, not only by undo.
  private void tellLost() {
    if (!lost.isEmpty()) {
      int more = lost.size() - MOST_NAMED;
      String names =
          lost.stream()
              .limit(MOST_NAMED)
              .map(ChangeReport::shown)
              .collect(Collectors.joining(", "));
      report.note(
          "undo cannot restore what was in %s%s before: it was not kept (%s)"
              .formatted(names, more > 0 ? " and " + more + " more" : "", PreimageBackup.bounds()));
    }
  }

  private List<FileChange> changes(WorkspaceComparison comparison, List<ViewDifference> batch)
      throws IOException, InterruptedException {
    List<FileChange> all = comparison.changes(batch);
    for (FileChange one : all) {
      if (one.before() instanceof FileState.Unusable(ToolError error)
          && error.code() == ErrorCode.IO_ERROR) {
        lost.add(one.path());
      }
    }
    return all;
  }

  static Map<WorkspacePath, List<FileChange>> byPlace(List<FileChange> changes) {
    return changes.stream().collect(Collectors.groupingBy(FileChange::path));
  }

  /// If not all can be recorded, what was there before is.
  ///
  /// @param tells receives the changes of each record
  private void record(
      WorkspaceComparison comparison, List<ViewDifference> places, Consumer<List<FileChange>> tells)
      throws IOException, InterruptedException {
    List<ViewDifference> recorded =
        places.stream()
            .sorted(Comparator.comparing((ViewDifference d) -> d.before().isAbsent()))
            .limit(MOST_RECORDED)
            .sorted(Comparator.comparing(ViewDifference::path))
            .toList();
    int left = places.size() - recorded.size();
    if (left > 0) {
      report.note(
          left + " more places were changed; they have no records and undo cannot restore them");
    }
    for (List<ViewDifference> batch : ChangeReport.batches(recorded)) {
      List<FileChange> all = changes(comparison, batch);
      List<FileChange> fresh = all.stream().filter(one -> earlier.of(one).isEmpty()).toList();
      if (!fresh.isEmpty()) {
        report.add(change.record(fresh));
      }
      tells.accept(all);
    }
  }

  private void takeBack(
      WorkspaceComparison comparison,
      List<ViewDifference> refused,
      Map<WorkspacePath, Refusal> reasons)
      throws IOException, InterruptedException {
    List<ViewDifference> inOrder = new ArrayList<>(refused);
    inOrder.sort(new RestoreOrder());
    Set<WorkspacePath> discarded = new HashSet<>();
    try (WritableDirectories _ = comparison.opened(refused)) {
      discard(comparison, refused, reasons, discarded);
    }
    inOrder.removeIf(d -> discarded.stream().anyMatch(d.path()::within));
    List<ViewDifference> restored = new ArrayList<>();
    List<ViewDifference> left = new ArrayList<>();
    int came = 0;
    for (ViewDifference one : inOrder) {
      boolean bounded = one.before().isAbsent() && isForeign(reasons.get(one.path()));
      came += bounded ? 1 : 0;
      (bounded && came > MOST_REMOVED ? left : restored).add(one);
    }
    try (WritableDirectories _ = comparison.opened(restored)) {
      restore(comparison, restored.stream().filter(d -> !RestoreOrder.isLast(d)).toList(), reasons);
    }
    restore(comparison, restored.stream().filter(RestoreOrder::isLast).toList(), reasons);
    if (!left.isEmpty()) {
      stands = true;
      record(comparison, left, _ -> {});
      report.failed(left.size() + " more new places, which were not removed");
    }
  }

  private static boolean isForeign(@Nullable Refusal refusal) {
    return refusal != null && refusal.reason() == Reason.SCOPE;
  }

  private void discard(
      WorkspaceComparison comparison,
      List<ViewDifference> refused,
      Map<WorkspacePath, Refusal> reasons,
      Set<WorkspacePath> discarded) {
    for (ViewDifference difference : refused) {
      if (difference.isNewRepository() && discard(comparison, difference)) {
        discarded.add(difference.path());
        Refusal refusal = reasons.getOrDefault(difference.path(), REPOSITORY);
        report.refused(difference.path(), refusal, outcome("removed", refusal));
      }
    }
    for (ViewDifference difference : refused) {
      Refusal refusal = reasons.get(difference.path());
      boolean unfit = refusal != null && refusal.reason() == Reason.KIND;
      boolean whole = (unfit && difference.isNewDirectory()) || difference.isNewAndUndecoded();
      if (whole && discard(comparison, difference)) {
        discarded.add(difference.path());
        if (refusal != null) {
          report.refused(difference.path(), refusal, outcome("removed", refusal));
        }
      }
    }
  }

  private void restore(
      WorkspaceComparison comparison,
      List<ViewDifference> inOrder,
      Map<WorkspacePath, Refusal> reasons)
      throws IOException, InterruptedException {
    for (List<ViewDifference> batch : ChangeReport.batches(inOrder)) {
      Map<WorkspacePath, List<FileChange>> changes = byPlace(readable(comparison, batch));
      for (ViewDifference difference : batch) {
        List<FileChange> own = changes.getOrDefault(difference.path(), List.of());
        boolean back = restoreAll(own);
        stands |= !back;
        Refusal refusal = reasons.get(difference.path());
        if (refusal != null) {
          report.refused(difference.path(), refusal, back ? outcome("restored", refusal) : "");
        }
        if (difference.isGoneRepository()) {
          report.note(
              ChangeReport.shown(difference.path())
                  + " was removed with its objects: they are gone, Writ kept only the rest");
        }
      }
    }
  }

  /// The changes of places, without those that can't be read: they are told, and the others go on.
  private List<FileChange> readable(WorkspaceComparison comparison, List<ViewDifference> batch)
      throws InterruptedException {
    try {
      return changes(comparison, batch);
    } catch (IOException e) {
      if (batch.size() > 1) {
        List<FileChange> each = new ArrayList<>();
        for (ViewDifference one : batch) {
          each.addAll(readable(comparison, List.of(one)));
        }
        return each;
      }
      String place = ChangeReport.shown(batch.getFirst().path());
      report.failed(place + " could not be restored: " + e.getMessage());
      return List.of();
    }
  }

  private static String outcome(String done, Refusal refusal) {
    return refusal.words().equals(Refusal.PROTECTED)
        ? " (%s)".formatted(done)
        : " (%s: %s)".formatted(done, refusal.words());
  }

  /// Removes a new directory, with what is in it, whatever its depth.
  ///
  /// @return whether it is gone
  private static boolean discard(WorkspaceComparison comparison, ViewDifference directory) {
    try {
      comparison.discard(directory);
      return true;
    } catch (IOException _) {
      return false; // its places are restored one by one, as far as they can be
    }
  }

  /// Records changes and restores what was there before.
  ///
  /// @return whether all of it is as before
  private boolean restoreAll(List<FileChange> changes) throws IOException {
    boolean back = true;
    for (FileChange one : changes.reversed()) {
      Optional<AppendedRecord> known = earlier.of(one);
      AppendedRecord record = known.isPresent() ? known.get() : change.record(List.of(one));
      if (known.isEmpty()) {
        report.add(record);
      }
      back = back && restore(one, record);
    }
    return back;
  }

  /// Whether an undo may be unable to bring back what was there before: Writ protects the place, or
  /// can't name it.
  private static boolean isForGood(@Nullable Refusal refusal) {
    return refusal != null
        && (refusal.reason() == Reason.KIND || refusal.reason() == Reason.PROTECTED);
  }

  /// @return whether the place is as before
  private boolean restore(FileChange one, AppendedRecord record) throws UnsettledRecordException {
    if (one.before() instanceof FileState.Unusable) {
      return false; // what was there is not known
    }
    try {
      return switch (change.takeBack(one.back(), record)) {
        case ChangeTransaction.MutationOutcome.RecordedMutation(AppendedRecord undone) -> {
          report.add(undone);
          yield true;
        }
        case ChangeTransaction.MutationOutcome.RefusedMutation _ ->
            false; // another program was faster: its change remains
      };
    } catch (UnsettledRecordException e) {
      throw e; // the note stays, and the next start compares again
    } catch (IOException e) {
      report.failed(ChangeReport.shown(one.path()) + " could not be restored: " + e.getMessage());
      return false;
    }
  }

  /// Whether any change of the command is still in the workspace.
  boolean stands() {
    return stands;
  }

  /// The outcome.
  ChangeReport report() {
    return report;
  }
}
