// Implements: docs/spec/02-architecture.md §2.5 (Engine)
package dev.writ.engine.session;

import dev.writ.base.value.ToolError;
import dev.writ.engine.context.ContextAssembly;
import dev.writ.engine.context.ContextReport;
import dev.writ.engine.context.ContextSources;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.engine.model.TokenCount;
import dev.writ.engine.turn.CallDispatcher;
import dev.writ.engine.turn.MessageQueue;
import dev.writ.engine.turn.ModelRequester;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.engine.turn.QualityLoop;
import dev.writ.engine.turn.SummaryLimit;
import dev.writ.engine.turn.TurnBudget;
import dev.writ.engine.turn.TurnClock;
import dev.writ.engine.turn.TurnEndings;
import dev.writ.engine.turn.TurnHooks;
import dev.writ.engine.turn.TurnLimits;
import dev.writ.engine.turn.TurnLoop;
import dev.writ.engine.turn.TypedCommand;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.kernel.door.Gate;
import dev.writ.kernel.hook.QualityRules;
import dev.writ.kernel.hooks.SessionHooks;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.session.TurnTime;
import dev.writ.kernel.tool.LiveOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// A conversation with a model behind the gate.
public final class Session {

  private final SessionParts parts;
  private final JournaledConversation journal;
  private final TurnLimits limits;
  private final MessageQueue queue = new MessageQueue();
  private final Optional<QualityRules> quality;
  private Optional<TurnHooks> hooks = Optional.empty();
  private Optional<QualityLoop> qualityLoop = Optional.empty();
  private final AbortSwitch aborting = new AbortSwitch();
  private final ContextAssembly context;
  private final SummaryLimit summaries;
  private final SessionTitler titler;
  private volatile ReasoningEffort effort = ReasoningEffort.DEFAULT;
  private volatile Optional<ReasoningEffort> effortOfTurn = Optional.empty();
  private String source = "startup";

  /// The parts of a session.
  ///
  /// @param system the stable part of every prompt
  /// @param environment supplies the block that a turn begins with; called for each turn
  public record SessionParts(
      Gate gate,
      SessionState state,
      ModelRoster models,
      String system,
      Supplier<String> environment,
      TurnClock clock) {}

  /// A session that writes its events to a journal.
  public Session(SessionParts parts, JournaledConversation journal, TurnLimits limits) {
    this(parts, journal, limits, Optional.empty());
  }

  /// The same with commands that are run after changes.
  public Session(
      SessionParts parts,
      JournaledConversation journal,
      TurnLimits limits,
      Optional<QualityRules> quality) {
    this(parts, journal, limits, quality, ContextSources.USUAL);
  }

  /// The same with what else requests are put together from.
  public Session(
      SessionParts parts,
      JournaledConversation journal,
      TurnLimits limits,
      Optional<QualityRules> quality,
      ContextSources sources) {
    this.quality = quality;
    this.parts = parts;
    this.journal = journal;
    this.limits = limits;
    this.titler = new SessionTitler(journal, parts.models(), parts.clock().pause());
    this.summaries = new SummaryLimit(limits, parts.gate().guard(), parts.state());
    this.context =
        new ContextAssembly(
            sources,
            journal,
            new ContextAssembly.ContextModels(
                parts.models()::current, parts.models()::small, summaries),
            this::intent,
            this::objectionToCompaction);
  }

  /// The declared work in force, which is more than the request.
  private Optional<Intent> intent() {
    SessionState state = parts.state();
    return state.declaration() instanceof SessionDeclaration.Under(var _, Intent intent)
            && !intent.equals(state.request())
        ? Optional.of(intent)
        : Optional.empty();
  }

  private Optional<ToolError> objectionToCompaction(String trigger, String focus)
      throws IOException, InterruptedException {
    Optional<TurnHooks> asked = hooks();
    return asked.isEmpty() ? Optional.empty() : asked.get().compacts(trigger, focus);
  }

  /// Resumes a recorded session: the calls that the last process left without a result get one. The
  /// journal continues the record's conversation.
  ///
  /// @param workspace where the session works now
  /// @param version of Writ
  /// @throws IOException if the session can't be written
  public void resume(RecordedSession recorded, String workspace, String version)
      throws IOException {
    effort = recorded.effort();
    source = "resume";
    titler.settle();
    journal.add(SessionEvents.resumed(parts.models().id(), workspace, version));
    new InterruptedCalls(parts.gate(), parts.state()).answer(recorded.open(), journal);
    journal.sync();
  }

