// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app.model;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.engine.model.ModelId;
import java.util.ArrayList;
import java.util.List;

/// The providers and models that the configuration names.
///
/// @param known the providers that there are
record ModelNames(Configuration configuration, List<String> known) {
  /// Refuses what names a provider that isn't there.
  ///
  /// @throws UsageException with where it stands
  void check() throws UsageException {
    String provider = configuration.text("llm.provider").orElse("");
    if (!provider.isEmpty() && !known.contains(provider)) {
      throw configuration.error(
          "llm.provider: there is no provider '%s'%s; writ models lists them, -p NAME names one"
              .formatted(provider, NearestWord.hint(provider, known)));
    }
    List<ModelId> _ = fallback();
  }

  /// The substitutes of the chosen model (`llm.fallback`).
  ///
  /// @throws UsageException where one is not written as provider and model
  List<ModelId> fallback() throws UsageException {
    List<ModelId> ids = new ArrayList<>();
    for (String text : configuration.texts("llm.fallback")) {
      int slash = text.indexOf('/');
      String provider = slash < 0 ? "" : text.substring(0, slash);
      if (!known.contains(provider) || slash == text.length() - 1) {
        throw configuration.error(
            "llm.fallback: '%s' is not PROVIDER/MODEL with one of the providers %s"
                .formatted(text, String.join(", ", known)));
      }
      ids.add(new ModelId(provider, text.substring(slash + 1)));
    }
    return ids;
  }
}
