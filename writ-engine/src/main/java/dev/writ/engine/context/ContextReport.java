// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.engine.context;

import java.util.OptionalInt;

/// The conversation's share of its model's window.
///
/// @param tokens the size of the next request as far as it is known
/// @param messages of the person and answers, in the view
/// @param maxMessages the largest permitted number of messages; empty for no limit
/// @param shares the distribution of the tokens
/// @param turns the number of turns in the view
public record ContextReport(
    ContextBudget budget,
    long tokens,
    int messages,
    OptionalInt maxMessages,
    Shares shares,
    int turns) {
  /// The estimated tokens of each part of a request.
  ///
  /// @param fixed the text before the messages and the tools
  /// @param person the person's messages and Writ's notes
  /// @param answers of the model, with calls
  /// @param results of calls
  /// @param summaries of condensed messages
  public record Shares(long fixed, long person, long answers, long results, long summaries) {}
}
