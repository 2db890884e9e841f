// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app.model;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.PricedModel;
import java.util.Optional;

/// The model for small work (`llm.small_model`).
///
/// @param choice opens it
record SmallModel(Configuration configuration, ModelChoice choice) {
  private static final String KEY = "llm.small_model";

  /// The model's id; empty if none is configured.
  ///
  /// @param provider the one of a name without a provider
  /// @throws UsageException where a project's file names another provider, which a person has to do
  Optional<ModelId> id(String provider) throws UsageException {
    String text = configuration.text(KEY).orElse("");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    int slash = text.indexOf('/');
    if (slash < 0) {
      return Optional.of(new ModelId(provider, text));
    }
    String named = text.substring(0, slash);
    if (!choice.knows(named) || slash == text.length() - 1) {
      throw configuration.error(
          "%s: '%s' is neither a model of %s nor PROVIDER/MODEL with one of the providers %s"
              .formatted(KEY, text, provider, String.join(", ", choice.names())));
    }
    if (configuration.isByProject(KEY) && !named.equals(provider)) {
      throw configuration.error(
          KEY + ": a project's file names a model of the same provider only, without a slash");
    }
    return Optional.of(new ModelId(named, text.substring(slash + 1)));
  }

  /// Opens it; empty if there is none, or if it cannot be opened, which is reported to the person.
  Optional<PricedModel> open(Optional<ModelId> id) {
    try {
      return id.isEmpty() ? Optional.empty() : Optional.of(choice.open(id.get()));
    } catch (UsageException e) {
      choice.note(KEY + ": " + e.getMessage());
      return Optional.empty();
    }
  }
}
