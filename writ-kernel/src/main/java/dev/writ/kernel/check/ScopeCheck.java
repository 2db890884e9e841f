// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.check;

import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentKind;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.session.SessionState;

/// Every written path is in the intent's owned scope.
public final class ScopeCheck implements GateCheck {
  @Override
  public String name() {
    return "scope";
  }

  @Override
  public Verdict judge(GateSubject subject) {
    for (Effect effect : subject.proposal().effects()) {
      for (PathLocation location : effect.owned()) {
        if (location instanceof PathLocation.Inside at
            && scope(at, subject.state()) instanceof Verdict.Deny denied) {
          return denied;
        }
      }
    }
    return Verdict.PASS;
  }

  private static Verdict scope(PathLocation.Inside at, SessionState state) {
    if (!(state.declaration() instanceof SessionDeclaration.Under(IntentKind _, Intent intent))) {
      return new Verdict.Deny(
          ErrorCode.INTENT_REQUIRED, "No intent is declared, so nothing may be written");
    }
    if (intent.scope().owns(at.path())) {
      return Verdict.PASS;
    }
    return new Verdict.Deny(
        new ToolError(
            ErrorCode.SCOPE_VIOLATION,
            "Scope Violation: %s is not authorized to edit %s"
                .formatted(intent.id(), DisplayText.named(at.path())),
            "Request scope expansion or choose a valid intent"));
  }
}
