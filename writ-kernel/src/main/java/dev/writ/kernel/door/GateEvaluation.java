// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.command.language.PartResult;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.RiskCheck;
import dev.writ.kernel.door.GateDecision.Sequel;
import dev.writ.kernel.hooks.HookCheck;
import dev.writ.kernel.hooks.HookRunner;
import dev.writ.kernel.run.CommandSituation;
import dev.writ.kernel.run.ConfinedView;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.CallFailure;
import dev.writ.kernel.tool.GateJudgement;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes a proposal of a call and asks the gates in order. The first denial ends it; what they ask
/// is collected.
final class GateEvaluation {
  private final ToolCatalogue catalogue;
  private final GateSequence gates;
  private final IssuedWarrant.Services warrantServices;
  private final Gate.Services services;

  GateEvaluation(
      ToolCatalogue catalogue,
      GateSequence gates,
      IssuedWarrant.Services warrantServices,
      Gate.Services services) {
    this.catalogue = catalogue;
    this.gates = gates;
    this.warrantServices = warrantServices;
    this.services = services;
  }

  /// A call with all that doesn't change while it is decided.
  ///
  /// @param changed whether a hook has changed it
  /// @param heard the hooks' answers about a line of which parts have run: they are asked about it
  ///     once
  record Request(
      ToolCall call,
      SessionState state,
      ActOrigin origin,
      LiveOutput live,
      boolean changed,
      Optional<HookCheck.Ruling> heard) {
    Request(ToolCall call, SessionState state, ActOrigin origin, LiveOutput live) {
      this(call, state, origin, live, false, Optional.empty());
    }

    HookRunner.Occasion occasion() {
      return new HookRunner.Occasion(state, origin, call.id());
    }

    Request changedTo(ToolCall other, boolean byHook) {
      return new Request(other, state, origin, live, changed || byHook, Optional.empty());
    }

    Request hearing(HookCheck.Ruling ruling) {
      return new Request(call, state, origin, live, changed, Optional.of(ruling));
    }
  }

  /// For whom hooks are asked.
  ///
  /// @param mayChange whether a hook may still change the call
  /// @param heard what they have said of it already
  record HookTurn(
      HookRunner.Occasion occasion, boolean mayChange, Optional<HookCheck.Ruling> heard) {}

  /// A call that the gates have considered.
  record Evaluation(
      ToolCatalogue.Proposed proposed,
      Optional<RiskCheck.Risk> risk,
      HookCheck.Ruling ruling,
      GateJudgement judgement) {
    AuditSubject subject(ToolCall call, ActOrigin origin, CommandStanding standing) {
      return proposed instanceof ToolCatalogue.Proposed.Ready ready
          ? AuditSubject.of(ready.proposal(), risk, origin, standing)
          : AuditSubject.unparsed(call, origin);
    }

    /// Whether it would run, and something of its line is still to come.
    boolean isPart() {
      return judgement.refused().isEmpty()
          && ruling.updated().isEmpty()
          && judgement.proposal().filter(Evaluation::isPart).isPresent();
    }

    private static boolean isPart(Proposal proposal) {
      return proposal.effects().stream()
          .anyMatch(
              effect -> effect instanceof Effect.RunCommand run && run.limits().course().isPart());
    }

    /// The continuation if it does not run.
    Sequel supposed() {
      return isPart() ? new Sequel.Rest(PartResult.UNKNOWN, "", ruling) : new Sequel.None();
    }
  }

  /// Evaluates a call. Of a line that runs in parts nothing is run if a later part would be
  /// refused, whatever the parts before it print.
  ///
  /// @param asking for whom hooks are asked; empty where they are not
  Evaluation begin(
      ToolCall call, SessionState state, CommandSituation situation, Optional<HookTurn> asking)
      throws InterruptedException {
    Evaluation first = evaluate(call, state, situation, asking);
    if (!first.isPart() || situation.isWithinLine()) {
      return first;
    }
    Evaluation last = rest(call, state, situation).getLast();
    return last.judgement().refused().isPresent() ? last : first;
  }

  /// The gates' verdict on a call with all its parts.
  GateJudgement whole(ToolCall call, SessionState state, CommandSituation situation)
      throws InterruptedException {
    Evaluation first = evaluate(call, state, situation, Optional.empty());
    GateJudgement judged = first.judgement();
    if (first.isPart()) {
      for (Evaluation part : rest(call, state, situation)) {
        judged = judged.with(part.judgement());
      }
    }
    return judged;
  }

  /// The parts of a line behind its first, up to one that is refused.
  private List<Evaluation> rest(ToolCall call, SessionState state, CommandSituation first)
      throws InterruptedException {
    List<Evaluation> parts = new ArrayList<>();
    CommandSituation situation = first;
    do {
      situation = situation.after(PartResult.UNKNOWN);
      parts.add(evaluate(call, state, situation, Optional.empty()));
    } while (parts.getLast().isPart());
    return parts;
  }

  private Evaluation evaluate(
      ToolCall call, SessionState state, CommandSituation situation, Optional<HookTurn> asking)
      throws InterruptedException {
    ToolCatalogue.Proposed proposed = propose(call, situation);
    if (!(proposed instanceof ToolCatalogue.Proposed.Ready ready)) {
      ToolError error = ((ToolCatalogue.Proposed.Refused) proposed).error();
      return new Evaluation(
          proposed,
          Optional.empty(),
          HookCheck.Ruling.PASS,
          new GateJudgement(
              List.of(GateAnswer.deny("proposal", error)),
              Optional.empty(),
              List.of(),
              Optional.of(error)));
    }
    return judge(ready, state, asking);
  }

