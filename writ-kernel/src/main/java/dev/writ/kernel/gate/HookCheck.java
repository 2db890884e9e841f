// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.Verdict;

/// Gate 8: users' hooks. No configuration can name any yet, so there is nobody to object.
final class HookCheck implements Check {
  @Override
  public String name() {
    return "hooks";
  }

  @Override
  public Verdict judge(Proposal proposal, Standing standing) {
    return Verdict.PASS;
  }
}
