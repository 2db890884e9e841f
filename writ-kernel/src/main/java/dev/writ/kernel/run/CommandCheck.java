// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.run;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.GateSubject;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.SessionState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Packs and the project's authority allow the command; see [CommandJudge]. A call that runs
/// nothing loads nothing here.
public final class CommandCheck implements GateCheck {
  private final CommandServices services;

  public CommandCheck(CommandServices services) {
    this.services = services;
  }

  @Override
  public String name() {
    return "command";
  }

  @Override
  public Verdict judge(GateSubject subject) throws IOException {
    SessionState state = subject.state();
    boolean asked = state.execution() != ExecutionMode.FULL_AUTONOMOUS;
    List<ApprovalConcern> asks = new ArrayList<>();
    for (Effect effect : subject.proposal().effects()) {
      if (effect instanceof Effect.RunCommand run) {
        Verdict verdict = services.parts().judge().judge(run, CommandStanding.of(state));
        if (verdict instanceof Verdict.Deny) {
          return verdict;
        }
        asks.addAll(verdict.concerns());
        services.parts().judge().history(run).ifPresent(asks::add);
        besideSecret(run).filter(_ -> asked).ifPresent(asks::add);
      }
      Optional<ToolError> held = services.inBackground().flatMap(all -> all.held(effect));
      if (held.isPresent()) {
        return new Verdict.Deny(held.get());
      }
    }
    return Verdict.asking(asks);
  }

  /// A background command sees the workspace itself, in which a hidden file may be replaced by
  /// another one that is not hidden.
  private Optional<ApprovalConcern> besideSecret(Effect.RunCommand run) throws IOException {
    if (run.limits().course() != Effect.RunCommand.RunCourse.PASSING) {
      return Optional.empty();
    }
    Optional<WorkspacePath> beside = services.parts().running().hand().secretBeside(run);
    return beside.map(
        secret ->
            new ApprovalConcern(
                ApprovalConcern.ConcernKind.SECRET,
                DisplayText.place(secret.toString())
                    + " could be read in the background after it is replaced"));
  }
}
