// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.check;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.policy.WorkMode;

/// The mode of work allows the tool, and writing where a change or a command says that it writes.
public final class ModeCheck implements GateCheck {
  @Override
  public String name() {
    return "mode";
  }

  @Override
  public Verdict judge(GateSubject subject) {
    Proposal proposal = subject.proposal();
    WorkMode mode = subject.state().mode();
    if (!mode.allowed().contains(proposal.effectClass())) {
      return new Verdict.Deny(
          ErrorCode.TOOL_NOT_ALLOWED_IN_MODE,
          "The mode '%s' does not offer %s".formatted(mode.name(), proposal.call().tool()));
    }
    for (Effect effect : proposal.effects()) {
      for (PathLocation location : effect.owned()) {
        if (location instanceof PathLocation.Inside inside
            && !mode.writable().owns(inside.path())) {
          return new Verdict.Deny(
              ErrorCode.TOOL_NOT_ALLOWED_IN_MODE,
              "The mode '%s' may not write %s".formatted(mode.name(), inside.path()));
        }
      }
    }
    return Verdict.PASS;
  }
}
