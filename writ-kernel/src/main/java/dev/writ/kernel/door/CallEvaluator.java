// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import dev.writ.command.language.PartResult;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.check.HookTurn;
import dev.writ.kernel.run.CommandSituation;
import dev.writ.kernel.run.ConfinedView;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.CallFailure;
import dev.writ.kernel.tool.GateJudgement;
import dev.writ.kernel.tool.ToolCatalogue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Has a proposal made of a call and judged by the gates, with the later parts of its line.
///
/// @param services the door's
record CallEvaluator(
    ToolCatalogue catalogue,
    GateSequence gates,
    IssuedWarrant.WarrantServices warrantServices,
    Gate.GateServices services) {

  /// Evaluates a call. Of a line that runs in parts nothing is run if a later part would be
  /// refused, whatever the parts before it print.
  CallEvaluation evaluate(CallRequest request) throws InterruptedException {
    CommandSituation situation = request.situation();
    CallEvaluation first = evaluate(request.call(), request.state(), situation, request.hooks());
    if (!first.isPart() || situation.isWithinLine()) {
      return first;
    }
    CallEvaluation last = rest(request.call(), request.state(), situation).getLast();
    return last.isDenied() ? last : first;
  }

  /// The gates' verdict on a call with all its parts.
  GateJudgement whole(ToolCall call, SessionState state, CommandSituation situation)
      throws InterruptedException {
    CallEvaluation first = evaluate(call, state, situation, new HookTurn.NoHooks());
    GateJudgement judged = first.judgement();
    if (first.isPart()) {
      for (CallEvaluation part : rest(call, state, situation)) {
        judged = judged.with(part.judgement());
      }
    }
    return judged;
  }

  /// The parts of a line behind its first, up to one that is refused.
  private List<CallEvaluation> rest(ToolCall call, SessionState state, CommandSituation first)
      throws InterruptedException {
    List<CallEvaluation> parts = new ArrayList<>();
    CommandSituation situation = first;
    do {
      situation = situation.after(PartResult.UNKNOWN);
      parts.add(evaluate(call, state, situation, new HookTurn.NoHooks()));
    } while (parts.getLast().isPart());
    return parts;
  }

  private CallEvaluation evaluate(
      ToolCall call, SessionState state, CommandSituation situation, HookTurn hooks)
      throws InterruptedException {
    ToolCatalogue.Proposed proposed = propose(call, situation);
    return proposed instanceof ToolCatalogue.Proposed.ReadyProposal ready
        ? gates.judge(ready, state, hooks)
        : CallEvaluation.refused((ToolCatalogue.Proposed.RefusedProposal) proposed);
  }

  private ToolCatalogue.Proposed propose(ToolCall call, CommandSituation situation)
      throws InterruptedException {
    try {
      return catalogue.propose(call, view(situation));
    } catch (IOException e) {
      return new ToolCatalogue.Proposed.RefusedProposal(CallFailure.beforeAct(e));
    } catch (RuntimeException | Error e) {
      return new ToolCatalogue.Proposed.RefusedProposal(CallFailure.bug(e));
    }
  }

  private ConfinedView view(CommandSituation situation) {
    return new ConfinedView(
        warrantServices.hands(),
        warrantServices.commands(),
        situation,
        services.masker(),
        services.clock());
  }
}
