// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.judge.ViewJudge.Reason;
import dev.writ.kernel.judge.ViewJudge.Refusal;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.protection.ObeyedName;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// The places that no command changes, whatever the intent owns: protected ones, and those that
/// programs obey.
///
/// @param obeyed finds the obeyed name that makes a change ask
/// @param unfitForLinks whether a link's target would be obeyed at a place
public record PlaceGuard(
    Function<WorkspacePath, Optional<ObeyedName>> obeyed, Predicate<WorkspacePath> unfitForLinks) {
  /// Why a place stays as it is, if it does.
  ///
  /// @param link whether a link would stand there
  Optional<Refusal> refusal(WorkspacePath path, boolean link) {
    if (ProtectedNames.isProtected(path)) {
      return Optional.of(new Refusal(Reason.PROTECTED, Refusal.PROTECTED));
    }
    if (link && unfitForLinks.test(path)) {
      return Optional.of(
          new Refusal(Reason.PROTECTED, "programs would obey what this link leads to"));
    }
    return obeyed
        .apply(path)
        .map(
            name ->
                new Refusal(
                    Reason.PROTECTED, name.program() + " obeys it, so a person must agree"));
  }
}
