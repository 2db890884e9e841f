// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.kernel.intent;

/// What a session has declared in this turn.
public sealed interface Declaration {
  /// Nothing.
  record None() implements Declaration {}

  /// A kind alone: enough to read, not to change anything.
  record KindOnly(IntentKind kind) implements Declaration {}

  /// A kind under an intent.
  record Under(IntentKind kind, Intent intent) implements Declaration {}
}
