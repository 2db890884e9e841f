// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.approval.ApprovalCheck;
import dev.writ.kernel.approval.ApprovalCheck.Agreement;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.change.SessionMutations;
import dev.writ.kernel.check.ContainmentCheck;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.LockCheck;
import dev.writ.kernel.check.ModeCheck;
import dev.writ.kernel.check.RiskCheck;
import dev.writ.kernel.check.ScopeCheck;
import dev.writ.kernel.door.GateDecision.Sequel;
import dev.writ.kernel.door.GateEvaluation.Request;
import dev.writ.kernel.hooks.HookCheck;
import dev.writ.kernel.hooks.SessionHooks;
import dev.writ.kernel.intents.IntentCheck;
import dev.writ.kernel.intents.IntentGuard;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.run.CommandCheck;
import dev.writ.kernel.run.CommandSituation;
import dev.writ.kernel.run.DenylistCheck;
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
import dev.writ.records.audit.AuditLog;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.audit.Receipt;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The one door. A call becomes a proposal, every gate is asked in order, the decision is recorded,
/// and only then a warrant is issued, used once and closed. Every gate is a constructor parameter:
/// none can be left out.
public final class Gate implements CallDoor {
  /// How often a call is proposed anew: for the sake of a host, or because a file changed.
  private static final int MAX_FURTHER_RUNS = 4;

  private final ToolCatalogue catalogue;
  private final GateEvaluation deliberation;
  private final HookCheck hooks;
  private final ApprovalCheck approval;
  private final AuditLog audit;
  private final IssuedWarrant.Performing performing;
  private final Surroundings surroundings;
  private final CallPerformance performance;

  /// What the gate needs besides its checks.
  ///
  /// @param course what happens to what is allowed
  /// @param recovery settles what killed sessions left, before the first call
  record Surroundings(
      SecretMasker masker,
      DecisionContext circumstances,
      GovernancePolicy.Course course,
      IntentGuard work,
      InstantSource clock,
      ViewRecovery recovery) {}

  Gate(
      ToolCatalogue catalogue,
      ModeCheck mode,
      IntentCheck intent,
      DenylistCheck denylist,
      ContainmentCheck containment,
      ScopeCheck scope,
      CommandCheck command,
      LockCheck lock,
      HookCheck hooks,
      RiskCheck risk,
      ApprovalCheck approval,
      AuditLog audit,
      IssuedWarrant.Performing performing,
      Surroundings surroundings) {
    this.catalogue = catalogue;
    List<GateCheck> checks = List.of(mode, intent, denylist, containment, scope, command, lock);
    this.deliberation =
        new GateEvaluation(catalogue, checks, hooks, risk, approval, performing, surroundings);
    this.hooks = hooks;
    this.approval = approval;
    this.audit = audit;
    this.performing = performing;
    this.surroundings = surroundings;
    this.performance = new CallPerformance(audit, surroundings.masker());
  }

  /// The tools behind this door.
  public ToolCatalogue catalogue() {
    return catalogue;
  }

  /// What is to be kept to between calls.
  public IntentGuard work() {
    return surroundings.work();
  }

  /// What was changed here.
  public SessionMutations mutations() {
    return new SessionMutations(performing.scribe().ledger());
  }

  /// The hooks of sessions and turns.
  public SessionHooks sessionHooks() {
    return new SessionHooks(hooks.desk());
  }

  /// Asks the person something that decides nothing about a call.
  ///
  /// @return the answer; empty where nobody can be asked, or gives none
  /// @throws InterruptedException when aborted meanwhile
  public Optional<String> ask(PersonQuestion inquiry, SessionState standing)
      throws InterruptedException {
    return approval.reply(inquiry, standing.execution());
  }

  /// Judges a call and, if everything holds, performs it. A command that turns out to need a host
  /// is ended; the call is then proposed anew with that host, and judged, asked about and recorded
  /// as a call of its own. So is a change that another process overtook, if nobody was asked.
  ///
  /// @param origin where the call comes from, for the records
  /// A defect of Writ, wherever in the door it is, is the call's result.
  /// A call that was aborted after it had begun is answered with what it did, and the thread is
  /// interrupted still.
  ///
  /// @throws InterruptedException when aborted before anything was done
  public CallAnswer call(ToolCall call, SessionState standing, ActOrigin origin)
      throws InterruptedException {
    return call(call, standing, origin, LiveOutput.NOBODY);
  }

  /// The same with somebody who looks on while a command runs.
  @Override
  public CallAnswer call(ToolCall call, SessionState standing, ActOrigin origin, LiveOutput live)
      throws InterruptedException {
    try {
      var _ = surroundings.recovery().recover();
      return settled(new Request(call, standing, origin, live, false));
    } catch (IOException e) {
      String message =
          "What a session that was killed left can't be settled, so nothing was done: ";
      return unjudged(new ToolError(ErrorCode.IO_ERROR, message + e.getMessage()));
    } catch (RuntimeException | Error e) {
      return unjudged(masking().error(CallFailure.bug(e)));
    }
  }

