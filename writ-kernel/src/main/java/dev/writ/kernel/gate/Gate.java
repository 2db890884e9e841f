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
import dev.writ.kernel.effect.StartException;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.policy.Masker;
import dev.writ.kernel.sandbox.SandboxException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.InstantSource;
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
  private final List<Check> checks;
  private final RiskCheck risk;
  private final ApprovalCheck approval;
  private final AuditLog audit;
  private final Granted.Performing performing;
  private final Surroundings surroundings;

  /// What the gate needs besides its checks.
  ///
  /// @param dryRun whether proposals are judged and recorded but not performed
  record Surroundings(
      Masker masker, Circumstances circumstances, boolean dryRun, Work work, InstantSource clock) {}

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
    this.checks = List.of(mode, intent, denylist, containment, scope, command, lock, hooks);
    this.risk = risk;
    this.approval = approval;
    this.audit = audit;
    this.performing = performing;
    this.surroundings = surroundings;
  }

  /// The tools behind this door.
  public Catalogue catalogue() {
    return catalogue;
  }

  /// What is to be kept to between calls.
  public Work work() {
    return surroundings.work();
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
    Request request = new Request(call, standing, origin, live);
    Situation situation = situation(standing);
    Decided decided = decided(request, situation);
    for (int n = 0; n < MAX_FURTHER_RUNS && !decided.wanted().isEmpty(); n++) {
      situation = situation.reaching(decided.wanted());
      decided = decided.then(decided(request, situation));
    }
    return decided.answered();
  }

  /// A call with all that doesn't change while it is decided.
  private record Request(ToolCall call, Standing standing, Origin origin, LiveOutput live) {}

  private Situation situation(Standing standing) {
    return new Situation(standing.execution(), approval, List.of());
  }

  private Decided decided(Request request, Situation situation) throws InterruptedException {
    final Standing standing = request.standing();
    Considered considered = considered(request.call(), standing, situation);
    Docket docket = considered.docket(request.call(), request.origin());
    List<GateAnswer> answers = new ArrayList<>(considered.judgement().gates());
    if (!(considered.proposed()
            instanceof Catalogue.Proposed.Ready(Proposal proposal, var performer))
        || considered.judgement().refused().isPresent()) {
      ToolError error = considered.judgement().refused().orElseThrow();
      return new Decided(denied(error, docket, answers, standing));
    }
    List<String> reasons = considered.judgement().asks();
    Verdict agreed = reasons.isEmpty() ? Verdict.PASS : agreed(proposal, standing, reasons);
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
    Answered answered = performed(performer, receipt, warrant, answers, docket);
    return new Decided(answered, warrant.wanted());
  }

  /// What the gates would say of a call. Nobody is asked, nothing is recorded, nothing happens.
  ///
  /// @throws InterruptedException when aborted
  public Judgement judge(ToolCall call, Standing standing) throws InterruptedException {
    return considered(call, standing, situation(standing)).judgement();
  }

  /// A call that the gates have considered.
  private record Considered(
      Catalogue.Proposed proposed, Optional<RiskCheck.Risk> risk, Judgement judgement) {
    Docket docket(ToolCall call, Origin origin) {
      return proposed instanceof Catalogue.Proposed.Ready ready
          ? Docket.of(ready.proposal(), risk.orElseThrow(), origin)
          : Docket.unparsed(call, origin);
    }
  }

  private Considered considered(ToolCall call, Standing standing, Situation situation)
      throws InterruptedException {
    Catalogue.Proposed proposed = propose(call, situation);
    if (!(proposed instanceof Catalogue.Proposed.Ready ready)) {
      ToolError error = ((Catalogue.Proposed.Refused) proposed).error();
      return new Considered(
          proposed,
          Optional.empty(),
          new Judgement(
              List.of(GateAnswer.deny("proposal", error)),
              Optional.empty(),
              List.of(),
              Optional.of(error)));
    }
    RiskCheck.Risk assessed = risk.assess(ready.proposal());
    return new Considered(
        proposed, Optional.of(assessed), judgement(ready.proposal(), assessed, standing));
  }

  private Judgement judgement(Proposal proposal, RiskCheck.Risk assessed, Standing standing)
      throws InterruptedException {
    List<GateAnswer> answers = new ArrayList<>(List.of(GateAnswer.pass("proposal")));
    List<String> asks = new ArrayList<>();
    for (Check check : checks) {
      Verdict verdict = judged(check, proposal, standing);
      answers.add(GateAnswer.of(check.name(), verdict));
      if (verdict instanceof Verdict.Deny(ToolError error)) {
        return new Judgement(answers, Optional.of(proposal), List.of(), Optional.of(error));
      }
      asks.addAll(reasons(verdict));
    }
    Verdict risky = risk.judge(assessed);
    answers.add(GateAnswer.of(risk.name(), risky));
    asks.addAll(reasons(risky));
    return new Judgement(
        answers,
        Optional.of(proposal),
        approval.reasons(proposal, standing, asks),
        Optional.empty());
  }

  private Catalogue.Proposed propose(ToolCall call, Situation situation)
      throws InterruptedException {
    try {
      return catalogue.propose(call, view(situation));
    } catch (ClosedByInterruptException _) {
      throw aborted();
    } catch (IOException e) {
      return new Catalogue.Proposed.Refused(ioError(e));
    } catch (RuntimeException e) {
      return new Catalogue.Proposed.Refused(bug(e));
    }
  }

  private View view(Situation situation) {
    return new View(
        performing.hands(),
        performing.commands(),
        situation,
        surroundings.masker(),
        surroundings.clock());
  }

  private static Verdict judged(Check check, Proposal proposal, Standing standing)
      throws InterruptedException {
    try {
      return check.judge(proposal, standing);
    } catch (ClosedByInterruptException _) {
      throw aborted();
    } catch (IOException e) {
      return new Verdict.Deny(ioError(e));
    } catch (RuntimeException e) {
      return new Verdict.Deny(bug(e));
    }
  }

  private Verdict agreed(Proposal proposal, Standing standing, List<String> reasons)
      throws InterruptedException {
    try {
      return approval.ask(proposal, standing, reasons);
    } catch (RuntimeException e) {
      return new Verdict.Deny(bug(e));
    }
  }

  /// Reading a file ends like this where the thread is interrupted meanwhile.
  private static InterruptedException aborted() {
    boolean _ = Thread.interrupted();
    return new InterruptedException();
  }

  private static List<String> reasons(Verdict verdict) {
    return verdict instanceof Verdict.Ask ask ? ask.reasons() : List.of();
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
      throw aborted();
    } catch (Warrant.StaleException e) {
      return ToolResult.failed(ErrorCode.STALE_FILE, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return new ToolResult.Failure(ioError(e));
    } catch (RuntimeException e) {
      return new ToolResult.Failure(bug(e));
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

  private static ToolError ioError(IOException e) {
    return switch (e) {
      case SandboxException unavailable ->
          new ToolError(ErrorCode.SANDBOX_UNAVAILABLE, String.valueOf(unavailable.getMessage()));
      case StartException refused ->
          new ToolError(ErrorCode.COMMAND_FAILED_TO_START, String.valueOf(refused.getMessage()));
      case NoSuchFileException missing ->
          new ToolError(ErrorCode.FILE_NOT_FOUND, "There is no " + missing.getFile());
      case FileNotFoundException missing ->
          new ToolError(ErrorCode.BINARY_NOT_FOUND, String.valueOf(missing.getMessage()));
      case FileSystemException file when file.getReason() != null ->
          new ToolError(ErrorCode.IO_ERROR, file.getFile() + ": " + file.getReason());
      default -> new ToolError(ErrorCode.IO_ERROR, String.valueOf(e.getMessage()));
    };
  }

  private static ToolError bug(RuntimeException e) {
    return new ToolError(ErrorCode.INTERNAL_ERROR, "A defect ended the call: " + e);
  }
}
