// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.Verdict;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentKind;
import java.util.List;

/// Gate 5: every written path is in the intent's owned scope.
final class ScopeCheck implements Check {
  @Override
  public String name() {
    return "scope";
  }

  @Override
  public Verdict judge(Proposal proposal, Standing standing) {
    for (Effect effect : proposal.effects()) {
      List<Location> written =
          effect instanceof Mutation mutation ? mutation.owned() : effect.writes();
      for (Location location : written) {
        if (location instanceof Location.Inside at
            && scope(at, standing) instanceof Verdict.Deny denied) {
          return denied;
        }
      }
    }
    return Verdict.PASS;
  }

  private static Verdict scope(Location.Inside at, Standing standing) {
    if (!(standing.declaration() instanceof Declaration.Under(IntentKind _, Intent intent))) {
      return new Verdict.Deny(
          ErrorCode.INTENT_REQUIRED, "Nothing is declared, so nothing may be written");
    }
    if (intent.scope().owns(at.path())) {
      return Verdict.PASS;
    }
    return new Verdict.Deny(
        new ToolError(
            ErrorCode.SCOPE_VIOLATION,
            "Scope Violation: %s is not authorized to edit %s".formatted(intent.id(), at.path()),
            "Request scope expansion or choose a valid intent"));
  }
}
