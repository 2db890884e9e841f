// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.command.language.PartResult;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.change.SessionMutations;
import dev.writ.kernel.check.HookTurn;
import dev.writ.kernel.check.RiskCheck;
import dev.writ.kernel.door.CallEvaluation.EvaluationOutcome;
import dev.writ.kernel.door.GateDecision.Sequel;
import dev.writ.kernel.hooks.HookRunner;
import dev.writ.kernel.hooks.SessionHooks;
import dev.writ.kernel.intents.IntentGuard;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.run.CommandSituation;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.PersonQuestion;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.settle.KilledSessionRecovery;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.CallDoor;
import dev.writ.kernel.tool.CallFailure;
import dev.writ.kernel.tool.GateJudgement;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.kernel.tool.LiveOutputRelay;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.OpenAct;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The one door. A call becomes a proposal, every gate is asked in order, the decision is recorded,
/// and only then a warrant is issued, used once and closed.
public final class Gate implements CallDoor {
  /// The number of repeated proposals of a call: for a host, or after a change of a file.
  private static final int MAX_FURTHER_RUNS = 4;

  private final ToolCatalogue catalogue;
  private final CallEvaluator evaluator;
  private final GateSequence gates;
  private final DecisionRecorder records;
  private final IssuedWarrant.WarrantServices warrantServices;
  private final GateServices services;
  private final CallPerformance performance;

  /// The gate's parts besides its checks.
  ///
  /// @param course what happens to what is allowed
  /// @param recovery settles what killed sessions left, before the first call
  record GateServices(
      SecretMasker masker,
      DecisionContext context,
      GovernancePolicy.ExecutionCourse course,
      IntentGuard guard,
      InstantSource clock,
      KilledSessionRecovery recovery) {}

  Gate(
      ToolCatalogue catalogue,
      GateSequence gates,
      ActRecorder acts,
      IssuedWarrant.WarrantServices warrantServices,
      GateServices services) {
    this.catalogue = catalogue;
    this.evaluator = new CallEvaluator(catalogue, gates, warrantServices, services);
    this.gates = gates;
    this.records = new DecisionRecorder(acts, services.masker(), services.context());
    this.warrantServices = warrantServices;
    this.services = services;
    this.performance = new CallPerformance(acts, services.masker());
  }

  /// The checks of every proposal.
  GateSequence gates() {
    return gates;
  }

  /// The tools behind this door.
  public ToolCatalogue catalogue() {
    return catalogue;
  }

  /// The limits between calls.
  public IntentGuard guard() {
    return services.guard();
  }

  /// The session's changes here.
  public SessionMutations mutations() {
    return new SessionMutations(warrantServices.transaction().ledger());
  }

  /// The hooks of sessions and turns.
  public SessionHooks sessionHooks() {
    return new SessionHooks(gates.hooks().dispatcher());
  }

  /// Asks the person something that decides nothing about a call.
  ///
  /// @return the answer; empty where no person can be asked, or gives none
  /// @throws InterruptedException when aborted meanwhile
  public Optional<String> ask(PersonQuestion question, SessionState state)
      throws InterruptedException {
    return gates.approval().reply(question, state.execution());
  }

  /// Judges a call and, if everything holds, performs it. A command that turns out to need a host
  /// is ended; the call is then proposed anew with that host, and judged, asked about and recorded
  /// as a call of its own. So is a change that another process overtook, if no person was asked.
  ///
  /// A defect of Writ, wherever in the door it is, is the call's result. A call that was aborted
  /// after it had begun is answered with what it did, and the thread is interrupted still.
  ///
  /// @param origin where the call comes from, for the records
  /// @throws InterruptedException when aborted before anything was done
  public CallAnswer call(ToolCall call, SessionState state, ActOrigin origin)
      throws InterruptedException {
    return call(call, state, origin, LiveOutput.NOBODY);
  }

