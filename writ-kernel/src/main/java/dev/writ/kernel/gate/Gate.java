// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.gate;

import dev.writ.kernel.audit.AuditLog;
import dev.writ.kernel.audit.Receipt;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.GateAnswer;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.call.Verdict;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.policy.Masker;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The one door. A call becomes a proposal, every gate is asked in order, the decision is recorded,
/// and only then a warrant is issued, used once and closed. Every gate is a constructor parameter:
/// none can be left out.
public final class Gate {
  /// How often a command is run anew for the sake of a host.
  private static final int MAX_FURTHER_RUNS = 4;

  private final Catalogue catalogue;
  private final Deliberation deliberation;
  private final HookCheck hooks;
  private final ApprovalCheck approval;
  private final AuditLog audit;
  private final Granted.Performing performing;
  private final Surroundings surroundings;

  /// What the gate needs besides its checks.
  ///
  /// @param dryRun whether proposals are judged and recorded but not performed
  record Surroundings(Masker masker, Circumstances circumstances, boolean dryRun) {}

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
            performing);
    this.hooks = hooks;
    this.approval = approval;
    this.audit = audit;
    this.performing = performing;
    this.surroundings = surroundings;
  }

  /// The tools behind this door.
  public Catalogue catalogue() {
    return catalogue;
  }

  /// The hooks of sessions and turns.
  public SessionHooks sessionHooks() {
    return new SessionHooks(hooks.desk());
  }

  /// Judges a call and, if everything holds, performs it. A command that turns out to need a host
  /// is ended; the call is then proposed anew with that host, and judged, asked about and recorded
  /// as a call of its own.
  ///
  /// @param origin where the call comes from, for the records
  /// @throws InterruptedException when aborted; whatever began has an outcome in the audit
  public Answered call(ToolCall call, Standing standing, Origin origin)
      throws InterruptedException {
    return call(call, standing, origin, LiveOutput.NOBODY);
  }

  /// The same with somebody who looks on while a command runs.
  public Answered call(ToolCall call, Standing standing, Origin origin, LiveOutput live)
      throws InterruptedException {
    Request request = new Request(call, standing, origin, live, false);
    Situation situation = situation(standing);
    Decided decided = decided(request, situation);
    for (int n = 0; n < MAX_FURTHER_RUNS && !decided.wanted().isEmpty(); n++) {
      situation = situation.reaching(decided.wanted());
      decided = decided.then(decided(request, situation));
    }
    return decided.answered();
  }

  /// A call with all that doesn't change while it is decided.
  ///
  /// @param changed whether a hook has changed it
  private record Request(
      ToolCall call, Standing standing, Origin origin, LiveOutput live, boolean changed) {
    HookRunner.Occasion occasion() {
      return new HookRunner.Occasion(standing, origin, call.id());
    }

    Request changedTo(ToolCall other) {
      return new Request(other, standing, origin, live, true);
    }
  }

  private Situation situation(Standing standing) {
    return new Situation(standing.execution(), approval, List.of());
  }

  private Decided decided(Request request, Situation situation) throws InterruptedException {
    final Standing standing = request.standing();
    Deliberation.Considered considered =
        deliberation.considered(request.call(), standing, situation, asking(request));
    Docket docket = considered.docket(request.call(), request.origin());
    List<GateAnswer> answers = new ArrayList<>(considered.judgement().gates());
    if (!(considered.proposed()
            instanceof Catalogue.Proposed.Ready(Proposal proposal, var performer))
        || considered.judgement().refused().isPresent()) {
      ToolError error = considered.judgement().refused().orElseThrow();
      return new Decided(denied(error, docket, answers, standing));
    }
    if (considered.ruling().updated().isPresent()) {
      return changed(request, situation, considered, docket);
    }
    List<String> reasons = considered.judgement().asks();
    Verdict agreed = reasons.isEmpty() ? Verdict.PASS : agreed(proposal, request, reasons);
    boolean asked = !reasons.isEmpty() && agreed instanceof Verdict.Pass;
    answers.add(
        asked ? GateAnswer.approved(approval.name()) : GateAnswer.of(approval.name(), agreed));
    if (agreed instanceof Verdict.Deny(ToolError error)) {
      return new Decided(denied(error, docket, answers, standing));
    }
    AuditLog.Written receipt;
    try {
      receipt = audit.receipt(receipt(docket, answers, standing));
    } catch (IOException e) {
      return new Decided(unrecorded(e, answers, docket));
    }
    if (surroundings.dryRun()) {
      outcome(receipt, new AuditLog.Outcome("dry_run", Optional.empty(), Duration.ZERO, List.of()));
      return new Decided(
          new Answered(Docket.dryRun(docket.effects()), answers, List.of(), docket.effects()));
    }
    LiveRelay relay = new LiveRelay(request.live(), surroundings.masker(), LiveRelay.Pace.USUAL);
    Granted warrant = new Granted(proposal, standing, request.origin(), performing, relay);
    long began = System.nanoTime();
    Answered answered = performed(performer, receipt, warrant, answers, docket);
    if (warrant.wanted().isEmpty()) {
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      answered =
          hooks.after(proposal, answered, request.occasion(), took, considered.ruling().notes());
    }
    return new Decided(answered, warrant.wanted());
  }

  /// Hooks are run where a call is decided, not where somebody only wants to know.
  private Optional<Deliberation.Asking> asking(Request request) {
    return surroundings.dryRun()
        ? Optional.empty()
        : Optional.of(new Deliberation.Asking(request.occasion(), !request.changed()));
  }

  /// A hook changed the call: that is recorded, and what it is now is a proposal of its own, once.
  private Decided changed(
      Request request, Situation situation, Deliberation.Considered considered, Docket docket)
      throws InterruptedException {
    List<GateAnswer> answers = considered.judgement().gates();
    try {
      AuditLog.Written receipt = audit.receipt(receipt(docket, answers, request.standing()));
      outcome(receipt, new AuditLog.Outcome("changed", Optional.empty(), Duration.ZERO, List.of()));
    } catch (IOException e) {
      return new Decided(unrecorded(e, answers, docket));
    }
    ToolCall other = considered.ruling().updated().orElseThrow();
    Decided decided = decided(request.changedTo(other), situation);
    List<String> notes = new ArrayList<>(considered.ruling().notes());
    notes.addFirst("a hook changed this call's arguments to " + other.arguments());
    return decided.with(HookCheck.with(decided.answered().result(), notes));
  }

  /// What the gates would say of a call. Nobody is asked, nothing is recorded, nothing happens.
  ///
  /// @throws InterruptedException when aborted
  public Judgement judge(ToolCall call, Standing standing) throws InterruptedException {
    return deliberation
        .considered(call, standing, situation(standing), Optional.empty())
        .judgement();
  }

  private Verdict agreed(Proposal proposal, Request request, List<String> reasons)
      throws InterruptedException {
    try {
      Optional<ToolError> objection =
          surroundings.dryRun()
              ? Optional.empty()
              : hooks.permission(proposal, request.occasion(), reasons);
      return objection.isPresent()
          ? new Verdict.Deny(objection.get())
          : approval.ask(proposal, request.standing(), reasons);
    } catch (RuntimeException e) {
      return new Verdict.Deny(Trouble.bug(e));
    }
  }

  private Answered denied(
      ToolError error, Docket docket, List<GateAnswer> answers, Standing standing) {
    try {
      audit.receipt(receipt(docket, answers, standing));
    } catch (IOException e) {
      return unrecorded(e, answers, docket);
    }
    ToolError masked =
        new ToolError(
            error.code(), surroundings.masker().mask(error.message()), error.requiredAction());
    return new Answered(new ToolResult.Failure(masked), answers, List.of(), docket.effects());
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
        masked(docket.subject()),
        answers,
        surroundings.circumstances().of(standing, docket, answers));
  }

  /// A secret that a person told a model doesn't reach the log by being used (INV-14).
  private Receipt.Subject masked(Receipt.Subject subject) {
    Masker masker = surroundings.masker();
    List<Json> effects = new ArrayList<>();
    for (Json effect : subject.effects()) {
      effects.add(masker.mask(effect));
    }
    return new Receipt.Subject(
        masker.mask(subject.callId()),
        masker.mask(subject.tool()),
        effects,
        masker.mask(subject.commandLine()),
        subject.command());
  }

  private Answered performed(
      Catalogue.Performer performer,
      AuditLog.Written receipt,
      Granted warrant,
      List<GateAnswer> answers,
      Docket docket)
      throws InterruptedException {
    long began = System.nanoTime();
    ToolResult result = ToolResult.failed(ErrorCode.CALL_NOT_EXECUTED, "The call was aborted");
    try {
      result = masked(attempted(performer, warrant));
    } finally {
      warrant.close();
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      if (warrant.started().isPresent()) {
        new BackgroundRecord(audit, receipt, warrant.started().get()).keep(took);
      } else {
        outcome(
            receipt,
            new AuditLog.Outcome(code(result), warrant.exitCode(), took, warrant.records()));
      }
    }
    return new Answered(result, answers, warrant.records(), docket.effects());
  }

  private static ToolResult attempted(Catalogue.Performer performer, Granted warrant)
      throws InterruptedException {
    try {
      return performer.perform(warrant);
    } catch (ClosedByInterruptException _) {
      throw Trouble.aborted();
    } catch (Warrant.StaleException e) {
      return ToolResult.failed(ErrorCode.STALE_FILE, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return new ToolResult.Failure(Trouble.of(e));
    } catch (RuntimeException e) {
      return new ToolResult.Failure(Trouble.bug(e));
    }
  }

  private static String code(ToolResult result) {
    return result instanceof ToolResult.Failure failure ? failure.error().code().name() : "ok";
  }

  /// An outcome that can't be written changes nothing any more: the receipt stands without one,
  /// verification says so, and the next receipt will find the disk full before anything is done.
  private void outcome(AuditLog.Written receipt, AuditLog.Outcome outcome) {
    try {
      audit.outcome(receipt, outcome);
    } catch (IOException _) {
      // See above.
    }
  }

  /// Secrets are masked once, where a text enters the conversation (INV-14).
  private ToolResult masked(ToolResult result) {
    Masker masker = surroundings.masker();
    if (result instanceof ToolResult.Success(String output, boolean truncated, var metadata)) {
      return new ToolResult.Success(masker.mask(output), truncated, metadata);
    }
    ToolError error = ((ToolResult.Failure) result).error();
    return new ToolResult.Failure(
        new ToolError(error.code(), masker.mask(error.message()), error.requiredAction()),
        result.metadata());
  }
}
