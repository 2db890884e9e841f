// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

/// A piece of an answer as it streams in. Nothing may be executed on its strength.
public sealed interface AnswerDelta {
  /// Visible text.
  record TextDelta(String text) implements AnswerDelta {}

  /// Reasoning text.
  record Reasoning(String text) implements AnswerDelta {}

  /// The model began a call of that tool (name as sent, untrusted).
  record CallBegun(String tool) implements AnswerDelta {}
}
