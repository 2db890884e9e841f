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
import dev.writ.kernel.store.OtherChanges;
import dev.writ.records.change.FileChange;
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
  /// @param theirs what others changed meanwhile
  static JudgedPlaces of(
      WorkspaceComparison comparison,
      OtherChanges theirs,
      Function<WorkspaceComparison, ViewJudge> judges)
      throws InterruptedException {
    List<ViewDifference> differences =
        comparison.differences().stream().filter(d -> !areData(d, theirs)).toList();
    try {
      differences = real(comparison, differences, theirs);
      return new JudgedPlaces(differences, judges.apply(comparison).judge(differences));
    } catch (IOException | RuntimeException e) {
      String why = "it cannot be judged: " + DisplayText.line(String.valueOf(e.getMessage()));
      Refusal refusal = new Refusal(Reason.PROTECTED, why);
      Map<WorkspacePath, Refusal> refused = new HashMap<>();
      differences.forEach(difference -> refused.put(difference.path(), refusal));
      return new JudgedPlaces(differences, new ViewJudge.Verdicts(List.of(), refused, List.of()));
    }
  }

  private static boolean areData(ViewDifference one, OtherChanges theirs) {
    boolean plain = one.after().isFile() || one.after().isDirectory() || one.after().isAbsent();
    return plain && theirs.areData(one.path(), one.before().isAbsent());
  }

  /// Without what has the same content as before, and what others recorded meanwhile.
  private static List<ViewDifference> real(
      WorkspaceComparison comparison, List<ViewDifference> all, OtherChanges theirs)
      throws IOException, InterruptedException {
    List<ViewDifference> doubtful =
        all.stream()
            .filter(d -> theirs.mayHave(d.path()) || isAlike(d))
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
        } else if (theirs.have(own.getLast())) {
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
