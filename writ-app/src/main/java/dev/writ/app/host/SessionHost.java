// Implements: docs/spec/02-architecture.md §2.2 (Modules)
package dev.writ.app.host;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.commit.TurnCommit;
import dev.writ.app.config.Configuration;
import dev.writ.app.model.KeyPrompt;
import dev.writ.app.model.ModelChoice;
import dev.writ.app.model.NoModelException;
import dev.writ.app.process.EffectiveConfiguration;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramVersion;
import dev.writ.app.process.RandomSeed;
import dev.writ.app.session.SessionDirectory;
import dev.writ.app.session.SessionFile;
import dev.writ.app.session.SessionOpening;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.session.Session;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.engine.turn.TurnClock;
import dev.writ.engine.turn.TurnLimits;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.hook.QualityRules;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.SessionRecollection;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.records.audit.AuditLog;
import dev.writ.tools.builtin.BuiltInTools;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Everything of one process, wired by hand: configuration, governor, model, session.
public final class SessionHost implements AutoCloseable {
  private static final String ALLOWED = "safety.sandbox_allowed_paths";
  private static final InstantSource CLOCK = InstantSource.system();
  private final ProcessContext processContext;
  private final Configuration configuration;
  private final ParsedArguments arguments;
  private final ModelChoice choice;
  private final RandomGenerator random;
  private final SessionOpening opening;
  private final SessionFile file;
  private Optional<RecordedSession> recorded;
  private SessionState sessionState;
  private Optional<JournaledConversation> journal = Optional.empty();
  private final Governor governor;
  private final Optional<QualityRules> quality;
  private final TurnLimits.CallRules calls;
  private final SessionObservers observers;
  private final ContextSettings context;
  private final List<WorkMode> modes;

  /// The user of the host, which decides defaults.
  public enum SessionUse {
    /// A person in a chat.
    CHAT,
    /// An unattended run.
    RUN,
    /// A question what the gates would say; nothing is run, so nothing need be granted.
    VERDICT
  }

  /// Opens the workspace under the configuration in force.
  ///
  /// @throws UsageException where command line or configuration are wrong
  /// @throws IOException where the workspace can't be opened
  public static SessionHost open(
      ParsedArguments arguments, ProcessContext processContext, SessionUse use, Approver approver)
      throws UsageException, IOException {
    return new SessionHost(
        arguments,
        processContext,
        EffectiveConfiguration.of(arguments, processContext),
        use,
        approver);
  }

  private SessionHost(
      ParsedArguments arguments,
      ProcessContext processContext,
      Configuration configuration,
      SessionUse use,
      Approver approver)
      throws UsageException, IOException {
    this.arguments = arguments;
    this.processContext = processContext;
    this.configuration = configuration;
    this.choice = new ModelChoice(configuration, arguments, processContext, CLOCK);
    this.random = RandomSeed.random();
    this.opening = new SessionOpening(arguments, processContext, configuration);
    this.modes = ModeSettings.modes(configuration);
    Supplier<ExecutionMode> execution =
        ModeSettings.execution(configuration, arguments, use, this::isContained);
    SessionOpening.Opened opened = opening.open(CLOCK.instant(), random);
    this.file = opened.file();
    this.recorded = opened.recorded();
    this.sessionState = sessionState(ModeSettings.chosen(modes, arguments), execution);
    this.quality = HookSettings.quality(configuration);
    ToolSettings tools = new ToolSettings(configuration);
    this.calls = tools.calls();
    this.observers = new SessionObservers(configuration, arguments, processContext, CLOCK);
    this.context = new ContextSettings(configuration, use);
    try {
      this.governor = governor(tools, approver);
    } catch (UsageException | IOException | RuntimeException e) {
      file.close();
      throw e;
    }
    choice.credentials().telling(governor.masker()::learn);
    if (recorded.isEmpty()) {
      governor.beginSession(file.id());
    }
    DamagedRecords.tell(governor, processContext);
    if (use != SessionUse.VERDICT) {
      governor.recover().forEach(w -> processContext.err().println("writ: " + DisplayText.line(w)));
    }
    if (signs()) {
      governor.signing().prepare();
    }
  }

