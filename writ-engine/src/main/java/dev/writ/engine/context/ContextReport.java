// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.engine.context;

import java.util.OptionalInt;

/// The conversation's share of its model's window.
///
/// @param tokens of the next request, as far as it is known
/// @param messages of the person and answers, in the view
/// @param maxMessages how many there may be; empty for no limit
/// @param shares where the tokens are
/// @param turns the number of turns in the view
public record ContextReport(
    ContextBudget budget,
    long tokens,
    int messages,
    OptionalInt maxMessages,
    Shares shares,
    int turns) {
  /// Estimated tokens by what they are spent on.
  ///
  /// @param fixed the text before the messages and the tools
  /// @param person what the person said, with Writ's notes
  /// @param answers of the model, with calls
  /// @param results of calls
  /// @param summaries of what was condensed
  public record Shares(long fixed, long person, long answers, long results, long summaries) {}
}
