// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.run;

import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.session.SessionState;
import java.util.Optional;

/// The first part of gate 6, asked before gate 4: that a command is never allowed is the answer
/// that helps, where its paths lie another matter. Of a call that runs nothing it loads nothing.
public final class DenylistCheck implements GateCheck {
  private final CommandServices services;

  public DenylistCheck(CommandServices services) {
    this.services = services;
  }

  @Override
  public String name() {
    return "denylist";
  }

  @Override
  public Verdict judge(Proposal proposal, SessionState state) {
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.RunCommand run) {
        Optional<ToolError> barred = services.parts().judge().barred(run.line(), run.directory());
        if (barred.isPresent()) {
          return new Verdict.Deny(barred.get());
        }
      }
    }
    return Verdict.PASS;
  }
}