  private static CallAnswer unjudged(ToolError error) {
    List<GateAnswer> none = List.of();
    return new CallAnswer(new ToolResult.Failure(error), none, List.of(), List.of());
  }

  /// Decides and performs a call, and what follows from it.
  private CallAnswer settled(Request first) throws InterruptedException {
    Request request = first;
    CommandSituation situation = situation(request.standing());
    GateDecision decided = decided(request, situation);
    int further = 0;
    while (!(decided.sequel() instanceof Sequel.None)) {
      if (decided.sequel() instanceof Sequel.Changed(ToolCall other, boolean byHook, var _)) {
        request = request.changedTo(other, byHook);
        situation = situation(request.standing());
      } else if (further++ == MAX_FURTHER_RUNS) {
        break;
      } else if (decided.sequel() instanceof Sequel.Reaching(List<String> hosts)) {
        situation = situation.reaching(hosts);
      }
      GateDecision before = decided;
      try {
        decided = before.then(decided(request, situation));
      } catch (InterruptedException e) {
        if (before.sequel() instanceof Sequel.Reaching) {
          Thread.currentThread().interrupt();
          return before.answered(); // the command ran, until it was refused a host
        }
        throw e;
      }
    }
    return decided.answered();
  }

  private CommandSituation situation(SessionState standing) {
    return new CommandSituation(
        standing.execution(), approval.canAsk(standing.execution()), List.of());
  }

  private GateDecision decided(Request request, CommandSituation situation)
      throws InterruptedException {
    final SessionState standing = request.standing();
    GateEvaluation.Considered considered =
        deliberation.considered(request.call(), standing, situation, asking(request));
    AuditSubject docket = considered.docket(request.call(), request.origin());
    List<GateAnswer> answers = new ArrayList<>(considered.judgement().gates());
    if (!(considered.proposed() instanceof ToolCatalogue.Proposed.Ready ready)
        || considered.judgement().refused().isPresent()) {
      ToolError error = considered.judgement().refused().orElseThrow();
      return new GateDecision(denied(error, docket, answers, standing));
    }
    if (considered.ruling().updated().isPresent()) {
      return changed(request, considered.ruling(), docket, answers);
    }
    List<ApprovalConcern> concerns = considered.judgement().asks();
    if (concerns.isEmpty()) {
      answers.add(GateAnswer.pass(approval.name()));
    } else {
      switch (agreed(ready.proposal(), request, concerns)) {
        case Agreement.Given(String how) -> answers.add(GateAnswer.approved(approval.name(), how));
        case Agreement.Refused(ToolError error) -> {
          answers.add(GateAnswer.deny(approval.name(), error));
          CallAnswer denied = denied(error, docket, answers, standing);
          boolean supposed =
              surroundings.course() == GovernancePolicy.Course.SIMULATE
                  && error.code() == ErrorCode.APPROVAL_UNAVAILABLE;
          return new GateDecision(supposed ? denied.supposing(concerns) : denied);
        }
        case Agreement.Revised(Approver.Editable was, String text) -> {
          ToolCall call = was.changed(ready.proposal().call(), text);
          return changed(request, call, docket, answers);
        }
      }
    }
    return performs(ready.proposal())
        ? warranted(request, ready, considered, docket, answers)
        : unperformed(request, docket, answers, "dry_run");
  }

  private boolean performs(Proposal proposal) {
    return surroundings.course() == GovernancePolicy.Course.PERFORM
        || (surroundings.course() == GovernancePolicy.Course.SIMULATE && !proposal.changes());
  }

