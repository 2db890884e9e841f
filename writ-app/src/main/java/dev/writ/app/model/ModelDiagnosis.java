// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.model;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.UsageException;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.wire.catalog.ModelRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// Asks the configured provider whether it has the configured model. Requests only its list of
/// models, which costs nothing.
public final class ModelDiagnosis {
  /// How long the provider may take in all.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final String REPLAY = "replay";

  /// Ollama's suffix for a name without a tag.
  private static final String LATEST = ":latest";

  private final ModelChoice choice;
  private final String provider;

  /// @param provider the configured provider
  public ModelDiagnosis(ModelChoice choice, String provider) {
    this.choice = choice;
    this.provider = provider;
  }

  /// Asks the provider.
  ///
  /// @throws InterruptedException when the calling thread is interrupted meanwhile
  public ModelReach ask() throws InterruptedException {
    BlockingQueue<ModelReach> answer = new ArrayBlockingQueue<>(1);
    ModelId unknown = new ModelId("", "");
    Thread asking =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    answer.add(reach());
                  } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                  }
                });
    ModelReach reach = answer.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    asking.interrupt();
    return reach != null
        ? reach
        : new ModelReach.UnreachedProvider(
            unknown,
            "",
            new ProviderError(
                ProviderError.ProviderErrorKind.TIMEOUT,
                "no answer within " + PATIENCE.toSeconds() + " seconds"));
  }

  private ModelReach reach() throws InterruptedException {
    try {
      if (!choice.knows(provider)) {
        return new ModelReach.Misconfigured(
            "there is no provider '%s'%s; writ models lists them, -p NAME names one"
                .formatted(provider, NearestWord.hint(provider, choice.names())));
      }
      ModelId id = choice.chosen();
      Optional<String> problem = choice.credentials().missing(id.provider());
      if (problem.isPresent()) {
        return new ModelReach.KeyMissing(id, problem.get());
      }
      Model model = choice.model(id, ModelChoice.LISTING_PATIENCE);
      try {
        return id.provider().equals(REPLAY)
            ? new ModelReach.Reached(id, "a script", ModelReach.ToolSupport.PRESENT)
            : asked(model);
      } finally {
        model.close();
      }
    } catch (UsageException | NoModelException e) {
      return new ModelReach.Misconfigured("" + e.getMessage());
    }
  }

  private ModelReach asked(Model model) throws UsageException, InterruptedException {
    ModelId id = model.id();
    String configured = choice.endpoint(id.provider());
    String address =
        configured.isEmpty() ? choice.presets().endpoint(id.provider()).orElse("") : configured;
    return switch (model.models()) {
      case ModelListing.FailedListing(ProviderError trouble) ->
          new ModelReach.UnreachedProvider(id, address, trouble);
      case ModelListing.ListedModels(List<ModelListing.Entry> entries) -> {
        Optional<ModelListing.Entry> entry =
            entries.stream()
                .filter(e -> e.name().equals(id.model()) || e.name().equals(id.model() + LATEST))
                .findFirst();
        yield entry.isEmpty()
            ? new ModelReach.Unlisted(
                id, address, entries.stream().map(ModelListing.Entry::name).toList())
            : new ModelReach.Reached(id, address, tools(model, entry.get().capabilities()));
      }
    };
  }

  /// The list's value, else the provider's value for the model, else the catalogue's.
  private ModelReach.ToolSupport tools(Model model, ModelCapabilities listed)
      throws InterruptedException {
    ModelCapabilities asked = model.capabilities();
    if (listed.has(ModelAbility.TOOLS) || asked.has(ModelAbility.TOOLS)) {
      return ModelReach.ToolSupport.PRESENT;
    }
    if (listed.lacks(ModelAbility.TOOLS) || asked.lacks(ModelAbility.TOOLS)) {
      return ModelReach.ToolSupport.ABSENT;
    }
    Optional<ModelRow> row = choice.data().catalog().row(model.id().provider(), model.id().model());
    return row.filter(known -> known.abilities().contains(ModelAbility.TOOLS)).isPresent()
        ? ModelReach.ToolSupport.PRESENT
        : ModelReach.ToolSupport.UNKNOWN;
  }
}
