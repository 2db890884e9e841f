// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.JudgedChanges;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.ViewDifference.Role;
import dev.writ.kernel.judge.ViewJudge.Verdicts;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.secret.HeldText;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A file of another name to which Git gave what a secret file says, or said in its history: Git
/// sees tracked ones, and any reader would see the copy.
record SecretCopy(WorkspacePath place) {
  /// The first of them, if there is one. What a file had in a commit before is no copy.
  ///
  /// @param values what secret files say that the command doesn't name
  static Optional<SecretCopy> among(
      List<ViewDifference> differences, JudgedChanges view, GitViewJudge git, List<String> values)
      throws IOException {
    for (ViewDifference one : differences) {
      if (mayHold(one) && holds(one, view, git, values)) {
        return Optional.of(new SecretCopy(one.path()));
      }
    }
    return Optional.empty();
  }

  private static boolean mayHold(ViewDifference one) {
    return one.role() != Role.GIT
        && one.after().isFile()
        && one.after().stamp().size() <= WorkspaceRoot.MAX_FILE_BYTES
        && !ProtectedNames.isSecret(one.path());
  }

  private static boolean holds(
      ViewDifference one, JudgedChanges view, GitViewJudge git, List<String> values)
      throws IOException {
    byte[] bytes = view.bytesAfter(one).orElse(new byte[0]);
    HeldText after = HeldText.of(bytes);
    List<String> held = values.stream().filter(after::holds).toList();
    if (held.isEmpty() && !after.showsSecrets()) {
      return false;
    }
    HeldText before = HeldText.of(view.bytesBefore(one.path()).orElse(new byte[0]));
    return (after.showsSecrets() || !held.stream().allMatch(before::holds))
        && !git.had(one.path(), bytes);
  }

  /// Nothing counts, so that no work tree differs from its commit; it is told once.
  Verdicts refusal(List<ViewDifference> differences) {
    return Verdicts.nothing(
        differences,
        place,
        "it would hold what a secret file says, so that nothing of this command counts; if"
            + " the command needs that file, name it in 'secrets', and a person is asked");
  }
}
