// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app.model;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.ConfigSources;
import dev.writ.app.config.Configuration;
import dev.writ.app.process.EffectiveConfiguration;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FailureReason;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelTariff;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.TokenUsage;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.wire.ProviderException;
import dev.writ.wire.ProviderFactory;
import dev.writ.wire.ProviderPresets;
import dev.writ.wire.ProviderSettings;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.replay.ScriptRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Opens models: the one that is configured, or the first one within reach.
public final class ModelChoice implements AutoCloseable {
  private static final String PROVIDER = "llm.provider";
  private static final String MODEL = "llm.model";
  /// How long a server may be silent while it lists its models.
  static final Duration LISTING_PATIENCE = Duration.ofSeconds(5);

  private static final int MOST_NAMED = 10;
  private static final String REPLAY = "replay";

  /// Options by which a person says which model to ask.
  private static final List<String> MODEL_OPTIONS =
      List.of("model", "provider", "endpoint", "script");

  /// A script costs nothing.
  private static final ModelTariff FREE =
      new ModelTariff() {
        @Override
        public OptionalLong microUsd(TokenUsage usage) {
          return OptionalLong.of(0);
        }

        @Override
        public CostBound most(long inputTokens) {
          return new CostBound(OptionalLong.empty(), OptionalLong.of(0));
        }

        @Override
        public OptionalLong window() {
          return OptionalLong.empty();
        }
      };

  private final Configuration configuration;
  private final ParsedArguments arguments;
  private final ProcessContext context;
  private final InstantSource clock;
  private Optional<RecordedScript> recording = Optional.empty();
  private final ProviderPresets presets;
  private final CredentialSource credentials;
  private final ModelData data;

  public ModelChoice(
      Configuration configuration,
      ParsedArguments arguments,
      ProcessContext context,
      InstantSource clock)
      throws UsageException {
    this.configuration = configuration;
    this.arguments = arguments;
    this.context = context;
    this.clock = clock;
    this.presets = presets(context);
    this.credentials = new CredentialSource(configuration, context, presets);
    this.data = ModelData.of(context);
  }

  /// The choice under the configuration in force.
  ///
  /// @throws UsageException where that or a person's data file is wrong
  static ModelChoice of(ParsedArguments arguments, ProcessContext context, InstantSource clock)
      throws UsageException {
    return new ModelChoice(
        EffectiveConfiguration.of(arguments, context), arguments, context, clock);
  }

  /// The providers of the program and those of a person's file `providers.json`.
  private static ProviderPresets presets(ProcessContext context) throws UsageException {
    var own = ConfigSources.dataFile(context.environment(), context.home(), "providers");
    try {
      ProviderPresets all = ProviderPresets.shipped();
      return own.isEmpty()
          ? all
          : all.extendedBy("" + own.get().path(), own.get().text()).outside(context.project());
    } catch (ProviderException e) {
      throw new UsageException("" + e.getMessage());
    }
  }

  /// The providers.
  ProviderPresets presets() {
    return presets;
  }

  /// Keys of providers.
  public CredentialSource credentials() {
    return credentials;
  }

  /// The names of all providers.
  public List<String> names() {
    return presets.known();
  }

  /// Whether there is such a provider.
  public boolean knows(String provider) {
    return presets.known().contains(provider);
  }

  /// A line for each provider: its name, its address, and whether its key was found.
  public List<String> providers() {
    List<String> lines = new ArrayList<>();
    int column = presets.known().stream().mapToInt(String::length).max().orElse(0);
    for (String provider : presets.known()) {
      String key = credentials.state(provider).map(state -> ", key: " + state).orElse("");
      String gap = " ".repeat(column - provider.length() + 2);
      lines.add(provider + gap + presets.place(provider) + key);
    }
    return lines;
  }

  /// A person named that provider: from now on it gets its key, regardless of other sources.
  public void trust(String provider) {
    credentials.trust(provider);
  }

