// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.run;

import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.GateSubject;
import java.util.Optional;

/// Denies commands that are never allowed. Asked before the gates of its paths: that the
/// command is never allowed is the more helpful answer. A call that runs nothing loads nothing
/// here.
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
  public Verdict judge(GateSubject subject) {
    for (Effect effect : subject.proposal().effects()) {
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
