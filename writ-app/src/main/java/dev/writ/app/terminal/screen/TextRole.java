// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

/// What a piece of text is for; a theme says how that looks.
public enum TextRole {
  /// Ordinary text.
  TEXT,
  /// Something less important.
  DIM,
  /// Emphasized.
  ITALIC,
  /// Strongly emphasized.
  BOLD,
  /// Struck through.
  STRUCK,
  /// A heading.
  HEADING,
  /// Code in a line or a block.
  CODE,
  /// A keyword in code.
  KEYWORD,
  /// A literal in code.
  LITERAL,
  /// A comment in code.
  COMMENT,
  /// A link.
  LINK,
  /// What the person wrote.
  PERSON,
  /// The name of a tool, a choice, the prompt.
  ACCENT,
  /// Something went well.
  GOOD,
  /// Something needs attention.
  WARNING,
  /// Something failed.
  ERROR,
  /// A line that was added.
  ADDED,
  /// A line that was removed.
  REMOVED,
  /// A word that an added line has and the removed one hasn't.
  ADDED_WORD,
  /// A word that a removed line had and the added one hasn't.
  REMOVED_WORD,
  /// The chosen one of several.
  SELECTED
}
