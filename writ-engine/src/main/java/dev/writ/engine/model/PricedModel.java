// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.engine.model;

/// A model and its prices.
public record PricedModel(Model model, ModelTariff tariff) {
  /// The model.
  public ModelId id() {
    return model.id();
  }
}
