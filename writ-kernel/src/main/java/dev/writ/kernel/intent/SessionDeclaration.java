// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.kernel.intent;

/// The declaration of a session in this turn.
public sealed interface SessionDeclaration {
  /// Nothing.
  record NoDeclaration() implements SessionDeclaration {}

  /// A kind alone: enough to read, not to change anything.
  record KindOnly(IntentKind kind) implements SessionDeclaration {}

  /// A kind under an intent.
  record Under(IntentKind kind, Intent intent) implements SessionDeclaration {}
}