  private Evaluation judge(
      ToolCatalogue.Proposed.Ready ready, SessionState state, Optional<HookTurn> asking)
      throws InterruptedException {
    Proposal proposal = ready.proposal();
    Assessment assessment = assess(proposal, state);
    Optional<RiskCheck.Risk> assessed = assessment.risk();
    List<GateAnswer> answers = new ArrayList<>(List.of(GateAnswer.pass("proposal")));
    List<ApprovalConcern> asks = new ArrayList<>();
    HookCheck.Ruling ruling = HookCheck.Ruling.PASS;
    for (GateCheck check : gates.checks()) {
      Verdict verdict = judge(check, proposal, state);
      answers.add(GateAnswer.of(check.name(), verdict));
      if (verdict instanceof Verdict.Deny(ToolError error)) {
        return new Evaluation(ready, assessed, ruling, deny(answers, proposal, error));
      }
      asks.addAll(concerns(verdict));
    }
    ruling = askHooks(proposal, asking);
    answers.add(ruling.answer(gates.hooks().name()));
    if (ruling.verdict() instanceof Verdict.Deny(ToolError error)) {
      return new Evaluation(ready, assessed, ruling, deny(answers, proposal, error));
    }
    asks.addAll(concerns(ruling.verdict()));
    Verdict risky = assessment.verdict();
    answers.add(GateAnswer.of(gates.risk().name(), risky));
    if (risky instanceof Verdict.Deny(ToolError error)) {
      return new Evaluation(ready, assessed, ruling, deny(answers, proposal, error));
    }
    asks.addAll(concerns(risky));
    if (printsSecret(proposal, asks)) {
      ToolError error =
          new ToolError(
              ErrorCode.COMMAND_UNSUPPORTED,
              "A substitution would put a secret into the command line, which records"
                  + " and screens show",
              "give the program the file that holds it");
      answers.set(answers.size() - 1, GateAnswer.deny(gates.risk().name(), error));
      return new Evaluation(ready, assessed, ruling, deny(answers, proposal, error));
    }
    return new Evaluation(ready, assessed, ruling, collectConcerns(answers, proposal, state, asks));
  }

  /// The findings of gate 9, which the records of every decision contain.
  ///
  /// @param risk empty where a defect kept it from being assessed, which the verdict says
  private record Assessment(Optional<RiskCheck.Risk> risk, Verdict verdict) {}

  private Assessment assess(Proposal proposal, SessionState state) {
    try {
      RiskCheck.Risk assessed = gates.risk().assess(proposal, state);
      return new Assessment(Optional.of(assessed), gates.risk().judge(assessed));
    } catch (RuntimeException | Error e) {
      return new Assessment(Optional.empty(), new Verdict.Deny(CallFailure.bug(e)));
    }
  }

  /// The acts that gates 1 to 9 allow, with the reasons why a person must agree.
  private GateJudgement collectConcerns(
      List<GateAnswer> answers, Proposal proposal, SessionState state, List<ApprovalConcern> asks) {
    try {
      List<ApprovalConcern> concerns = gates.approval().concerns(proposal, state, asks);
      return new GateJudgement(answers, Optional.of(proposal), concerns, Optional.empty());
    } catch (RuntimeException | Error e) {
      ToolError error = CallFailure.bug(e);
      answers.add(GateAnswer.deny(gates.approval().name(), error));
      return deny(answers, proposal, error);
    }
  }

  private static boolean printsSecret(Proposal proposal, List<ApprovalConcern> asks) {
    return asks.stream().anyMatch(concern -> concern.kind() == ApprovalConcern.Kind.SECRET)
        && proposal.effects().getFirst() instanceof Effect.RunCommand run
        && run.limits().course() == Effect.RunCommand.Course.SUBSTITUTION;
  }

  private static GateJudgement deny(List<GateAnswer> answers, Proposal proposal, ToolError error) {
    return new GateJudgement(answers, Optional.of(proposal), List.of(), Optional.of(error));
  }

  private HookCheck.Ruling askHooks(Proposal proposal, Optional<HookTurn> asking)
      throws InterruptedException {
    if (asking.isEmpty() || asking.get().heard().isPresent()) {
      return asking.flatMap(HookTurn::heard).orElse(HookCheck.Ruling.PASS);
    }
    try {
      return gates.hooks().judge(proposal, asking.get().occasion(), asking.get().mayChange());
    } catch (RuntimeException | Error e) {
      return new HookCheck.Ruling(
          new Verdict.Deny(CallFailure.bug(e)), Optional.empty(), List.of());
    }
  }

  private ToolCatalogue.Proposed propose(ToolCall call, CommandSituation situation)
      throws InterruptedException {
    try {
      return catalogue.propose(call, view(situation));
    } catch (ClosedByInterruptException _) {
      throw CallFailure.aborted();
    } catch (IOException e) {
      return new ToolCatalogue.Proposed.Refused(CallFailure.of(e));
    } catch (RuntimeException | Error e) {
      return new ToolCatalogue.Proposed.Refused(CallFailure.bug(e));
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

  private static Verdict judge(GateCheck check, Proposal proposal, SessionState state)
      throws InterruptedException {
    try {
      return check.judge(proposal, state);
    } catch (ClosedByInterruptException _) {
      throw CallFailure.aborted();
    } catch (IOException e) {
      return new Verdict.Deny(CallFailure.of(e));
    } catch (RuntimeException | Error e) {
      return new Verdict.Deny(CallFailure.bug(e));
    }
  }

  private static List<ApprovalConcern> concerns(Verdict verdict) {
    return verdict instanceof Verdict.Ask ask ? ask.concerns() : List.of();
  }
}