  /// The same with a receiver of the command's output while it runs.
  @Override
  public CallAnswer call(ToolCall call, SessionState state, ActOrigin origin, LiveOutput live)
      throws InterruptedException {
    try {
      warrantServices.commands().lookAgain();
      if (state.turn() > 0) { // a model acts
        warrantServices.commands().expectCommand();
      }
      var _ = services.recovery().recover();
      return decideAndPerform(
          new CallRequest(call, state, origin, live, hooks(origin), situation(state)));
    } catch (IOException e) {
      String message = "The call was stopped while Writ settled what a killed session left: ";
      ToolError error = new ToolError(ErrorCode.IO_ERROR, message + e.getMessage());
      return CallAnswer.failed(error, List.of(), call);
    } catch (RuntimeException | Error e) {
      return CallAnswer.failed(
          new CallMasking(services.masker()).error(CallFailure.bug(e)), List.of(), call);
    }
  }

  /// Hooks run if a call is decided, not for a query.
  private HookTurn hooks(ActOrigin origin) {
    return services.course() == GovernancePolicy.ExecutionCourse.PERFORM
        ? new HookTurn.AskedHooks(origin, true)
        : new HookTurn.NoHooks();
  }

  /// Decides and performs a call, and what follows from it.
  private CallAnswer decideAndPerform(CallRequest first) throws InterruptedException {
    CallRequest request = first;
    GateDecision decision = decide(request);
    int further = 0;
    while (!(decision.sequel() instanceof Sequel.NoSequel)) {
      if (decision.sequel() instanceof Sequel.OtherCall(ToolCall other, boolean byHook, var _)) {
        request = request.changedTo(other, byHook, situation(request.state()));
      } else if (decision.sequel() instanceof Sequel.Rest(PartResult result, var _, var heard)) {
        request = request.continued(request.situation().after(result), heard);
        further = 0;
      } else if (further++ == MAX_FURTHER_RUNS) {
        break;
      } else if (decision.sequel() instanceof Sequel.Reaching(List<String> hosts)) {
        request = request.in(request.situation().reaching(hosts));
      }
      GateDecision before = decision;
      try {
        decision = before.then(decide(request));
      } catch (InterruptedException e) {
        if (before.sequel() instanceof Sequel.Reaching || request.situation().isWithinLine()) {
          Thread.currentThread().interrupt();
          return before.answer(); // something ran, until a host was refused or a part had ended
        }
        throw e;
      }
    }
    return decision.answer();
  }

  private CommandSituation situation(SessionState state) {
    return new CommandSituation(
        CommandStanding.of(state), gates.approval().canAsk(state.execution()));
  }

  /// Proposes, judges, asks for consent, writes the receipt, performs.
  private GateDecision decide(CallRequest last) throws InterruptedException {
    CallRequest request = last.underPresentStanding();
    CallEvaluation judged = evaluator.evaluate(request);
    if (judged.outcome() instanceof EvaluationOutcome.DeniedCall(ToolError error)) {
      return new GateDecision(records.denied(request, judged, error));
    }
    if (judged.outcome() instanceof EvaluationOutcome.ChangedCall(Verdict.Change change)) {
      return replaced(request, judged, changedByHook(request.call(), change));
    }
    EvaluationOutcome.AllowedCall allowed = (EvaluationOutcome.AllowedCall) judged.outcome();
    CallConsent consent = CallConsent.of(request, allowed, gates, services.masker());
    CallEvaluation decided = judged.answered(consent.answer());
    if (consent instanceof CallConsent.DeniedConsent(var _, ToolError error)) {
      CallAnswer denied = records.denied(request, decided, error);
      return new GateDecision(supposes(error) ? denied.supposing(allowed.concerns()) : denied);
    }
    if (consent instanceof CallConsent.RevisedConsent(var _, ToolCall other, String note)) {
      return replaced(request, decided, new Sequel.OtherCall(other, false, List.of(note)));
    }
    CallConsent.GivenConsent given = (CallConsent.GivenConsent) consent;
    if (allowed.proposal().runsCommand()
        && request.situation().standing().hasChanged(request.state())) {
      return replaced(request, decided, new Sequel.Again(given.remark()));
    }
    GateDecision decision =
        performs(allowed.proposal())
            ? perform(request, decided, allowed, given)
            : records.dryRun(request, decided).with(allowed.supposed());
    return given.remark().isEmpty() ? decision : decision.noting(given.remark());
  }

