// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.engine.context;

import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.ConversationEntry;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.LongStream;

/// The conversation's share of its model's window.
///
/// @param tokens the size of the next request as far as it is known
/// @param messages of the person and answers, in the view
/// @param maxMessages the largest permitted number of messages; empty for no limit
/// @param shares the distribution of the tokens; their sum is `tokens`
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
  public record Shares(long fixed, long person, long answers, long results, long summaries) {
    /// The distribution of a request's tokens by the estimates of its parts. The sum may be a
    /// provider's count; what rounding leaves is `fixed`.
    ///
    /// @param fixed the estimate of what stands before the messages
    /// @param pending the estimate of the notes that come with the next message
    /// @param sum of all
    static Shares of(Conversation conversation, long fixed, long pending, long sum) {
      List<ConversationEntry> entries = conversation.entries();
      long[] parts = new long[4];
      parts[0] = pending;
      for (int i = 0; i < entries.size(); i++) {
        int part =
            switch (entries.get(i).kind()) {
              case REQUEST, STEER, NOTE -> 0;
              case ANSWER -> 1;
              case RESULT -> 2;
              case SUMMARY -> 3;
            };
        parts[part] += conversation.tally().of(i);
      }
      long estimated = Math.max(1, fixed + LongStream.of(parts).sum());
      for (int i = 0; i < parts.length; i++) {
        parts[i] = parts[i] * sum / estimated;
      }
      long rest = sum - LongStream.of(parts).sum();
      return new Shares(rest, parts[0], parts[1], parts[2], parts[3]);
    }
  }
}
