// Implements: docs/spec/02-architecture.md §2.2 (Modules)
package dev.writ.app.host;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.config.Sources;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.Event;
import dev.writ.engine.conversation.Journaled;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.session.Session;
import dev.writ.engine.turn.Clockwork;
import dev.writ.engine.turn.Limits;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.kernel.audit.AuditLog;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.gate.Governor;
import dev.writ.kernel.gate.Policy;
import dev.writ.kernel.gate.Standing;
import dev.writ.kernel.hook.QualityRules;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.Mode;
import dev.writ.kernel.scope.WorkspacePath;
import dev.writ.tools.BuiltIn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Everything of one process, wired by hand: configuration, governor, model, session.
public final class Host implements AutoCloseable {
  private static final String ALLOWED = "safety.sandbox_allowed_paths";
  private static final double MICRO_USD = 1e6;
  private static final InstantSource CLOCK = InstantSource.system();

  private final Surroundings surroundings;
  private final Configuration configuration;
  private final CommandLine line;
  private final ModelChoice choice;
  private final RandomGenerator random;
  private final SessionFile file;
  private final Standing standing;
  private final Governor governor;
  private final Optional<QualityRules> quality;
  private final Limits.CallRules calls;
  private final ContextSettings context;

  /// Who uses the host, which decides defaults.
  public enum Use {
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
  public static Host open(CommandLine line, Surroundings surroundings, Use use, Approver approver)
      throws UsageException, IOException {
    return new Host(line, surroundings, configuration(line, surroundings), use, approver);
  }

  private Host(
      CommandLine line,
      Surroundings surroundings,
      Configuration configuration,
      Use use,
      Approver approver)
      throws UsageException, IOException {
    this.line = line;
    this.surroundings = surroundings;
    this.configuration = configuration;
    this.choice = new ModelChoice(configuration, line, surroundings, CLOCK);
    this.random = Seed.random();
    Path sessions =
        configuration
            .text("session.storage_path")
            .map(surroundings::path)
            .orElse(surroundings.home().resolve(".config/writ/sessions"));
    this.file = new SessionFile(sessions, CLOCK.instant(), random);
    this.standing = new Standing(file.id(), mode(line), execution(use));
    this.quality = HookSettings.quality(configuration);
    ToolSettings tools = new ToolSettings(configuration);
    this.calls = tools.calls();
    this.context = new ContextSettings(configuration, use);
    this.governor =
        Governor.open(
            new Governor.Place(
                surroundings.directory(),
                surroundings.data(),
                file.id(),
                surroundings.environment(),
                configuration.whole("logging.audit_max_bytes").orElse(AuditLog.MAX_BYTES)),
            policy(),
            new Governor.Outside(
                HookSettings.hooks(configuration, surroundings), new SyntaxTrees()),
            BuiltIn.tools(tools.setup()),
            approver,
            new Governor.Chance(CLOCK, random));
    choice.credentials().telling(governor.masker()::learn);
    governor.begins(file.id());
    if (use != Use.VERDICT) {
      governor.recover().forEach(w -> surroundings.err().println("writ: " + Inert.line(w)));
    }
    if (signs()) {
      governor.signing().prepare();
    }
  }

  private boolean signs() {
    return configuration.flag("trace.sign");
  }

  /// Signs what this process appended to the ledger since the last time. Where that fails the
  /// records stand all the same; the next checkpoint covers them, too.
  private void checkpoint() {
    try {
      governor.signing().checkpoint();
    } catch (IOException e) {
      surroundings.err().println("writ: the ledger could not be signed: " + e.getMessage());
    }
  }

  /// The configuration in force.
  public static Configuration configuration(CommandLine line, Surroundings surroundings)
      throws UsageException {
    Map<String, Json> options = new LinkedHashMap<>();
    line.value("provider").ifPresent(v -> options.put("llm.provider", Json.of(v)));
    line.value("model").ifPresent(v -> options.put("llm.model", Json.of(v)));
    line.value("endpoint").ifPresent(v -> options.put("llm.endpoint", Json.of(v)));
    line.value("execution").ifPresent(v -> options.put("agent.terminal.default_mode", Json.of(v)));
    if (line.value("max-iterations").isPresent()) {
      options.put("agent.max_iterations", whole("--max-iterations", line));
    }
    if (line.value("script").isPresent() && line.value("provider").isEmpty()) {
      options.put("llm.provider", Json.of("replay"));
    }
    Configuration configuration =
        Sources.read(
            surroundings.environment(),
            surroundings.home(),
            surroundings.directory(),
            line.value("config").map(surroundings::path),
            options);
    configuration
        .warnings()
        .forEach(w -> surroundings.err().println("writ: warning: " + Inert.line(w)));
    return configuration;
  }

  private static Json whole(String option, CommandLine line) throws UsageException {
    String text = line.value(option.substring(2)).orElse("");
    if (text.isEmpty() || text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new UsageException(option + " needs a whole number, not '" + text + "'");
    }
    return new Json.Num(text);
  }

  private static Mode mode(CommandLine line) throws UsageException {
    String name = line.value("mode").orElse("code");
    return Mode.SHIPPED.stream()
        .filter(mode -> mode.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--mode: there is no mode '"
                        + name
                        + "'; there are "
                        + String.join(", ", Mode.SHIPPED.stream().map(Mode::name).toList())));
  }

