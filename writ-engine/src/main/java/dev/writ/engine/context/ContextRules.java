// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.context;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The rules that keep a conversation within a model's window.
///
/// @param maxTokens the most tokens of a request (`context.max_tokens`); empty for the limit of the
///     window
/// @param thresholds the thresholds for reductions
/// @param maxMessages the largest number of user and assistant messages in a view
///     (`context.max_messages`); empty for no limit
/// @param minRetainRounds how many of the last answers stay with the results of their calls
///     (`agent.conversation.min_retain_turns`)
/// @param writer the author of summaries (`context.condense`)
/// @param reports options of counting and reporting
public record ContextRules(
    OptionalLong maxTokens,
    Thresholds thresholds,
    OptionalInt maxMessages,
    int minRetainRounds,
    SummaryAuthor writer,
    Reports reports) {
  /// Those of a run without configuration.
  public static final ContextRules USUAL =
      new ContextRules(
          OptionalLong.empty(),
          new Thresholds(0.8, OptionalDouble.of(0.95)),
          OptionalInt.empty(),
          5,
          SummaryAuthor.BY_OCCASION,
          new Reports(/* counting= */ false, /* statistics= */ true));

  /// Shares of the window.
  ///
  /// @param prune the largest share of a request (`agent.conversation.prune_threshold`)
  /// @param compaction the share above which the view is condensed at the end of a turn
  ///     (`context.compaction_threshold`); empty if no other turn follows
  public record Thresholds(double prune, OptionalDouble compaction) {
    public Thresholds {
      prune = Math.clamp(prune, 0.05, 1.0);
    }
  }

  /// The author of the summary of condensed messages.
  public enum SummaryAuthor {
    /// Writ, except when a person asks for a summary.
    BY_OCCASION,
    /// Writ.
    MECHANICAL,
    /// The model; Writ where the model fails.
    MODEL
  }

  /// Options of counting and reporting.
  ///
  /// @param counting whether the provider counts requests near the limit
  ///     (`context.enable_token_counting`)
  /// @param statistics whether each condensation is reported to the person
  ///     (`context.show_stats_on_prune`)
  public record Reports(boolean counting, boolean statistics) {}

  /// The same with another limit of messages.
  public ContextRules withMaxMessages(int most) {
    return new ContextRules(
        maxTokens, thresholds, OptionalInt.of(most), minRetainRounds, writer, reports);
  }
}
