// Implements: docs/spec/04-conversation.md §4.1 (Limits)
package dev.writ.engine.context;

import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.PricedModel;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/// The budgets of a session's models. The provider's own window has precedence, then the model
/// data, then the limits learned from refusals.
final class ModelBudgets {
  private final Map<ModelId, ModelCapabilities> asked = new HashMap<>();
  private final Map<ModelId, Long> learned = new HashMap<>();

  /// The budget of a model; the first question about it may ask its provider.
  ContextBudget of(PricedModel model, ContextRules rules) throws InterruptedException {
    ModelCapabilities told = asked.get(model.id());
    if (told == null) {
      told = model.model().capabilities();
      asked.put(model.id(), told);
    }
    OptionalLong window =
        told.window() > 0 ? OptionalLong.of(told.window()) : model.tariff().window();
    OptionalLong longest =
        told.outputLimit() > 0
            ? OptionalLong.of(told.outputLimit())
            : model.tariff().most(0).outputTokens();
    ContextBudget budget = ContextBudget.of(window, longest, rules);
    long limit = learned.getOrDefault(model.id(), Long.MAX_VALUE);
    return limit >= budget.budget() ? budget : budget.limitedTo(limit);
  }

  /// The provider refused a request of that size.
  void refused(PricedModel model, long tokens) {
    learned.merge(model.id(), tokens, Math::min);
  }
}