  private ExecutionMode execution(Use use) throws UsageException {
    String word =
        configuration
            .text("agent.terminal.default_mode")
            .orElse(use == Use.CHAT ? "interactive" : "restricted_autonomous");
    for (ExecutionMode mode : ExecutionMode.values()) {
      if (mode.word().equals(word.toLowerCase(Locale.ROOT))) {
        if (mode == ExecutionMode.FULL_AUTONOMOUS
            && use != Use.VERDICT
            && !line.has("allow-dangerous")) {
          throw new UsageException("full_autonomous needs --allow-dangerous");
        }
        return mode;
      }
    }
    throw new UsageException(
        "there is no execution mode '"
            + word
            + "'; there are interactive, restricted_autonomous, full_autonomous");
  }

  private Policy policy() throws UsageException {
    List<Path> blocked =
        configuration.texts("safety.sandbox_blocked_paths").stream()
            .map(surroundings::path)
            .toList();
    return new Policy(
        IntentSettings.of(configuration),
        CommandSettings.of(configuration, line.has("allow-dangerous"), line.has("no-sandbox")),
        QuestionSettings.of(configuration),
        new Policy.Places(blocked, allowed()),
        choice.credentials().inEnvironment(),
        course());
  }

  /// The one directory of the workspace that is within reach.
  private WorkspacePath allowed() throws UsageException {
    List<String> texts = configuration.texts(ALLOWED);
    if (texts.size() != 1) {
      throw new UsageException(ALLOWED + ": name one directory; this version has one root");
    }
    Path root = surroundings.directory();
    Path place = surroundings.path(texts.getFirst());
    if (!place.startsWith(root)) {
      throw new UsageException(
          "%s: %s is outside the workspace %s; start Writ there, or use --cwd"
              .formatted(ALLOWED, place, root));
    }
    return WorkspacePath.of(root.relativize(place).toString());
  }

  private Policy.Course course() {
    return line.has("simulate")
        ? Policy.Course.SIMULATE
        : line.has("dry-run") ? Policy.Course.DRY_RUN : Policy.Course.PERFORM;
  }

  /// Whether calls are only judged (`--dry-run`).
  public boolean isDryRun() {
    return course() == Policy.Course.DRY_RUN;
  }

  /// The gate's side of this process.
  public Governor governor() {
    return governor;
  }

  /// Where this process stands with the gate.
  public Standing standing() {
    return standing;
  }

  /// The sessions of this machine.
  public SessionFiles sessionFiles() {
    Path directory = file.file().getParent();
    return new SessionFiles(directory == null ? surroundings.home() : directory);
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
    return choice.roster(prompt);
  }

  /// What opens models in this process.
  public ModelChoice choice() {
    return choice;
  }

  /// A session with these models.
  ///
  /// @param listener hears everything, on the thread of the turn
  /// @throws IOException where its file can't be written
  public Session session(ModelRoster models, Use use, Consumer<Event> listener) throws IOException {
    Consumer<Event> heard =
        signs() || use == Use.CHAT ? event -> heard(event, use, listener) : listener;
    Journaled journal =
        new Journaled(file, new Conversation(), heard, CLOCK, governor.masker()::mask);
    journal.add(
        SessionEvents.start(file.id(), models.id(), governor.root().toString(), Version.NAME));
    Clockwork clockwork = new Clockwork(CLOCK, random, Thread::sleep);
    Session.Parts parts =
        new Session.Parts(
            governor.gate(),
            standing,
            models,
            Prompts.SYSTEM,
            () -> Prompts.environment(governor, standing.execution(), CLOCK.instant()),
            clockwork);
    return new Session(parts, journal, limits(use), quality, context.sources(governor, CLOCK));
  }

  /// What comes after a turn: its records are signed; and the intent map after each of a chat, a
  /// run's when the governor is closed.
  private void heard(Event event, Use use, Consumer<Event> listener) {
    boolean ended = event instanceof Event.Ended;
    if (ended && signs()) {
      checkpoint();
    }
    listener.accept(event);
    if (ended && use == Use.CHAT) {
      keepMap();
    }
  }

  private void keepMap() {
    try {
      governor.map().keep();
    } catch (IOException e) {
      surroundings.err().println("writ: warning: no intent map was written: " + e.getMessage());
    }
  }

  private OptionalLong maxCost() {
    Optional<Double> dollars = configuration.number("agent.max_cost_usd");
    return dollars.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of((long) (dollars.get() * MICRO_USD));
  }

  private Limits limits(Use use) {
    return new Limits(
        (int) configuration.whole("agent.max_iterations").orElse(use == Use.CHAT ? 25 : 100),
        configuration.whole("agent.max_tokens_total").orElse(0),
        maxCost(),
        Duration.ofSeconds(configuration.whole("agent.max_duration_seconds").orElse(0)),
        calls,
        new Limits.RetryRules(
            (int) configuration.whole("agent.retry_attempts").orElse(3),
            Duration.ofMillis(configuration.whole("agent.retry_backoff_base_ms").orElse(1000)),
            Duration.ofSeconds(configuration.whole("llm.max_retry_after_seconds").orElse(60))));
  }

  @Override
  public void close() throws IOException {
    try (file;
        governor;
        context) {
      if (signs()) {
        checkpoint();
      }
      prune();
    }
  }

  /// A content that can't be pruned now is pruned another day.
  private void prune() {
    try {
      governor.prune(
          Duration.ofDays(configuration.whole("undo.max_age_days").orElse(30)),
          configuration.whole("undo.max_bytes").orElse(1_073_741_824));
    } catch (IOException e) {
      surroundings.err().println("writ: .writ/objects could not be pruned: " + e.getMessage());
    }
  }
}