  /// Performs a client's command. [SessionCommand.BeginTurn] returns when its turn is over; the
  /// others return at once and may come from any thread.
  ///
  /// @throws IOException if the session can't be written
  public void submit(SessionCommand command) throws IOException {
    if (command instanceof SessionCommand.BeginTurn ask) {
      ask(ask);
    } else if (command instanceof SessionCommand.Steer(String text)) {
      queue.put(text);
    } else if (command instanceof SessionCommand.SwitchMode(var mode)) {
      parts.state().mode(mode);
      journal.add(SessionEvents.mode(mode.name()));
    } else if (command instanceof SessionCommand.SetEffort(ReasoningEffort wanted)) {
      effort = wanted;
      effortOfTurn = Optional.empty();
      journal.add(SessionEvents.effort(wanted));
    } else if (command instanceof SessionCommand.EffortOfTurn(ReasoningEffort wanted)) {
      effortOfTurn = Optional.of(wanted);
      journal.add(SessionEvents.effortOfTurn(wanted));
    } else if (command instanceof SessionCommand.SwitchModel(PricedModel model)) {
      switchTo(model);
    } else if (command instanceof SessionCommand.Condense(var turns, String focus)) {
      between(() -> context.condense(turns, focus, parts.system(), tools()));
    } else if (command instanceof SessionCommand.LimitMessages(int most)) {
      between(() -> context.limitMessages(most, parts.system(), tools()));
    } else if (command instanceof SessionCommand.Abort) {
      aborting.abort();
    } else if (command instanceof SessionCommand.Leave) {
      titler.stop();
      leave();
      journal.add(SessionEvents.end("left", journal.conversation().size()));
      journal.sync();
    }
  }

  /// Something between turns that can be aborted like a turn.
  @FunctionalInterface
  private interface Interlude {
    void run() throws IOException, InterruptedException;
  }

  private void between(Interlude interlude) throws IOException {
    titler.stop();
    aborting.begin();
    summaries.betweenTurns();
    try {
      interlude.run();
    } catch (InterruptedException _) {
      journal.add(SessionEvents.notice("Aborted; the conversation is as it was"));
    } finally {
      aborting.end();
    }
  }

  /// The conversation's share of the model's window now.
  ///
  /// @throws InterruptedException when interrupted while the provider is asked
  public ContextReport context() throws InterruptedException {
    return context.report(parts.system(), tools());
  }

  /// Runs a command that the person typed, through the gate like a model's. It is a turn of its
  /// own, but where work is declared: then it is part of the turn that declared it, and under that
  /// intent. The model is not asked; an abort ends the command like a turn.
  ///
  /// @param directory where it runs, as the workspace names it
  /// @throws IOException if the session can't be written
  public TypedCommand.TypedCommandOutcome run(String command, String directory, LiveOutput live)
      throws IOException {
    aborting.begin();
    try {
      SessionState state = parts.state();
      if (intent().isEmpty()) {
        String request = journal.masked(command);
        state.beginTurn(Intent.ofSession(requestId(state.turn() + 1), request));
      }
      return new TypedCommand(parts.gate(), state, journal, limits.calls())
          .run(command, directory, live);
    } finally {
      aborting.end();
    }
  }

  /// How much the model is to reason.
  public ReasoningEffort effort() {
    return effort;
  }

  private List<ToolDefinition> tools() {
    return parts.gate().catalogue().offered(parts.state().mode());
  }

  private void ask(SessionCommand.BeginTurn ask) throws IOException {
    titler.stop();
    aborting.begin();
    try {
      Beginning beginning = beginning(ask);
      if (beginning instanceof Beginning.Begun(TurnLoop turn)) {
        effortOfTurn = Optional.empty();
        turn.run();
        parts.state().time(TurnTime.UNLIMITED);
        context.turnEnded(parts.system(), tools());
        titler.begin();
      } else if (beginning instanceof Beginning.RefusedTurn(TurnEnd end)) {
        if (end instanceof TurnEnd.Stopped stopped) {
          journal.addRegardless(SessionEvents.error(stopped.code(), stopped.message()));
        }
        journal.sync();
        journal.tell(new SessionEvent.Ended(end));
      }
    } catch (InterruptedException _) {
      // The turn has ended; what would have come after it is not needed.
    } finally {
      aborting.end();
    }
  }

