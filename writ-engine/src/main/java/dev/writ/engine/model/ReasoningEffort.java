// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

/// How much a model is to reason. Adapters translate it to what the model accepts.
public enum ReasoningEffort {
  /// The model's own default: nothing is sent.
  DEFAULT,
  /// As little as the model allows.
  NONE,
  /// Little.
  LOW,
  /// A moderate amount.
  MEDIUM,
  /// Much.
  HIGH
}