  /// The modes of work that there are.
  public List<WorkMode> modes() {
    return modes;
  }

  private boolean isContained() {
    return governor.authority().isContained();
  }

  private Governor governor(ToolSettings tools, Approver approver)
      throws UsageException, IOException {
    return Governor.open(
        new WorkspacePlace(
            processContext.project(),
            processContext.data(),
            file.id(),
            processContext.environment(),
            ProgramSettings.of(configuration, processContext),
            configuration.whole("logging.audit_max_bytes").orElse(AuditLog.MAX_BYTES)),
        policy(),
        new Governor.Outside(
            HookSettings.hooks(configuration, processContext), new SyntaxComparison()),
        BuiltInTools.tools(tools.setup()),
        approver,
        new Governor.Chance(CLOCK, random));
  }

  /// A recorded session keeps its mode of work unless another one was asked for.
  private SessionState sessionState(WorkMode asked, Supplier<ExecutionMode> execution) {
    if (recorded.isEmpty()) {
      return new SessionState(file.id(), asked, execution, new SessionRecollection());
    }
    Optional<WorkMode> known = ModeSettings.named(modes, recorded.get().mode());
    WorkMode mode = arguments.has("mode") ? asked : known.orElse(asked);
    return new SessionState(file.id(), mode, execution, recorded.get().state());
  }

  private boolean signs() {
    return configuration.flag("trace.sign");
  }

  /// Signs this process's appends to the ledger since the last call. If that fails the records
  /// remain valid; the next checkpoint covers them, too.
  private void checkpoint() {
    try {
      governor.signing().checkpoint();
    } catch (IOException e) {
      processContext.err().println("writ: the ledger could not be signed: " + e.getMessage());
    }
  }

  private GovernancePolicy policy() throws UsageException {
    return new GovernancePolicy(
        IntentSettings.of(configuration),
        CommandSettings.of(
            configuration, arguments.has("allow-dangerous"), arguments.has("no-sandbox")),
        QuestionSettings.of(configuration),
        new GovernancePolicy.Places(BlockedPlaces.of(configuration, processContext), allowed()),
        choice.credentials().inEnvironment(),
        course());
  }

  /// The one directory of the workspace that is within reach.
  private WorkspacePath allowed() throws UsageException {
    List<String> texts = configuration.texts(ALLOWED);
    if (texts.size() != 1) {
      throw configuration.error(ALLOWED + ": name one directory; this version supports one root");
    }
    Path root = processContext.project();
    Path place = processContext.configured(texts.getFirst());
    if (!place.startsWith(root)) {
      throw configuration.error(
          "%s: %s is outside the workspace %s; start Writ there, or use --cwd"
              .formatted(ALLOWED, place, root));
    }
    return WorkspacePath.of(root.relativize(place).toString());
  }

  private GovernancePolicy.ExecutionCourse course() {
    return arguments.has("simulate")
        ? GovernancePolicy.ExecutionCourse.SIMULATE
        : arguments.has("dry-run")
            ? GovernancePolicy.ExecutionCourse.DRY_RUN
            : GovernancePolicy.ExecutionCourse.PERFORM;
  }

  /// Whether calls are only judged (`--dry-run`).
  public boolean isDryRun() {
    return course() == GovernancePolicy.ExecutionCourse.DRY_RUN;
  }

  /// The gate's side of this process.
  public Governor governor() {
    return governor;
  }

  /// This process's state at the gate.
  public SessionState sessionState() {
    return sessionState;
  }

  /// The sessions of this machine.
  public SessionDirectory sessions() {
    return opening.directory();
  }

  /// The session's file.
  public SessionFile file() {
    return file;
  }

  /// The configuration.
  public Configuration settings() {
    return configuration;
  }

  /// Opens the model that was chosen, together with those that stand in for it.
  ///
  /// @param prompt asks a person for a key that is nowhere else
  /// @throws UsageException where it can't be meant
  /// @throws NoModelException where none was named and none is within reach
  public ModelRoster models(KeyPrompt prompt) throws UsageException, NoModelException {
    return choice.roster(prompt, recorded.flatMap(RecordedSession::model));
  }

  /// Opens models in this process.
  public ModelChoice choice() {
    return choice;
  }

