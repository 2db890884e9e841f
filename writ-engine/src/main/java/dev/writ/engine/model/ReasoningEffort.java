// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

/// The amount of reasoning requested from a model. Adapters translate it to a value that the model
/// accepts.
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
