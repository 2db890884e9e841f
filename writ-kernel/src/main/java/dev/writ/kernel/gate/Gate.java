// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.gate;

import dev.writ.kernel.audit.AuditLog;
import dev.writ.kernel.audit.Receipt;
import dev.writ.kernel.call.Concern;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.GateAnswer;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.ApprovalCheck.Agreement;
import dev.writ.kernel.gate.Decided.Sequel;
import dev.writ.kernel.gate.Deliberation.Request;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.policy.Masker;
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

  private final Catalogue catalogue;
  private final Deliberation deliberation;
  private final HookCheck hooks;
  private final ApprovalCheck approval;
  private final AuditLog audit;
  private final Granted.Performing performing;
  private final Surroundings surroundings;
  private final CallPerformance performance;

  /// What the gate needs besides its checks.
  ///
  /// @param course what happens to what is allowed
  /// @param recovery settles what killed sessions left, before the first call
  record Surroundings(
      Masker masker,
      Circumstances circumstances,
      Policy.Course course,
      Work work,
      InstantSource clock,
      ViewRecovery recovery) {}

  Gate(
      Catalogue catalogue,
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
      Granted.Performing performing,
      Surroundings surroundings) {
    this.catalogue = catalogue;
    this.deliberation =
        new Deliberation(
            catalogue,
            List.of(mode, intent, denylist, containment, scope, command, lock),
            hooks,
            risk,
            approval,
            performing,
            surroundings);
    this.hooks = hooks;
    this.approval = approval;
    this.audit = audit;
    this.performing = performing;
    this.surroundings = surroundings;
    this.performance = new CallPerformance(audit, surroundings.masker());
  }

  /// The tools behind this door.
  public Catalogue catalogue() {
    return catalogue;
  }

  /// What is to be kept to between calls.
  public Work work() {
    return surroundings.work();
  }

  /// What was changed here.
  public Mutations mutations() {
    return new Mutations(performing.scribe().ledger());
  }

  /// The hooks of sessions and turns.
  public SessionHooks sessionHooks() {
    return new SessionHooks(hooks.desk());
  }

  /// Asks the person something that decides nothing about a call.
  ///
  /// @return the answer; empty where nobody can be asked, or gives none
  /// @throws InterruptedException when aborted meanwhile
  public Optional<String> ask(Inquiry inquiry, Standing standing) throws InterruptedException {
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
  public Answered call(ToolCall call, Standing standing, Origin origin)
      throws InterruptedException {
    return call(call, standing, origin, LiveOutput.NOBODY);
  }

  /// The same with somebody who looks on while a command runs.
  @Override
  public Answered call(ToolCall call, Standing standing, Origin origin, LiveOutput live)
      throws InterruptedException {
    try {
      var _ = surroundings.recovery().recover();
      return settled(new Request(call, standing, origin, live, false));
    } catch (IOException e) {
      String message =
          "What a session that was killed left can't be settled, so nothing was done: ";
      return unjudged(new ToolError(ErrorCode.IO_ERROR, message + e.getMessage()));
    } catch (RuntimeException | Error e) {
      return unjudged(masking().error(Trouble.bug(e)));
    }
  }

  private static Answered unjudged(ToolError error) {
    List<GateAnswer> none = List.of();
    return new Answered(new ToolResult.Failure(error), none, List.of(), List.of());
  }

  /// Decides and performs a call, and what follows from it.
  private Answered settled(Request first) throws InterruptedException {
    Request request = first;
    Situation situation = situation(request.standing());
    Decided decided = decided(request, situation);
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
      Decided before = decided;
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

  private Situation situation(Standing standing) {
    return new Situation(
        standing.execution(), approval.canAsk(standing.execution()), List.of());
  }

  private Decided decided(Request request, Situation situation) throws InterruptedException {
    final Standing standing = request.standing();
    Deliberation.Considered considered =
        deliberation.considered(request.call(), standing, situation, asking(request));
    Docket docket = considered.docket(request.call(), request.origin());
    List<GateAnswer> answers = new ArrayList<>(considered.judgement().gates());
    if (!(considered.proposed() instanceof Catalogue.Proposed.Ready ready)
        || considered.judgement().refused().isPresent()) {
      ToolError error = considered.judgement().refused().orElseThrow();
      return new Decided(denied(error, docket, answers, standing));
    }
    if (considered.ruling().updated().isPresent()) {
      return changed(request, considered.ruling(), docket, answers);
    }
    List<Concern> concerns = considered.judgement().asks();
    if (concerns.isEmpty()) {
      answers.add(GateAnswer.pass(approval.name()));
    } else {
      switch (agreed(ready.proposal(), request, concerns)) {
        case Agreement.Given(String how) -> answers.add(GateAnswer.approved(approval.name(), how));
        case Agreement.Refused(ToolError error) -> {
          answers.add(GateAnswer.deny(approval.name(), error));
          Answered denied = denied(error, docket, answers, standing);
          boolean supposed =
              surroundings.course() == Policy.Course.SIMULATE
                  && error.code() == ErrorCode.APPROVAL_UNAVAILABLE;
          return new Decided(supposed ? denied.supposing(concerns) : denied);
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
    return surroundings.course() == Policy.Course.PERFORM
        || (surroundings.course() == Policy.Course.SIMULATE && !proposal.changes());
  }

  /// Records the decision, then performs it.
  private Decided warranted(
      Request request,
      Catalogue.Proposed.Ready ready,
      Deliberation.Considered considered,
      Docket docket,
      List<GateAnswer> answers)
      throws InterruptedException {
    Standing standing = request.standing();
    AuditLog.Written receipt;
    try {
      receipt = audit.receipt(receipt(docket, answers, standing));
    } catch (IOException e) {
      return new Decided(unrecorded(e, answers, docket));
    }
    RiskCheck.expose(considered.risk().orElseThrow(), standing);
    LiveRelay relay = new LiveRelay(request.live(), surroundings.masker(), LiveRelay.Pace.USUAL);
    Proposal proposal = ready.proposal();
    Granted warrant =
        new Granted(proposal, standing, request.origin(), performing, relay, receipt.id());
    long began = System.nanoTime();
    ToolResult result = performance.perform(ready.performer(), receipt, warrant);
    Answered answered = new Answered(result, answers, warrant.records(), docket.effects());
    Sequel sequel = warrant.sequel(considered.judgement().asks().isEmpty());
    if (!(sequel instanceof Sequel.None)) {
      return new Decided(answered, sequel);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    try {
      return new Decided(
          hooks.after(proposal, answered, request.occasion(), took, considered.ruling().notes()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Decided(answered); // it was performed, whatever hooks would have said
    }
  }

  /// Records a decision for which nothing is done.
  private Decided unperformed(
      Request request, Docket docket, List<GateAnswer> answers, String code) {
    try {
      AuditLog.Written receipt = audit.receipt(receipt(docket, answers, request.standing()));
      performance.outcome(
          receipt, new AuditLog.Outcome(code, Optional.empty(), Duration.ZERO, List.of()));
    } catch (IOException e) {
      return new Decided(unrecorded(e, answers, docket));
    }
    return new Decided(
        new Answered(Docket.dryRun(docket.effects()), answers, List.of(), docket.effects()));
  }

  /// Hooks are run where a call is decided, not where somebody only wants to know.
  private Optional<Deliberation.Asking> asking(Request request) {
    return surroundings.course() != Policy.Course.PERFORM
        ? Optional.empty()
        : Optional.of(new Deliberation.Asking(request.occasion(), !request.changed()));
  }

  /// A hook changed the call: what it is now is a proposal of its own.
  private Decided changed(
      Request request, HookCheck.Ruling ruling, Docket docket, List<GateAnswer> answers) {
    ToolCall other = ruling.updated().orElseThrow();
    List<String> notes = new ArrayList<>();
    notes.add("a hook changed this call's arguments to " + masked(other.arguments()));
    notes.addAll(ruling.notes());
    return changed(request, new Sequel.Changed(other, true, notes), docket, answers);
  }

  /// A person changed the call.
  private Decided changed(
      Request request, ToolCall other, Docket docket, List<GateAnswer> answers) {
    String arguments = masked(other.arguments());
    answers.add(GateAnswer.changed(approval.name(), arguments));
    String note = "The person changed this call to " + arguments;
    return changed(request, new Sequel.Changed(other, false, List.of(note)), docket, answers);
  }

  private Decided changed(
      Request request, Sequel.Changed sequel, Docket docket, List<GateAnswer> answers) {
    Decided recorded = unperformed(request, docket, answers, "changed");
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
  public Judgement judge(ToolCall call, Standing standing) throws InterruptedException {
    return deliberation
        .considered(call, standing, situation(standing), Optional.empty())
        .judgement();
  }

  private Agreement agreed(Proposal proposal, Request request, List<Concern> concerns)
      throws InterruptedException {
    try {
      Optional<ToolError> objection =
          surroundings.course() == Policy.Course.PERFORM
              ? hooks.permission(proposal, request.occasion(), Concern.words(concerns))
              : Optional.empty();
      return objection.isPresent()
          ? new Agreement.Refused(objection.get())
          : approval.ask(proposal, request.standing(), concerns);
    } catch (RuntimeException | Error e) {
      return new Agreement.Refused(Trouble.bug(e));
    }
  }

  private Answered denied(
      ToolError error, Docket docket, List<GateAnswer> answers, Standing standing) {
    try {
      audit.receipt(receipt(docket, answers, standing));
    } catch (IOException e) {
      return unrecorded(e, answers, docket);
    }
    return new Answered(
        new ToolResult.Failure(masking().error(error)), answers, List.of(), docket.effects());
  }

  private static Answered unrecorded(IOException e, List<GateAnswer> answers, Docket docket) {
    ToolResult failure =
        ToolResult.failed(
            ErrorCode.AUDIT_UNAVAILABLE,
            "The decision can't be recorded, so nothing was done: " + e.getMessage());
    return new Answered(failure, answers, List.of(), docket.effects());
  }

  private Receipt receipt(Docket docket, List<GateAnswer> answers, Standing standing) {
    return new Receipt(
        docket.origin(),
        docket.digest(),
        masking().subject(docket.subject()),
        answers,
        surroundings.circumstances().of(standing, docket, answers));
  }
}