  /// A session with these models.
  ///
  /// @param listener hears everything, on the thread of the turn
  /// @throws IOException where its file can't be written
  public Session session(ModelRoster models, SessionUse use, Consumer<SessionEvent> listener)
      throws IOException {
    Consumer<SessionEvent> told =
        observers.with(file.id(), governor.masker()::mask, committing(listener));
    Consumer<SessionEvent> heard =
        signs() || use == SessionUse.CHAT ? event -> publish(event, use, told) : told;
    Conversation conversation =
        recorded.map(RecordedSession::conversation).orElseGet(Conversation::new);
    long seq = recorded.map(RecordedSession::seq).orElse(0L);
    JournaledConversation written =
        new JournaledConversation(file, conversation, heard, CLOCK, governor.masker()::mask, seq);
    this.journal = Optional.of(written);
    String system = recorded.flatMap(RecordedSession::system).orElse(SystemPrompts.SYSTEM);
    Session.SessionParts parts =
        new Session.SessionParts(
            governor.gate(),
            sessionState,
            models,
            system,
            SystemPrompts.blocks(governor, sessionState, processContext, CLOCK),
            TurnClock.of(CLOCK, random));
    Session session =
        new Session(
            parts,
            written,
            LimitSettings.of(configuration, use, calls),
            quality,
            context.sources(governor, CLOCK, processContext));
    String root = governor.root().toString();
    if (recorded.isPresent()) {
      governor.gate().catalogue().recall(recorded.get().uses());
      session.resume(recorded.get(), root, ProgramVersion.NAME);
    } else {
      written.add(SessionEvents.start(file.id(), models.id(), root, ProgramVersion.NAME, system));
    }
    return session;
  }

  /// Removes turns of the session, in its record. No request may be sent to the session afterwards:
  /// it is opened again.
  ///
  /// @param to the number of the last event that stands
  public void rewind(long to, long turns) throws IOException {
    if (journal.isEmpty()) {
      throw new IllegalStateException("no session is open");
    }
    journal.get().add(SessionEvents.rewind(to, turns));
    journal.get().sync();
  }

  /// The state in the session's record when this process opened it; empty for a new session.
  public Optional<RecordedSession> recorded() {
    return recorded;
  }

  /// Commits what turns changed, where that is wanted.
  private Consumer<SessionEvent> committing(Consumer<SessionEvent> listener) {
    TurnCommit.Wishes wishes = CommitSettings.of(configuration);
    if (!wishes.any() || arguments.has("no-commit") || arguments.has("simulate") || isDryRun()) {
      return listener;
    }
    return new TurnCommit(governor, sessionState, wishes, processContext.err(), listener);
  }

  /// The work after a turn: signing its records; and the intent map, after each turn of a chat, for
  /// a run when the governor is closed.
  private void publish(SessionEvent event, SessionUse use, Consumer<SessionEvent> listener) {
    boolean ended = event instanceof SessionEvent.Ended;
    if (ended && signs()) {
      checkpoint();
    }
    listener.accept(event);
    if (ended && use == SessionUse.CHAT) {
      keepMap();
    }
  }

  private void keepMap() {
    try {
      governor.map().keep();
    } catch (IOException e) {
      processContext.err().println("writ: warning: intent map not written: " + e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    try (file;
        governor;
        context;
        observers;
        choice) {
      if (signs()) {
        checkpoint();
      }
      prune();
    }
    retain();
  }

  /// Removes the sessions that are not kept any longer; what can't be removed now is another day.
  private void retain() {
    if (journal.isEmpty()) {
      return;
    }
    try {
      sessions().retain(SessionOpening.retention(configuration), CLOCK.instant(), file.id());
    } catch (IOException e) {
      processContext.err().println("writ: old sessions could not be removed: " + e.getMessage());
    }
  }

  /// A content that can't be pruned now is pruned another day.
  private void prune() {
    try {
      governor.prune(
          Duration.ofDays(configuration.whole("undo.max_age_days").orElse(30)),
          configuration.whole("undo.max_bytes").orElse(1_073_741_824));
    } catch (IOException e) {
      processContext.err().println("writ: .writ/objects could not be pruned: " + e.getMessage());
    }
  }
}
