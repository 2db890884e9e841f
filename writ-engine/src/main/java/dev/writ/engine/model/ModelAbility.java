// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

/// An ability of a model.
public enum ModelAbility {
  /// Native tool calls.
  TOOLS,
  /// Several tool calls in one answer.
  PARALLEL_CALLS,
  /// Answers that arrive piece by piece.
  STREAMING,
  /// Reasoning before the answer.
  REASONING,
  /// A cached prompt prefix at a lower price.
  CACHING,
  /// Images in messages.
  VISION
}