  /// Whether an unanswered question is taken as agreed to, without a record that says so.
  private boolean supposes(ToolError error) {
    return services.course() == GovernancePolicy.ExecutionCourse.SIMULATE
        && error.code() == ErrorCode.APPROVAL_UNAVAILABLE;
  }

  private boolean performs(Proposal proposal) {
    return services.course() == GovernancePolicy.ExecutionCourse.PERFORM
        || (services.course() == GovernancePolicy.ExecutionCourse.SIMULATE && !proposal.changes());
  }

  /// Records the decision, then performs it, then records its outcome.
  private GateDecision perform(
      CallRequest request,
      CallEvaluation decided,
      EvaluationOutcome.AllowedCall allowed,
      CallConsent.GivenConsent given)
      throws InterruptedException {
    long began = System.nanoTime();
    Performed performed;
    try {
      performed =
          records.perform(
              request,
              decided,
              open -> {
                decided.risk().ifPresent(risk -> RiskCheck.expose(risk, request.state()));
                IssuedWarrant warrant = warrant(request, allowed.proposal(), given, open);
                ToolResult result = performance.perform(allowed.ready().performer(), warrant, open);
                return new Performed(result, warrant);
              });
    } catch (IOException e) { // of the receipt: a performance throws none
      return new GateDecision(DecisionRecorder.failure(e, request, decided));
    }
    IssuedWarrant warrant = performed.warrant();
    CallAnswer answer =
        new CallAnswer(performed.result(), decided.answers(), warrant.records(), request.call());
    Sequel sequel = warrant.sequel().of(performed.result(), allowed);
    if (!(sequel instanceof Sequel.NoSequel)) {
      return new GateDecision(answer, sequel);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    try {
      return new GateDecision(
          gates
              .hooks()
              .after(
                  allowed.proposal(),
                  answer,
                  new HookRunner.Occasion(request.state(), request.origin(), request.call().id()),
                  took,
                  allowed.heard().notes()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new GateDecision(answer); // it was performed, whatever hooks would have said
    }
  }

  /// A performed call, and the warrant that it used.
  private record Performed(ToolResult result, IssuedWarrant warrant) {}

  private IssuedWarrant warrant(
      CallRequest request, Proposal proposal, CallConsent.GivenConsent given, OpenAct open) {
    SessionState state = request.state();
    LiveOutputRelay relay =
        new LiveOutputRelay(request.live(), services.masker(), LiveOutputRelay.Pace.USUAL);
    var call = new ShownChangesCheck.CommandCall(proposal, state, request.origin(), open.receipt());
    return new IssuedWarrant(
        proposal,
        state,
        request.origin(),
        warrantServices,
        relay,
        performance.ground(given.settling(), gates.approval(), call));
  }

  /// A hook changed the call: what it is now is a proposal of its own.
  private Sequel changedByHook(ToolCall call, Verdict.Change change) {
    List<String> notes = new ArrayList<>();
    notes.add("a hook changed this call's arguments to " + mask(change.arguments()));
    notes.addAll(change.notes());
    return new Sequel.OtherCall(
        new ToolCall(call.id(), call.tool(), change.arguments()), true, notes);
  }

  /// Another proposal takes the place of this one, which is recorded.
  private GateDecision replaced(CallRequest request, CallEvaluation decided, Sequel sequel) {
    GateDecision recorded = records.changed(request, decided);
    return request.state().checking() // it counts as the intent says it, or not at all
            || recorded.answer().result() instanceof ToolResult.Failure
        ? recorded
        : recorded.with(sequel);
  }

  private String mask(String text) {
    return services.masker().mask(text);
  }

  /// The gates' verdict on a call. Without a question, a record or an act.
  ///
  /// @throws InterruptedException when aborted
  public GateJudgement judge(ToolCall call, SessionState state) throws InterruptedException {
    return evaluator.whole(call, state, situation(state));
  }
}