  /// Records the decision, then performs it.
  private GateDecision warranted(
      Request request,
      ToolCatalogue.Proposed.Ready ready,
      GateEvaluation.Considered considered,
      AuditSubject docket,
      List<GateAnswer> answers)
      throws InterruptedException {
    SessionState standing = request.standing();
    AuditLog.Written receipt;
    try {
      receipt = audit.receipt(receipt(docket, answers, standing));
    } catch (IOException e) {
      return new GateDecision(unrecorded(e, answers, docket));
    }
    RiskCheck.expose(considered.risk().orElseThrow(), standing);
    LiveOutputRelay relay =
        new LiveOutputRelay(request.live(), surroundings.masker(), LiveOutputRelay.Pace.USUAL);
    Proposal proposal = ready.proposal();
    IssuedWarrant warrant =
        new IssuedWarrant(proposal, standing, request.origin(), performing, relay, receipt.id());
    long began = System.nanoTime();
    ToolResult result = performance.perform(ready.performer(), receipt, warrant);
    CallAnswer answered = new CallAnswer(result, answers, warrant.records(), docket.effects());
    Sequel sequel = warrant.sequel(considered.judgement().asks().isEmpty());
    if (!(sequel instanceof Sequel.None)) {
      return new GateDecision(answered, sequel);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    try {
      return new GateDecision(
          hooks.after(proposal, answered, request.occasion(), took, considered.ruling().notes()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new GateDecision(answered); // it was performed, whatever hooks would have said
    }
  }

  /// Records a decision for which nothing is done.
  private GateDecision unperformed(
      Request request, AuditSubject docket, List<GateAnswer> answers, String code) {
    try {
      AuditLog.Written receipt = audit.receipt(receipt(docket, answers, request.standing()));
      performance.outcome(
          receipt, new AuditLog.Outcome(code, Optional.empty(), Duration.ZERO, List.of()));
    } catch (IOException e) {
      return new GateDecision(unrecorded(e, answers, docket));
    }
    return new GateDecision(
        new CallAnswer(
            AuditSubject.dryRun(docket.effects()), answers, List.of(), docket.effects()));
  }

  /// Hooks are run where a call is decided, not where somebody only wants to know.
  private Optional<GateEvaluation.Asking> asking(Request request) {
    return surroundings.course() != GovernancePolicy.Course.PERFORM
        ? Optional.empty()
        : Optional.of(new GateEvaluation.Asking(request.occasion(), !request.changed()));
  }

  /// A hook changed the call: what it is now is a proposal of its own.
  private GateDecision changed(
      Request request, HookCheck.Ruling ruling, AuditSubject docket, List<GateAnswer> answers) {
    ToolCall other = ruling.updated().orElseThrow();
    List<String> notes = new ArrayList<>();
    notes.add("a hook changed this call's arguments to " + masked(other.arguments()));
    notes.addAll(ruling.notes());
    return changed(request, new Sequel.Changed(other, true, notes), docket, answers);
  }

  /// A person changed the call.
  private GateDecision changed(
      Request request, ToolCall other, AuditSubject docket, List<GateAnswer> answers) {
    String arguments = masked(other.arguments());
    answers.add(GateAnswer.changed(approval.name(), arguments));
    String note = "The person changed this call to " + arguments;
    return changed(request, new Sequel.Changed(other, false, List.of(note)), docket, answers);
  }

  private GateDecision changed(
      Request request, Sequel.Changed sequel, AuditSubject docket, List<GateAnswer> answers) {
    GateDecision recorded = unperformed(request, docket, answers, "changed");
    return request.standing().checking() // it counts as the intent says it, or not at all
            || recorded.answered().result() instanceof ToolResult.Failure
        ? recorded
        : recorded.with(sequel);
  }

  private String masked(String text) {
    return surroundings.masker().mask(text);
  }

  private CallMasking masking() {
    return new CallMasking(surroundings.masker());
  }

  /// What the gates would say of a call. Nobody is asked, nothing is recorded, nothing happens.
  ///
  /// @throws InterruptedException when aborted
  public GateJudgement judge(ToolCall call, SessionState standing) throws InterruptedException {
    return deliberation
        .considered(call, standing, situation(standing), Optional.empty())
        .judgement();
  }

  private Agreement agreed(Proposal proposal, Request request, List<ApprovalConcern> concerns)
      throws InterruptedException {
    try {
      Optional<ToolError> objection =
          surroundings.course() == GovernancePolicy.Course.PERFORM
              ? hooks.permission(proposal, request.occasion(), ApprovalConcern.words(concerns))
              : Optional.empty();
      return objection.isPresent()
          ? new Agreement.Refused(objection.get())
          : approval.ask(proposal, request.standing(), concerns);
    } catch (RuntimeException | Error e) {
      return new Agreement.Refused(CallFailure.bug(e));
    }
  }

  private CallAnswer denied(
      ToolError error, AuditSubject docket, List<GateAnswer> answers, SessionState standing) {
    try {
      audit.receipt(receipt(docket, answers, standing));
    } catch (IOException e) {
      return unrecorded(e, answers, docket);
    }
    return new CallAnswer(
        new ToolResult.Failure(masking().error(error)), answers, List.of(), docket.effects());
  }

  private static CallAnswer unrecorded(
      IOException e, List<GateAnswer> answers, AuditSubject docket) {
    ToolResult failure =
        ToolResult.failed(
            ErrorCode.AUDIT_UNAVAILABLE,
            "The decision can't be recorded, so nothing was done: " + e.getMessage());
    return new CallAnswer(failure, answers, List.of(), docket.effects());
  }

  private Receipt receipt(AuditSubject docket, List<GateAnswer> answers, SessionState standing) {
    return new Receipt(
        docket.origin(),
        docket.digest(),
        masking().subject(docket.subject()),
        answers,
        surroundings.circumstances().of(standing, docket, answers));
  }
}
