// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.command.language.PartResult;
import dev.writ.kernel.approval.ApprovalCheck.Agreement;
import dev.writ.kernel.approval.ApprovalCheck.Settling;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.change.SessionMutations;
import dev.writ.kernel.check.RiskCheck;
import dev.writ.kernel.door.GateDecision.Sequel;
import dev.writ.kernel.door.GateEvaluation.HookTurn;
import dev.writ.kernel.door.GateEvaluation.Request;
import dev.writ.kernel.hooks.HookCheck;
import dev.writ.kernel.hooks.SessionHooks;
import dev.writ.kernel.intents.IntentGuard;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.run.CommandSituation;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.PersonQuestion;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.settle.ViewRecovery;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.CallDoor;
import dev.writ.kernel.tool.CallFailure;
import dev.writ.kernel.tool.GateJudgement;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.kernel.tool.LiveOutputRelay;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.GateAnswer;
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
  private final GateEvaluation evaluation;
  private final GateSequence gates;
  private final DecisionRecorder records;
  private final IssuedWarrant.Services warrantServices;
  private final Services services;
  private final CallPerformance performance;

  /// The gate's parts besides its checks.
  ///
  /// @param course what happens to what is allowed
  /// @param recovery settles what killed sessions left, before the first call
  record Services(
      SecretMasker masker,
      DecisionContext context,
      GovernancePolicy.Course course,
      IntentGuard guard,
      InstantSource clock,
      ViewRecovery recovery) {}

  Gate(
      ToolCatalogue catalogue,
      GateSequence gates,
      ActRecorder acts,
      IssuedWarrant.Services warrantServices,
      Services services) {
    this.catalogue = catalogue;
    this.evaluation = new GateEvaluation(catalogue, gates, warrantServices, services);
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
      return decideAndPerform(new Request(call, state, origin, live));
    } catch (IOException e) {
      String message = "The leftovers of a killed session cannot be settled, so nothing was done: ";
      ToolError error = new ToolError(ErrorCode.IO_ERROR, message + e.getMessage());
      return CallAnswer.failed(error, List.of(), call);
    } catch (RuntimeException | Error e) {
      return CallAnswer.failed(
          new CallMasking(services.masker()).error(CallFailure.bug(e)), List.of(), call);
    }
  }

  /// Decides and performs a call, and what follows from it.
  private CallAnswer decideAndPerform(Request first) throws InterruptedException {
    Request request = first;
    CommandSituation situation = situation(request.state());
    GateDecision decision = decide(request, situation);
    int further = 0;
    while (!(decision.sequel() instanceof Sequel.None)) {
      if (decision.sequel() instanceof Sequel.Changed(ToolCall other, boolean byHook, var _)) {
        request = request.changedTo(other, byHook);
        situation = situation(request.state());
      } else if (decision.sequel() instanceof Sequel.Rest(PartResult result, var _, var heard)) {
        request = request.hearing(heard);
        situation = situation.after(result);
        further = 0;
      } else if (further++ == MAX_FURTHER_RUNS) {
        break;
      } else if (decision.sequel() instanceof Sequel.Reaching(List<String> hosts)) {
        situation = situation.reaching(hosts);
      }
      GateDecision before = decision;
      try {
        decision = before.then(decide(request, situation));
      } catch (InterruptedException e) {
        if (before.sequel() instanceof Sequel.Reaching || situation.isWithinLine()) {
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

  private GateDecision decide(Request request, CommandSituation last) throws InterruptedException {
    final SessionState state = request.state();
    final CommandSituation situation = last.under(CommandStanding.of(state));
    GateEvaluation.Evaluation evaluated =
        evaluation.begin(request.call(), state, situation, hookTurn(request));
    AuditSubject subject =
        evaluated.subject(request.call(), request.origin(), situation.standing());
    List<GateAnswer> answers = new ArrayList<>(evaluated.judgement().gates());
    if (!(evaluated.proposed() instanceof ToolCatalogue.Proposed.Ready ready)
        || evaluated.judgement().refused().isPresent()) {
      ToolError error = evaluated.judgement().refused().orElseThrow();
      return new GateDecision(records.denied(error, subject, answers, request));
    }
    if (evaluated.ruling().updated().isPresent()) {
      return changed(request, evaluated.ruling(), subject, answers);
    }
    List<ApprovalConcern> concerns = evaluated.judgement().asks();
    String comment = "";
    Settling settling = Settling.AT_ONCE;
    if (concerns.isEmpty()) {
      answers.add(GateAnswer.pass(gates.approval().name()));
    } else {
      switch (gates.agreement(
          ready.proposal(), state, concerns, hookTurn(request).map(HookTurn::occasion))) {
        case Agreement.Given(String how, String said, Settling when) -> {
          answers.add(GateAnswer.approved(gates.approval().name(), how));
          comment = mask(said);
          settling = when;
        }
        case Agreement.Refused(ToolError error) -> {
          answers.add(GateAnswer.deny(gates.approval().name(), error));
          CallAnswer denied = records.denied(error, subject, answers, request);
          boolean supposed =
              services.course() == GovernancePolicy.Course.SIMULATE
                  && error.code() == ErrorCode.APPROVAL_UNAVAILABLE;
          return new GateDecision(supposed ? denied.supposing(concerns) : denied);
        }
        // A part of the line that has run would run again.
        case Agreement.Revised(var _, String text) when situation.isWithinLine() -> {
          String wanted = "The person wants instead of the rest of the line: " + mask(text);
          ToolError error = new ToolError(ErrorCode.APPROVAL_REJECTED, wanted);
          answers.add(GateAnswer.deny(gates.approval().name(), error));
          return new GateDecision(records.denied(error, subject, answers, request));
        }
        case Agreement.Revised(Approver.Editable was, String text) -> {
          ToolCall call = was.changed(ready.proposal().call(), text);
          return changed(request, call, subject, answers);
        }
      }
    }
    String remark = comment.isBlank() ? "" : "The person agreed and said: " + comment;
    if (ready.proposal().runsCommand() && situation.standing().hasChanged(state)) {
      return changed(request, new Sequel.Again(remark), subject, answers);
    }
    GateDecision decision =
        performs(ready.proposal())
            ? performUnderWarrant(request, ready, evaluated, subject, answers, settling)
            : records.unperformed(request, subject, answers, "dry_run").with(evaluated.supposed());
    return remark.isEmpty() ? decision : decision.noting(remark);
  }

  private boolean performs(Proposal proposal) {
    return services.course() == GovernancePolicy.Course.PERFORM
        || (services.course() == GovernancePolicy.Course.SIMULATE && !proposal.changes());
  }

  /// Records the decision, then performs it, then records its outcome.
  private GateDecision performUnderWarrant(
      Request request,
      ToolCatalogue.Proposed.Ready ready,
      GateEvaluation.Evaluation evaluated,
      AuditSubject subject,
      List<GateAnswer> answers,
      Settling settling)
      throws InterruptedException {
    SessionState state = request.state();
    Proposal proposal = ready.proposal();
    long began = System.nanoTime();
    Performed performed;
    try {
      performed =
          records.perform(
              subject,
              answers,
              state,
              open -> {
                RiskCheck.expose(evaluated.risk().orElseThrow(), state);
                IssuedWarrant warrant = warrant(request, proposal, settling, open);
                ToolResult result = performance.perform(ready.performer(), warrant, open);
                return new Performed(result, warrant);
              });
    } catch (IOException e) { // of the receipt: a performance throws none
      return new GateDecision(DecisionRecorder.failure(e, answers, request));
    }
    IssuedWarrant warrant = performed.warrant();
    CallAnswer answer =
        new CallAnswer(performed.result(), answers, warrant.records(), request.call());
    Sequel sequel = warrant.sequel().of(performed.result(), evaluated);
    if (!(sequel instanceof Sequel.None)) {
      return new GateDecision(answer, sequel);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    try {
      return new GateDecision(
          gates
              .hooks()
              .after(proposal, answer, request.occasion(), took, evaluated.ruling().notes()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new GateDecision(answer); // it was performed, whatever hooks would have said
    }
  }

  /// A performed call, and the warrant that it used.
  private record Performed(ToolResult result, IssuedWarrant warrant) {}

  private IssuedWarrant warrant(
      Request request, Proposal proposal, Settling settling, OpenAct open) {
    SessionState state = request.state();
    LiveOutputRelay relay =
        new LiveOutputRelay(request.live(), services.masker(), LiveOutputRelay.Pace.USUAL);
    var call = new ShownChangesCheck.Call(proposal, state, request.origin(), open.receipt());
    return new IssuedWarrant(
        proposal,
        state,
        request.origin(),
        warrantServices,
        relay,
        performance.ground(settling, gates.approval(), call));
  }

  /// Hooks run if a call is decided, not for a query.
  private Optional<HookTurn> hookTurn(Request request) {
    return services.course() != GovernancePolicy.Course.PERFORM
        ? Optional.empty()
        : Optional.of(new HookTurn(request.occasion(), !request.changed(), request.heard()));
  }

  /// A hook changed the call: what it is now is a proposal of its own.
  private GateDecision changed(
      Request request, HookCheck.Ruling ruling, AuditSubject subject, List<GateAnswer> answers) {
    ToolCall other = ruling.updated().orElseThrow();
    List<String> notes = new ArrayList<>();
    notes.add("a hook changed this call's arguments to " + mask(other.arguments()));
    notes.addAll(ruling.notes());
    return changed(request, new Sequel.Changed(other, true, notes), subject, answers);
  }

  /// A person changed the call.
  private GateDecision changed(
      Request request, ToolCall other, AuditSubject subject, List<GateAnswer> answers) {
    String arguments = mask(other.arguments());
    answers.add(GateAnswer.changed(gates.approval().name(), arguments));
    String note = "The person changed this call to " + arguments;
    return changed(request, new Sequel.Changed(other, false, List.of(note)), subject, answers);
  }

  private GateDecision changed(
      Request request, Sequel sequel, AuditSubject subject, List<GateAnswer> answers) {
    GateDecision recorded = records.unperformed(request, subject, answers, "changed");
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
    return evaluation.whole(call, state, situation(state));
  }
}
