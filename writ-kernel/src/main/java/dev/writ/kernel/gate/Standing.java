// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.kernel.gate;

import dev.writ.kernel.authority.Grants;
import dev.writ.kernel.call.Control.Step;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.Mode;
import dev.writ.kernel.policy.Trait;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Where a session stands with the gate: its modes, what it declared, what it saw, its task list.
/// Only the gate moves what a model could use; the engine tells of turns.
public final class Standing {
  private final String session;
  private final ExecutionMode execution;
  private final Seen seen;
  private final Grants grants = new Grants();
  private final Set<Trait> exposure = EnumSet.noneOf(Trait.class);
  private volatile Mode mode;
  private volatile Declaration declaration = new Declaration.None();
  private volatile Intent request;
  private volatile List<Step> plan = List.of();
  private int turn;
  private volatile boolean declaring;
  private volatile boolean checking;
  private int saved;
  private Set<Trait> reported;

  /// @param session the session's id
  public Standing(String session, Mode mode, ExecutionMode execution) {
    this(session, mode, execution, new Recollection());
  }

  /// The standing of a session that is resumed.
  ///
  /// @param recollection what its record tells
  public Standing(String session, Mode mode, ExecutionMode execution, Recollection recollection) {
    this.seen = new Seen(recollection.seen());
    this.exposure.addAll(recollection.exposure());
    this.reported = recollection.exposure();
    this.plan = recollection.plan();
    this.turn = recollection.turn();
    this.session = session;
    this.mode = mode;
    this.execution = execution;
    this.request = Intent.ofSession("INT-S-none", "");
  }

  /// A new turn of a person: whatever was declared is over.
  ///
  /// @param requestIntent the intent that stands for the request where the project declares none
  public synchronized void beginTurn(Intent requestIntent) {
    turn = turn + 1;
    request = requestIntent;
    declaring = false;
    reset();
  }

  /// A retry or an abort: whatever was declared is over.
  public void reset() {
    declaration = new Declaration.None();
  }

  /// A person chose another mode of work.
  public void mode(Mode chosen) {
    mode = chosen;
  }

  void declare(Declaration declared) {
    declaration = declared;
  }

  /// Whether the checks of an intent are run, which spends nothing of its budget.
  boolean checking() {
    return checking;
  }

  void checking(boolean now) {
    checking = now;
  }

  /// Whether the project was seen to declare intents in this turn; it can't stop doing so before
  /// the next.
  boolean declaring() {
    return declaring;
  }

  void sawDeclared() {
    declaring = true;
  }

  void plan(List<Step> steps) {
    plan = List.copyOf(steps);
  }

  Seen seen() {
    return seen;
  }

  /// What a person agreed to for this session.
  Grants grants() {
    return grants;
  }

  /// What this session has seen lies in its context for its rest.
  synchronized void saw(Trait trait) {
    exposure.add(trait);
  }

  synchronized Set<Trait> exposure() {
    return exposure.isEmpty() ? Set.of() : EnumSet.copyOf(exposure);
  }

  /// What the gate changed here since the last report, for the session's record; an empty object
  /// where nothing changed. [Recollection#apply] reads it back.
  ///
  /// @param files whether sights of files are reported now
  public synchronized Json.Obj takeChanges(boolean files) {
    Set<Trait> all = exposure();
    Set<Trait> added = all.equals(reported) ? Set.of() : all;
    reported = all;
    Seen.Changes none = new Seen.Changes(List.of(), List.of());
    return Recollection.written(files ? seen.takeChanges() : none, added);
  }

  /// A question was answered by an earlier answer.
  synchronized void saved() {
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
  public Mode mode() {
    return mode;
  }

  /// What happens without asking.
  public ExecutionMode execution() {
    return execution;
  }

  /// What was declared in this turn.
  public Declaration declaration() {
    return declaration;
  }

  /// The intent that stands for the person's request in this turn.
  public Intent request() {
    return request;
  }

  /// The visible task list.
  public List<Step> plan() {
    return plan;
  }

  /// The number of this turn, from 1.
  public synchronized int turn() {
    return turn;
  }
}
