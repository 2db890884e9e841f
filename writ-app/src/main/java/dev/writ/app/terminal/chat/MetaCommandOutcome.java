// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

/// How a meta command ended.
public enum MetaCommandOutcome {
  /// It did what it says, or said why not.
  DONE,
  /// It asked what it is about, and the person wanted none: it did nothing.
  NOTHING_CHOSEN,
  /// The chat continues with another session, and so with another engine.
  OTHER_ENGINE
}
