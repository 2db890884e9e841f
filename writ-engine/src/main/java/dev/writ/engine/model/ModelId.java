// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.engine.model;

/// A model of a provider; written `provider/model` in the ledger.
public record ModelId(String provider, String model) {
  @Override
  public String toString() {
    return provider + "/" + model;
  }
}
