// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.judge.ViewJudge.Verdicts;
import dev.writ.kernel.protection.GitLayout;
import dev.writ.kernel.protection.GitRole;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An unfinished operation of Git, such as a rebase or a merge, that no command of the session
/// began: a person's. Git continues or undoes one in its data, the index and the work tree
/// together, so of a command that touches it nothing counts, or it would be half undone.
///
/// @param place a file of it that the command changed
public record StoppedOperation(WorkspacePath place) {
  /// What a command that would end or continue one is answered.
  ///
  /// @param operation what has stopped, in words
  public static String refusal(String operation) {
    return operation
        + " has stopped here that this session did not begin. It stays as it is, and the command"
        + " did not run: ask the person to end or continue it";
  }

  /// The operation that changes touch, if they do.
  ///
  /// @param own files of those that commands of the session began
  static Optional<StoppedOperation> touched(
      List<ViewDifference> differences, Set<WorkspacePath> own) {
    return differences.stream()
        .filter(one -> one.role() == ViewDifference.Role.GIT && !one.isOnlyDirectory())
        .filter(one -> !one.before().isAbsent() && !own.contains(one.path()))
        .map(ViewDifference::path)
        .filter(path -> GitLayout.role(GitLayout.below(path)) == GitRole.OPERATION)
        .findFirst()
        .map(StoppedOperation::new);
  }

  /// Nothing counts; it is told once.
  Verdicts refusal(List<ViewDifference> differences) {
    return Verdicts.nothing(
        differences,
        place,
        "an operation of Git that this session did not begin has stopped there, so that"
            + " nothing of this command counts; ask the person to end it");
  }
}
