// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app.model;

import dev.writ.app.cli.UsageException;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply.ProviderError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Chooses a model if a person named none: a reachable Ollama's, then that of a provider with a
/// key. It is decided before the first message.
final class ModelOrder {
  private static final String OLLAMA = "ollama";
  private static final String COPILOT = "copilot";

  /// Providers whose keys are looked for, in this order.
  private static final List<String> KEYED =
      List.of("anthropic", "openai", "gemini", "mistral", "deepseek");

  private final ModelChoice choice;
  private final CredentialSource credentials;
  private final String preferred;

  /// @param preferred the model that an Ollama is asked for where it is installed
  ModelOrder(ModelChoice choice, CredentialSource credentials, String preferred) {
    this.choice = choice;
    this.credentials = credentials;
    this.preferred = preferred;
  }

  /// The choice.
  ///
  /// @param notes notices for a person
  record ChosenModel(ModelId id, List<String> notes) {
    ChosenModel(String provider, String model, String... notes) {
      this(new ModelId(provider, model), List.of(notes));
    }
  }

  /// The first model within reach.
  ///
  /// @throws NoModelException where there is none
  ChosenModel first() throws UsageException, NoModelException {
    ModelListing ollama = list(OLLAMA);
    if (ollama instanceof ModelListing.ListedModels(var entries) && !entries.isEmpty()) {
      return installed(entries);
    }
    for (String provider : KEYED) {
      Optional<String> usual = choice.data().catalog().usual(provider);
      if (choice.presets().known().contains(provider)
          && usual.isPresent()
          && credentials.key(provider).isPresent()) {
        return new ChosenModel(
            provider,
            usual.get(),
            "no local model was found; using "
                + provider
                + "/"
                + usual.get()
                + ", for which a key was found");
      }
    }
    if (choice.presets().known().contains(COPILOT)
        && credentials.key(COPILOT).isPresent()
        && list(COPILOT) instanceof ModelListing.ListedModels(var offered)
        && !offered.isEmpty()) {
      String name = offered.getFirst().name();
      return new ChosenModel(COPILOT, name, "using copilot/" + name + ", to which you signed in");
    }
    throw new NoModelException(nothing(ollama));
  }

  private String nothing(ModelListing ollama) {
    String about =
        switch (ollama) {
          case ModelListing.ListedModels _ -> "Ollama is running and has no model";
          case ModelListing.FailedListing(ProviderError trouble) ->
              "Ollama was not reached (" + trouble.message() + ")";
        };
    List<String> variables = new ArrayList<>();
    KEYED.forEach(provider -> choice.presets().keyVariable(provider).ifPresent(variables::add));
    return """
    there is no model to use: %s, and no key of another provider was found. Do one of these:
      %-28s a model on this machine; start it with: ollama serve
      %-28s a provider's key; others: %s
      writ auth login PROVIDER     store a key in the keyring of this system
      writ -p PROVIDER -m MODEL    name a provider and its model
      writ demo                    try Writ without a model\
    """
        .formatted(
            about,
            "ollama pull " + preferred,
            "export " + variables.getFirst() + "=…",
            String.join(", ", variables.subList(1, variables.size())));
  }

  /// The model of a provider that was named without a model.
  ChosenModel of(String provider) throws UsageException, NoModelException {
    Optional<String> usual = choice.data().catalog().usual(provider);
    if (usual.isPresent()) {
      return new ChosenModel(provider, usual.get());
    }
    ModelListing listing = list(provider);
    if (!(listing instanceof ModelListing.ListedModels(var entries)) || entries.isEmpty()) {
      return new ChosenModel(provider, preferred);
    }
    return provider.equals(OLLAMA)
        ? installed(entries)
        : new ChosenModel(provider, entries.getFirst().name());
  }

  private ChosenModel installed(List<ModelListing.Entry> entries)
      throws UsageException, NoModelException {
    if (entries.stream().anyMatch(entry -> entry.name().equals(preferred))) {
      return new ChosenModel(OLLAMA, preferred);
    }
    String first = entries.getFirst().name();
    for (ModelListing.Entry entry : entries) {
      if (entry.capabilities().has(ModelAbility.TOOLS) || hasTools(entry)) {
        first = entry.name();
        break;
      }
    }
    return new ChosenModel(OLLAMA, first, preferred + " is not installed; using ollama/" + first);
  }

  private boolean hasTools(ModelListing.Entry entry) throws UsageException, NoModelException {
    Model model = choice.model(new ModelId(OLLAMA, entry.name()), ModelChoice.LISTING_PATIENCE);
    try {
      return model.capabilities().has(ModelAbility.TOOLS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      model.close();
    }
  }

  private ModelListing list(String provider) throws NoModelException {
    try {
      return choice.listing(new ModelId(provider, preferred));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static NoModelException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    NoModelException ended = new NoModelException("interrupted while looking for a model");
    ended.initCause(e);
    return ended;
  }
}