  /// Switches to another model. Parts of the conversation that it cannot read are omitted from its
  /// requests, not from the conversation.
  private void switchTo(PricedModel model) throws IOException {
    ModelId before = parts.models().id();
    parts.models().replace(model);
    journal.add(SessionEvents.providerSwitch(before, model.id(), "command"));
    OptionalLong window = model.tariff().window();
    Prompt conversation = new Prompt(parts.system(), List.of(), journal.conversation().view());
    long tokens = TokenCount.estimate(conversation).tokens();
    if (window.isPresent() && tokens > window.getAsLong()) {
      journal.add(
          SessionEvents.notice(
              ("The conversation has about %d tokens and does not fit the window of %s, %d tokens."
                      + " It is condensed before the next request")
                  .formatted(tokens, model.id(), window.getAsLong())));
    }
    journal.sync();
  }

  /// The messages before a turn's first request.
  private sealed interface Beginning {
    record Begun(TurnLoop turn) implements Beginning {}

    /// Nothing is sent to the model.
    record RefusedTurn(TurnEnd end) implements Beginning {}
  }

  private Beginning beginning(SessionCommand.BeginTurn ask) throws IOException {
    try {
      String request = journal.masked(ask.text());
      SessionState state = parts.state();
      state.beginTurn(Intent.ofSession(requestId(state.turn() + 1), request));
      context.begin();
      journal.add(SessionEvents.turn(parts.environment().get(), state.turn()));
      Optional<ToolError> objection = objection(request);
      if (objection.isPresent()) {
        ToolError error = objection.get();
        return new Beginning.RefusedTurn(
            new TurnEnd.Stopped(error.code(), error.message(), TurnEnd.Totals.NONE));
      }
      journal.add(SessionEvents.request(request, ask.images(), state.turn()));
      titler.asked(request);
      return new Beginning.Begun(turn());
    } catch (InterruptedException _) {
      return new Beginning.RefusedTurn(new TurnEnd.Aborted(TurnEnd.Totals.NONE));
    } catch (RuntimeException | Error e) {
      return new Beginning.RefusedTurn(TurnEnd.Stopped.byDefect(e, TurnEnd.Totals.NONE));
    }
  }

  /// Why the person's hooks don't let a request through to the model.
  private Optional<ToolError> objection(String request) throws IOException, InterruptedException {
    Optional<TurnHooks> asked = hooks();
    return asked.isEmpty() ? Optional.empty() : asked.get().objection(request);
  }

  /// The person's hooks, which heard that the session begins; empty if there are none.
  private Optional<TurnHooks> hooks() throws IOException, InterruptedException {
    SessionHooks known = parts.gate().sessionHooks();
    if (hooks.isEmpty() && known.none()) {
      return Optional.empty();
    }
    TurnHooks asked = hooks.orElseGet(() -> new TurnHooks(known, parts.state(), journal, source));
    hooks = Optional.of(asked);
    asked.begin();
    return hooks;
  }

  /// Hooks receive the end; they cannot delay it.
  private void leave() throws IOException {
    if (hooks.isPresent()) {
      try {
        hooks.get().end("other");
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private TurnEndings endings() throws IOException {
    if (quality.isEmpty() && hooks.isEmpty()) {
      return TurnEndings.FREE;
    }
    if (quality.isPresent()) {
      if (qualityLoop.isEmpty()) {
        qualityLoop =
            Optional.of(
                new QualityLoop(
                    quality.get(), parts.gate(), parts.state(), journal, this::contributor));
      }
      qualityLoop.get().begin();
    }
    return new TurnEndings(qualityLoop, hooks);
  }

  private TurnLoop turn() throws IOException {
    ModelRequester.RequestPrefix fixed =
        new ModelRequester.RequestPrefix(
            parts.system(),
            this::tools,
            parts.gate().guard(),
            effortOfTurn.orElse(effort),
            context);
    ModelRequester requester =
        new ModelRequester(parts.models(), fixed, journal, parts.state(), limits, parts.clock());
    CallDispatcher calls =
        new CallDispatcher(parts.gate(), parts.state(), journal, this::contributor, limits.calls());
    TurnBudget budget = new TurnBudget(limits, parts.clock().steady());
    summaries.within(budget);
    parts.state().time(budget::left);
    return new TurnLoop(journal, requester, calls, budget, queue, endings());
  }

  private String contributor() {
    return parts.models().id().toString();
  }

  /// Unique for the turn: the day, then the time with the number of the turn. Cut out of the
  /// instant's text, because a date formatter costs a cold start more than a request.
  private String requestId(int turn) {
    String now = parts.clock().clock().instant().toString();
    String day = now.substring(0, 10).replace("-", "");
    String time = now.substring(11, 19).replace(":", "");
    return "INT-S-" + day + "-" + time + (turn < 10 ? "0" : "") + turn;
  }

  /// Messages that were typed too late for their turn; they begin the next one.
  public List<String> left() {
    return queue.take();
  }
}
