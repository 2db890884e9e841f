// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

/// One of the answers to a question.
///
/// @param letter its key, besides its number
record DialogChoice(Kind kind, char letter, String words) {
  enum Kind {
    ONCE,
    SESSION,
    PROJECT,
    INTENT,
    CHANGE,
    NO
  }
}
