// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.kernel.session;

import dev.writ.base.json.Json;
import dev.writ.kernel.authority.GrantSet;
import dev.writ.kernel.call.SessionControl.PlanStep;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.risk.RiskTrait;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The state of a session at the gate: its modes, its declaration, the files it read, its task
/// list. Only the gate changes the parts that matter for a model's rights; the engine reports
/// turns.
public final class SessionState {
  private final String session;
  private final Supplier<ExecutionMode> usualExecution;
  private volatile @Nullable ExecutionMode execution;
  private final SeenFiles seen;
  private final GrantSet grants = new GrantSet();
  private final Set<RiskTrait> exposure = EnumSet.noneOf(RiskTrait.class);
  private volatile WorkMode mode;
  private volatile SessionDeclaration declaration = new SessionDeclaration.NoDeclaration();
  private volatile Intent request;
  private volatile TurnTime time = TurnTime.UNLIMITED;
  private volatile List<PlanStep> plan = List.of();
  private int turn;
  private volatile boolean isDeclaring;
  private volatile boolean checking;
  private int saved;
  private Set<RiskTrait> reported;

  /// @param session the session's id
  public SessionState(String session, WorkMode mode, ExecutionMode execution) {
    this(session, mode, () -> execution, new SessionRecollection());
  }

  /// The standing of a session that is resumed.
  ///
  /// @param execution what happens without asking; asked for once a turn, when its first call is
  /// judged
  /// @param recollection the state from its record
  public SessionState(
      String session,
      WorkMode mode,
      Supplier<ExecutionMode> execution,
      SessionRecollection recollection) {
    this.seen = new SeenFiles(recollection.seen());
    this.exposure.addAll(recollection.exposure());
    this.reported = recollection.exposure();
    this.plan = recollection.plan();
    this.turn = recollection.turn();
    this.session = session;
    this.mode = mode;
    this.usualExecution = execution;
    this.request = Intent.ofSession("INT-S-none", "");
  }

  /// Begins a turn of the person and drops the declared intent.
  ///
  /// @param requestIntent the intent of the request if the project declares none
  public synchronized void beginTurn(Intent requestIntent) {
    turn = turn + 1;
    execution = null; // a person may have agreed to more since the last turn
    request = requestIntent;
    isDeclaring = false;
    time = TurnTime.UNLIMITED;
    reset();
  }

  /// What is left of the turn from now on.
  public void time(TurnTime left) {
    time = left;
  }

  /// What is left of the turn.
  public TurnTime time() {
    return time;
  }

  /// A retry or an abort: whatever was declared is over.
  public void reset() {
    declaration = new SessionDeclaration.NoDeclaration();
  }

  /// A person chose another mode of work.
  public void mode(WorkMode chosen) {
    mode = chosen;
  }

  public void declare(SessionDeclaration declared) {
    declaration = declared;
  }

  /// Whether the checks of an intent are run, which spends nothing of its budget.
  public boolean checking() {
    return checking;
  }

  public void checking(boolean now) {
    checking = now;
  }

  /// Whether the project was seen to declare intents in this turn; it can't stop doing so before
  /// the next.
  public boolean isDeclaring() {
    return isDeclaring;
  }

  public void sawDeclared() {
    isDeclaring = true;
  }

  public void plan(List<PlanStep> steps) {
    plan = List.copyOf(steps);
  }

  public SeenFiles seen() {
    return seen;
  }

  /// The grants of a person for this session.
  public GrantSet grants() {
    return grants;
  }

  /// The content that this session has read stays in its context until its end.
  public synchronized void expose(RiskTrait trait) {
    exposure.add(trait);
  }

  public synchronized Set<RiskTrait> exposure() {
    return exposure.isEmpty() ? Set.of() : EnumSet.copyOf(exposure);
  }

  /// The gate's changes here since the last report, for the session's record; an empty object if
  /// there are none. [SessionRecollection#apply] reads it back.
  ///
  /// @param files whether sights of files are reported now
  public synchronized Json.Obj takeChanges(boolean files) {
    Set<RiskTrait> all = exposure();
    Set<RiskTrait> added = all.equals(reported) ? Set.of() : all;
    reported = all;
    SeenFiles.SightChanges none = new SeenFiles.SightChanges(List.of(), List.of());
    return SessionRecollection.written(files ? seen.takeChanges() : none, added);
  }

  /// A question was answered by an earlier answer.
  public synchronized void saved() {
    saved++;
  }

  /// How many questions earlier answers have answered.
  public synchronized int questionsSaved() {
    return saved;
  }

  /// The session's id.
  public String session() {
    return session;
  }

  /// The mode of work.
  public WorkMode mode() {
    return mode;
  }

  /// The acts that need no question.
  public ExecutionMode execution() {
    ExecutionMode known = execution;
    if (known == null) {
      known = usualExecution.get();
      execution = known;
    }
    return known;
  }

  /// The declaration of this turn.
  public SessionDeclaration declaration() {
    return declaration;
  }

  /// The intent of the person's request in this turn.
  public Intent request() {
    return request;
  }

  /// The visible task list.
  public List<PlanStep> plan() {
    return plan;
  }

  /// The number of this turn, from 1.
  public synchronized int turn() {
    return turn;
  }
}
