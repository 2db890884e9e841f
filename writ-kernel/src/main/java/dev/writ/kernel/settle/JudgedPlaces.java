// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.WorkspaceComparison;
import dev.writ.kernel.judge.ChangeReport;
import dev.writ.kernel.judge.ViewJudge;
import dev.writ.kernel.judge.ViewJudge.Reason;
import dev.writ.kernel.judge.ViewJudge.Refusal;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.LedgerEntry;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// What a command changed in the workspace itself, and what of it is allowed.
///
/// @param differences what it changed
record JudgedPlaces(List<ViewDifference> differences, ViewJudge.Verdicts verdicts) {
  /// Judges what was changed. What can't be judged is not allowed: a place that nobody can read
  /// must not save the others.
  ///
  /// @param theirs what others recorded meanwhile
  static JudgedPlaces of(
      WorkspaceComparison comparison,
      Set<String> theirs,
      Function<WorkspaceComparison, ViewJudge> judges)
      throws InterruptedException {
    List<ViewDifference> differences = comparison.differences();
    try {
      differences = real(comparison, theirs);
      return new JudgedPlaces(differences, judges.apply(comparison).judge(differences));
    } catch (IOException | RuntimeException e) {
      String why = "it cannot be judged: " + DisplayText.line(String.valueOf(e.getMessage()));
      Refusal refusal = new Refusal(Reason.PROTECTED, why);
      Map<WorkspacePath, Refusal> refused = new HashMap<>();
      differences.forEach(difference -> refused.put(difference.path(), refusal));
      return new JudgedPlaces(differences, new ViewJudge.Verdicts(List.of(), refused, List.of()));
    }
  }

  /// Without what has the same content as before, and what others recorded meanwhile.
  private static List<ViewDifference> real(WorkspaceComparison comparison, Set<String> theirs)
      throws IOException, InterruptedException {
    List<ViewDifference> all = comparison.differences();
    List<ViewDifference> doubtful =
        all.stream()
            .filter(d -> !theirs.isEmpty() || isAlike(d))
            .limit(InPlaceSettlement.MOST_RECORDED)
            .toList();
    Set<WorkspacePath> unreal = new HashSet<>();
    for (List<ViewDifference> batch : ChangeReport.batches(doubtful)) {
      Map<WorkspacePath, List<FileChange>> changes =
          InPlaceSettlement.byPlace(comparison.changes(batch));
      for (ViewDifference one : batch) {
        List<FileChange> own = changes.getOrDefault(one.path(), List.of());
        if (own.isEmpty()) {
          comparison.cleanse(one);
          unreal.add(one.path());
        } else if (theirs.contains(
            LedgerEntry.hash(own.getLast().after()).orElse("") + " " + one.path())) {
          unreal.add(one.path());
        }
      }
    }
    return all.stream().filter(d -> !unreal.contains(d.path())).toList();
  }

  /// Whether only contents can show that a change happened.
  private static boolean isAlike(ViewDifference one) {
    return one.before().isLeaf()
        && one.after().isLeaf()
        && one.before().permissions() == one.after().permissions()
        && one.before().stamp().size() == one.after().stamp().size();
  }
}