  /// Why a model that was refused may not be there: its provider lists others. Empty where the list
  /// says nothing against it.
  public Optional<String> missing(ModelId id) {
    try {
      if (!(listing(id) instanceof ModelListing.ListedModels(List<ModelListing.Entry> entries))) {
        return Optional.empty();
      }
      List<String> names = entries.stream().map(ModelListing.Entry::name).toList();
      if (names.isEmpty() || names.contains(id.model())) {
        return Optional.empty();
      }
      return Optional.of(
          "%s has no model '%s'%s; it has %s"
              .formatted(
                  id.provider(),
                  id.model(),
                  NearestWord.hint(id.model(), names),
                  names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /// Refuses a configuration that names providers that aren't there.
  ///
  /// @throws UsageException with where it stands
  public void check() throws UsageException {
    new ModelNames(configuration, names()).check();
  }

  /// The models that a provider itself lists.
  ModelListing listing(ModelId id) throws InterruptedException {
    try {
      Model model = model(id, LISTING_PATIENCE);
      try {
        return model.models();
      } finally {
        model.close();
      }
    } catch (UsageException e) {
      return new ModelListing.FailedListing(
          new ProviderError(
              ProviderError.ProviderErrorKind.REJECTED, String.valueOf(e.getMessage())));
    }
  }

  /// The chosen model with its substitutes (`llm.fallback`).
  ///
  /// @param before what a recorded session asked last; it is asked on unless the command line names
  ///     another one
  /// @throws UsageException where the configuration can't be meant
  /// @throws NoModelException where nothing is configured and no model is within reach
  public ModelRoster roster(KeyPrompt prompt, Optional<ModelId> before)
      throws UsageException, NoModelException {
    credentials.prompting(prompt);
    Deque<ModelId> fallback = new ArrayDeque<>(new ModelNames(configuration, names()).fallback());
    boolean asked = MODEL_OPTIONS.stream().anyMatch(arguments::has);
    ModelId id = before.isPresent() && !asked ? resumed(before.get()) : chosen();
    credentials.need(id.provider());
    Model first = recorded(model(id, patience()));
    SmallModel small = new SmallModel(configuration, this);
    Optional<ModelId> smallId = small.id(id.provider());
    return new ModelRoster(priced(first), () -> substitute(fallback), () -> small.open(smallId));
  }

  /// The model that a recorded session asked last, while its provider is known.
  private ModelId resumed(ModelId before) throws UsageException, NoModelException {
    if (presets.known().contains(before.provider()) && !before.provider().equals(REPLAY)) {
      return before;
    }
    note("the provider '" + before.provider() + "' of the session is not available");
    return chosen();
  }

  /// Chooses the model before any request.
  ModelId chosen() throws UsageException, NoModelException {
    check();
    String provider = configuration.text(PROVIDER).orElse("ollama");
    String model = configuration.text(MODEL).orElse("");
    if (provider.equals(REPLAY) && arguments.has("script") && !arguments.has("model")) {
      String author = String.valueOf(script().getFileName()); // of what it does, in all records
      return new ModelId(REPLAY, new SecretMasker(List.of()).mask(author));
    }
    if (configuration.isDefault(MODEL)) {
      ModelOrder order = new ModelOrder(this, credentials, model);
      ModelOrder.ChosenModel found =
          configuration.isDefault(PROVIDER) ? order.first() : order.of(provider);
      found.notes().forEach(this::note);
      return found.id();
    }
    return new ModelId(provider, model);
  }

  private Optional<PricedModel> substitute(Deque<ModelId> fallback) {
    while (!fallback.isEmpty()) {
      try {
        return Optional.of(open(fallback.poll()));
      } catch (UsageException e) {
        note("llm.fallback: " + e.getMessage());
      }
    }
    return Optional.empty();
  }

  void note(String text) {
    context.err().println("writ: " + DisplayText.line(text));
  }

  /// Opens a model of any provider. Nothing is sent yet.
  ///
  /// @throws UsageException where it can't be meant
  public PricedModel open(ModelId id) throws UsageException {
    credentials.demand(id.provider());
    return priced(model(id, patience()));
  }

  private Duration patience() {
    return Duration.ofSeconds(configuration.whole("llm.timeout_seconds").orElse(120));
  }

  private PricedModel priced(Model model) {
    ModelId id = model.id();
    ModelTariff tariff =
        id.provider().equals(REPLAY)
            ? FREE
            : new CatalogTariff(id, data, configuration.whole("llm.max_tokens"), clock);
    return new PricedModel(model, tariff);
  }

  /// The default model of a provider; empty if there is none.
  ///
  /// @throws UsageException if there is no such provider
  /// @throws NoModelException if it cannot be determined
  public ModelId usual(String provider) throws UsageException, NoModelException {
    String preferred = configuration.text(MODEL).orElse("");
    return new ModelOrder(this, credentials, preferred).of(provider).id();
  }

  /// The known facts about models.
  public ModelData data() {
    return data;
  }

  /// @param patience how long no byte may arrive
  Model model(ModelId id, Duration patience) throws UsageException {
    credentials.permit(id.provider());
    Long maxTokens =
        configuration.whole("llm.max_tokens").isPresent()
            ? Long.valueOf(configuration.whole("llm.max_tokens").getAsLong())
            : null;
    RequestTuning tuning =
        new RequestTuning(
            configuration.number("llm.temperature").orElse(null),
            maxTokens,
            configuration.text("llm.keep_alive").orElse(null));
    try {
      return ProviderFactory.open(
          new ProviderSettings(
              id.provider(),
              id.model(),
              endpoint(id.provider()),
              credentials.key(id.provider()).orElse(null),
              tuning,
              network(patience)),
          presets);
    } catch (ProviderException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /// A configured address belongs to the configured provider; for `replay` it is the script.
  String endpoint(String provider) throws UsageException {
    if (provider.equals(REPLAY)) {
      Path file = script();
      try {
        return Files.readString(file);
      } catch (IOException e) {
        throw new UsageException(
            "--script: " + file + " cannot be read: " + new FailureReason(e).words());
      }
    }
    return configuration.text(PROVIDER).filter(provider::equals).isPresent()
        ? configuration.text("llm.endpoint").orElse("")
        : "";
  }

  private NetworkSettings network(Duration patience) throws UsageException {
    return new NetworkSettings(
        context.environment(),
        authorities(),
        Set.copyOf(configuration.texts("llm.plaintext_hosts")),
        NetworkSettings.DEFAULT_CONNECT,
        patience,
        clock);
  }

  /// The model with a script of its turns written beside, where `--record` asks for one; closed
  /// with it.
  private Model recorded(Model model) throws UsageException {
    Optional<Path> file = arguments.value("record").map(context::path);
    if (file.isEmpty()) {
      return model;
    }
    RecordedScript script = RecordedScript.in(file.get());
    recording = Optional.of(script);
    return new ScriptRecorder(model, script);
  }

  /// Ends what `--record` asked for, after the models were closed.
  ///
  /// @throws IOException where the file isn't a whole script
  @Override
  public void close() throws IOException {
    if (recording.isPresent()) {
      recording.get().close();
    }
  }

  private Path script() throws UsageException {
    if (arguments.value("script").isEmpty()) {
      throw new UsageException("the provider replay needs --script FILE");
    }
    return context.path(arguments.value("script").get());
  }

  private List<String> authorities() throws UsageException {
    List<String> texts = new ArrayList<>();
    for (String name : configuration.texts("llm.ca_files")) {
      Path file = context.configured(name);
      try {
        texts.add(Files.readString(file));
      } catch (IOException e) {
        throw configuration.error(
            "llm.ca_files: " + file + " cannot be read: " + new FailureReason(e).words());
      }
    }
    return texts;
  }
}
