// Implements: docs/spec/09-intents-and-hooks.md §9.3 (Kind and tool compatibility)
package dev.writ.kernel.intent;

/// The kind of work that a model declares.
public enum IntentKind {
  /// Thinking and asking.
  PLAN,
  /// Changing code.
  CODE,
  /// Reading to understand.
  ANALYZE,
  /// Finding a fault.
  DEBUG,
  /// Writing a file.
  WRITE_FILE,
  /// Reading a file.
  READ_FILE,
  /// Running a command.
  EXECUTE
}
